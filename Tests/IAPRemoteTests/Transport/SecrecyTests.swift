import IAPCore
import IAPRemote
import Testing

/// Printing or dumping a value does not reveal app keys and tokens.
struct SecrecyTests {
  private func shown(_ value: some Sendable) -> String {
    var text = "\(value) \(String(reflecting: value))"
    dump(value, to: &text)
    return text
  }

  /// The bytes of the token in the format of a debugger.
  private let bytes = "\(Array(token.utf8).prefix(4))".dropLast()

  @Test
  func `A printed request shows neither the app key nor the body`() {
    let text = shown(HTTPRequest.consume("https://api.example/v1"))
    #expect(text.contains("https://api.example/v1"))
    #expect(text.contains("X-Key"))
    #expect(!text.contains(appKey) && !text.contains(token) && !text.contains(bytes))
  }

  @Test
  func `A printed response shows no body`() {
    let response = HTTPResponse(
      status: 200, headers: HTTPHeaders(date: "b"), body: Array(token.utf8))
    let failure = TransportFailure(.broken, isSent: true, response: response, detail: "cut")
    for text in [shown(response), shown(failure)] {
      #expect(text.contains("200"))
      #expect(!text.contains(token) && !text.contains(bytes))
      #expect(!text.contains("\(token.utf8.first ?? 0)\n"))
    }
  }

  @Test
  func `Printed proxy settings show no password`() {
    let proxies = ProxySettings(variables: ["https_proxy": "http://me:hunter2@proxy:1"])
    #expect(!shown(proxies).contains("hunter2"))
  }
}
