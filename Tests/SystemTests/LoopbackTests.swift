import System
import Testing

struct LoopbackTests {
  @Test(arguments: [
    ("localhost", true), ("LocalHost", true), ("127.0.0.1", true), ("127.255.0.9", true),
    ("::1", true), ("::ffff:127.0.0.1", true), ("127.0.0.01", false), ("127.0.0", false),
    ("127.0.0.1.example", false), ("127.0.0.256", false), ("127.evil.example", false),
    ("127.+1.0.1", false), ("128.0.0.1", false), ("::ffff:128.0.0.1", false), ("::2", false),
    ("", false), ("localhost.example", false), ("[::1]", false),
  ])
  func `Names and addresses of this machine`(_ host: String, _ isOwn: Bool) {
    #expect(Loopback.contains(host) == isOwn)
  }
}
