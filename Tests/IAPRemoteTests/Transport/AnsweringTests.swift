import IAPCore
import IAPRemote
import TestSupport
import Testing

/// Complete responses of any content.
struct AnsweringTests {
  private let transport = CurlTransport.plain()

  @Test
  func `A request arrives unchanged and its response is returned`() async throws {
    let server = try HostileServer(
      .answering("200 OK", headers: ["Retry-After: 1", "RETRY-after:2 ", "X-One: 1"], "{}"))
    let response = try await transport.answer(.consume(server.url("/v1/consume?a=b"), body: "ü"))
    #expect(response.status == 200)
    #expect(response.text == "{}")
    #expect(response.headers.retryAfter == "1, 2")
    let hit = try #require(server.hits.first)
    #expect(server.hits.count == 1)
    #expect(hit.method == "POST" && hit.target == "/v1/consume?a=b" && hit.body == "ü")
    #expect(
      hit.headers == [
        "host": "127.0.0.1:\(server.port)", "accept": "*/*", "content-type": "application/json",
        "x-key": appKey, "content-length": "2",
      ])
  }

  @Test
  func `A GET request has no body`() async throws {
    let server = try HostileServer(.answering())
    _ = try await transport.answer(.query(server.url("/list", host: "localhost")))
    let hit = try #require(server.hits.first)
    #expect(hit.method == "GET" && hit.body.isEmpty && hit.headers["content-length"] == nil)
  }

  @Test
  func `A body without a content type is not labelled as a form`() async throws {
    let server = try HostileServer(.answering())
    _ = try await transport.answer(.list(server.url()))
    #expect(server.hits.map { $0.headers["content-type"] } == [nil])
  }

  @Test
  func `A large body is sent without "Expect: 100-continue"`() async throws {
    let server = try HostileServer(.answering())
    let body = String(repeating: "x", count: 3 << 20)
    _ = try await transport.answer(.consume(server.url(), body: body))
    #expect(server.hits.map(\.body.utf8.count) == [3 << 20])
    #expect(server.hits.map { $0.headers["expect"] } == [nil])
  }

  @Test(arguments: [
    "202 Accepted", "206 Partial", "400 Bad", "401 Who", "403 No", "404 Not", "409 Conflict",
    "429 Wait", "500 Oops", "503 Wait",
  ])
  func `A response with any status is returned`(_ status: String) async throws {
    let server = try HostileServer(.answering(status, headers: ["Retry-After:  120 "], "<html>"))
    let response = try await transport.answer(.consume(server.url()))
    #expect(response.status == Int(status.prefix(3)))
    #expect(response.headers.retryAfter == "120")
    #expect(response.text == "<html>")
    #expect(server.hits.count == 1)
  }

  /// A server may respond before it has read the whole request.
  @Test
  func `A response may arrive before the end of the request`() async throws {
    let server = try HostileServer(
      HostileServer.Behaviour { connection in
        try connection.head()
        try connection.answer("413 Too Large", "no")
        try connection.waitForEnd()
      })
    let body = String(repeating: "x", count: 8 << 20)
    let response = try await transport.answer(.consume(server.url(), body: body))
    #expect(response.status == 413 && response.text == "no")
    #expect(server.heads.count == 1)
  }

  @Test(arguments: ["204 No Content", "304 Not Modified"])
  func `Responses 204 and 304 have no body`(_ status: String) async throws {
    let server = try HostileServer(.raw("HTTP/1.1 \(status)\r\n\r\n"))
    let response = try await transport.answer(.consume(server.url()))
    #expect(response == HTTPResponse(status: Int(status.prefix(3)) ?? 0))
  }

  @Test(arguments: [301, 302, 303, 307, 308])
  func `A redirect is not followed`(_ status: Int) async throws {
    let elsewhere = try HostileServer(.answering())
    let server = try HostileServer(
      .answering("\(status) There", headers: ["Location: \(elsewhere.url())"]))
    for request in [HTTPRequest.consume(server.url()), .query(server.url())] {
      #expect(try await transport.answer(request).status == status)
    }
    #expect(elsewhere.connections == 0)
    #expect(server.hits.count == 2)
  }

  @Test
  func `An interim response is not the final response`() async throws {
    let server = try HostileServer(.continuing)
    let response = try await transport.answer(.consume(server.url()))
    #expect(response.status == 200)
    #expect(response.headers.retryAfter == nil)
  }

  @Test
  func `Chunks are joined and trailers are ignored`() async throws {
    let server = try HostileServer(
      .raw(
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\na\r\n2\r\nbc\r\n0\r\n"
          + "Retry-After: 1\r\n\r\n"))
    let response = try await transport.answer(.consume(server.url()))
    #expect(response.text == "abc")
    #expect(response.headers.retryAfter == nil)
  }

  @Test
  func `Compression is neither requested nor decoded`() async throws {
    let server = try HostileServer(.answering(headers: ["Content-Encoding: gzip"], "packed"))
    #expect(try await transport.answer(.query(server.url())).text == "packed")
    #expect(server.hits.map { $0.headers["accept-encoding"] } == [nil])
  }

  @Test
  func `Cookies are not stored`() async throws {
    let server = try HostileServer(.answering(headers: ["Set-Cookie: a=b"]))
    for _ in 0..<2 { _ = try await transport.answer(.query(server.url())) }
    #expect(server.hits.map { $0.headers["cookie"] } == [nil, nil])
  }

  @Test
  func `A response of exactly the size limit is accepted`() async throws {
    let server = try HostileServer(.answering("200 OK", String(repeating: "x", count: 1 << 20)))
    #expect(try await transport.answer(.query(server.url())).body.count == 1 << 20)
  }
}
