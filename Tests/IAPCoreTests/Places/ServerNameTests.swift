import IAPCore
import Testing

struct ServerNameTests {
  @Test(arguments: [
    ("https://api-iap.cloud.toast.com", "api-iap.cloud.toast.com"),
    ("https://API-IAP.cloud.toast.com:443", "api-iap.cloud.toast.com"),
    ("https://api-iap.cloud.toast.com.", "api-iap.cloud.toast.com"),
    ("https://api-iap.cloud.toast.com.:443", "api-iap.cloud.toast.com"),
    ("http://127.0.0.1:80", "127.0.0.1"),
    ("http://127.0.0.1:8080", "127.0.0.1:8080"),
    ("https://h:80", "h:80"),
    ("http://[::1]", "[::1]"),
    ("http://[::1]:8080", "[::1]:8080"),
    ("https://[::1]:443", "[::1]"),
    ("fixture:0F", "fixture:0F"),
  ])
  func `Different spellings of one server have the same name`(_ origin: String, _ name: String) {
    #expect(ServerName(origin: origin).text == name)
  }
}
