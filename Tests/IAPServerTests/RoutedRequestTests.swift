import TestSupport
import Testing

@testable import IAPServer

/// Requests of web pages, and requests whose length is not certain.
@Suite(.server)
struct RoutedRequestTests {
  private static let own = HeadCheck(
    host: "127.0.0.1", port: 8080, isLoopback: true, name: "localhost", machine: "box.example")
  private static let open = HeadCheck(
    host: "0.0.0.0", port: 8080, isLoopback: false, name: "shop.example", machine: "box.example")

  @Test(arguments: [
    "127.0.0.1:8080", "127.0.0.1", "localhost:8080", "LocalHost.:1", "[::1]:8080", "[::1]",
    "127.1.2.3", "game.localhost",
  ])
  func `A name that a web page cannot have is the server's own`(_ host: String) {
    #expect(Self.own.isOwn(host) && Self.open.isOwn(host))
  }

  @Test(arguments: [
    "192.168.1.5:8080", "[fe80::1]:8080", "iapctl:8080", "shop.example:8080", "box.example",
    "BOX.EXAMPLE.",
  ])
  func `Other machines use other names`(_ host: String) {
    #expect(!Self.own.isOwn(host) && Self.open.isOwn(host))
  }

  @Test(arguments: [
    "evil.example", "evil.example:8080", "127.0.0.1.evil.example", "localhost.evil.example",
    "127.0.0.1:8080.evil.example", "127.0.0.999", "", ":", ":8080", "[", "[]", "[evil.example]",
    "evil.example:", "127.0.0.1@evil.example", "[::1].evil.example", "[::1]evil.example:1",
    "game.evil-localhost",
  ])
  func `A name that a web page can have is refused`(_ host: String) {
    #expect(!Self.own.isOwn(host) && !Self.open.isOwn(host))
  }

  private static func consume(_ number: Int, _ headers: String...) -> String {
    let body = #"{"paymentSeq": "\#(number)", "accessToken": "t\#(number)"}"#
    let lines = headers.map { $0.replacing("LENGTH", with: "\(body.utf8.count)") + "\r\n" }
    return "POST /v1/service/consume HTTP/1.1\r\nContent-Type: application/json\r\n"
      + "X-NHN-TCIAP-AppKey: k\r\n" + lines.joined() + "\r\n" + body
  }

  /// The request is followed by another one, which must not be read: a proxy could have taken it
  /// for a part of the body.
  @Test(arguments: [
    (403, ["Host: evil.example", "Content-Length: LENGTH"]),
    (403, ["Host: localhost", "Origin: http://evil.example", "Content-Length: LENGTH"]),
    (403, ["Host: localhost", "Origin: null", "Content-Length: LENGTH"]),
    (403, ["Host: localhost", "Sec-Fetch-Site: cross-site", "Content-Length: LENGTH"]),
    (400, ["Host: localhost", "Content-Length: LENGTH", "Content-Length: 5"]),
    (400, ["Host: localhost", "content-length: LENGTH", "Content-Length: LENGTH"]),
    (400, ["Host: localhost", "Content-Length: LENGTH", "Transfer-Encoding: chunked"]),
    (400, ["Host: localhost", "Content-Length: LENGTH", "Transfer-Encoding: identity"]),
    (400, ["Host: localhost", "Transfer-Encoding: gzip, chunked"]),
    (400, ["Host: localhost", "Transfer-Encoding : chunked", "Content-Length: LENGTH"]),
    (400, ["Host: localhost", "Host: evil.example", "Content-Length: LENGTH"]),
    (400, ["Host: localhost", "x-nhn-tciap-appkey: other", "Content-Length: LENGTH"]),
  ])
  func `A request of a web page or without a length changes nothing and ends its connection`(
    _ status: Int, _ headers: [String]
  ) async throws {
    let (answer, end, next) = try await ServedStore(Games.crowd(2)).run { port in
      let client = try HTTPConnection(port: port)
      let lines = headers.joined(separator: "\r\n")
      client.send(Self.consume(1, lines) + ServedStore.consume(2))
      let answer = client.answer()
      let end = client.answer()
      let second = try HTTPConnection(port: port)
      second.send(ServedStore.consume(1) + ServedStore.consume(2))
      return (answer, end, [second.answer()?.code, second.answer()?.code])
    }
    #expect(answer?.status == status)
    #expect(answer?.code == 9999)
    #expect(answer?.headers["content-type"] == "application/json")
    #expect(end == nil)
    #expect(next == [0, 0])
  }

  /// A body in chunks that is also a length long: the library takes the chunks, and a proxy may take the
  /// length.
  @Test
  func `A request with a length and chunks is refused, whatever its body is`() {
    let ends = HeadCheck.Facts(hosts: ["localhost"], encodings: ["chunked"])
    #expect(Self.own.refusal(of: ends) == nil)
    var both = ends
    both.lengths = 1
    #expect(Self.own.refusal(of: both) == .closing(400, "BAD REQUEST"))
  }

  @Test
  func `The same app key twice is one app key`() async throws {
    let answer = try await ServedStore(Games.crowd(1)).run { port in
      let client = try HTTPConnection(port: port)
      client.send(
        Self.consume(
          1, "Host: localhost", "X-NHN-TCIAP-AppKey: \(Games.key)", "Content-Length: LENGTH"))
      return client.answer()
    }
    #expect(answer?.code == 0)
  }

  @Test
  func `Two app keys are refused by name`() {
    let facts = HeadCheck.Facts(hosts: ["localhost"], hasTwoKeys: true)
    #expect(Self.own.refusal(of: facts) == .closing(400, "TWO KEYS"))
  }

  @Test
  func `A program without Host, and an address that a person typed, are answered`() async throws {
    let statuses = try await ServedStore(Games.crowd(1)).run { port in
      try ["HTTP/1.0", "HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nSec-Fetch-Site: none"].map { head in
        let client = try HTTPConnection(port: port)
        client.send("GET /openapi.json \(head)\r\n\r\n")
        return client.answer()?.status
      }
    }
    #expect(statuses == [200, 200])
  }
}
