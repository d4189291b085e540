import IAPCore
import IAPRemote
import TestSupport
import Testing

/// The failure for each error, and whether the request may have arrived.
struct FailingTests {
  /// A server, and the failure that the client must report.
  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let behaviour: HostileServer.Behaviour
    let kind: TransportFailure.Kind
    let hits: Int
    var status: Int?

    init(
      _ name: String, _ behaviour: HostileServer.Behaviour, _ kind: TransportFailure.Kind,
      hits: Int = 1, status: Int? = nil
    ) {
      testDescription = name
      (self.behaviour, self.kind, self.hits, self.status) = (behaviour, kind, hits, status)
    }
  }

  private static let ok = "HTTP/1.1 200 OK\r\n"

  /// All of these servers have read the request.
  static let cases = [
    Case("closes after the body", .closingAfterBody, .broken),
    Case("resets after the body", .resettingAfterBody, .broken),
    Case("cuts the status line", .raw("HTTP/1."), .broken),
    Case("cuts the head", .raw(ok + "Content-"), .broken),
    Case("cuts the body", .raw(ok + "Content-Length: 9\r\n\r\n{}"), .broken, status: 200),
    Case(
      "cuts the chunks", .raw(ok + "Transfer-Encoding: chunked\r\n\r\n9\r\n{}"), .broken,
      status: 200),
    Case(
      "cuts another status", .raw("HTTP/1.1 429 No\r\nContent-Length: 9\r\n\r\n{}"), .broken,
      status: 429),
    Case(
      "sends no chunks", .raw(ok + "Transfer-Encoding: chunked\r\n\r\nhello\r\n"), .broken,
      status: 200),
    Case("speaks HTTP/0.9", .raw("hello"), .broken),
    Case("speaks something else", .raw("220 mail.example ESMTP\r\n"), .broken),
    Case("only announces", .raw("HTTP/1.1 100 Continue\r\n\r\n"), .broken),
    Case("has a negative length", .raw(ok + "Content-Length: -5\r\n\r\n{}"), .broken),
    Case(
      "promises too much", .raw(ok + "Content-Length: 99999999\r\n\r\n{}"), .tooLarge),
    Case("cuts the head of a refusal", .raw("HTTP/1.1 400 Bad Request\r\n"), .broken),
    Case("sends 10 GiB", .endless, .tooLarge, status: 200),
    Case("sends many headers", .endlessHead("X-Many: header\r\n"), .tooLarge),
    Case(
      "sends a long header", .endlessHead(String(repeating: "x", count: 999)), .tooLarge),
    Case(
      "announces for ever", .endlessHead("\r\nHTTP/1.1 100 Continue\r\n"), .tooLarge, status: 200),
  ]

  @Test(arguments: cases)
  func `A request that fails after it arrived counts as sent`(_ the: Case) async throws {
    let server = try HostileServer(the.behaviour)
    let transport = CurlTransport.plain()
    for request in [HTTPRequest.consume(server.url()), .query(server.url())] {
      let failure = try await transport.failure(request)
      #expect(failure.kind == the.kind, "\(failure.detail)")
      #expect(failure.isSent)
      #expect(failure.response?.status == the.status)
    }
    #expect(server.hits.map(\.method) == ["POST", "GET"])
  }

  @Test(arguments: [
    Case("never answers", .mute, .timedOut),
    Case("reads and never answers", .silent, .timedOut, hits: 0),
    Case("drips", .dripping, .timedOut, status: 200),
  ])
  func `A server that stops responding ends in a time-out`(_ the: Case) async throws {
    let server = try HostileServer(the.behaviour)
    let failure = try await CurlTransport.plain().failure(
      .consume(server.url()), within: .seconds(2))
    #expect(failure.kind == the.kind, "\(failure.detail)")
    #expect(failure.isSent)
    #expect(failure.response?.status == the.status)
    #expect(server.hits.count == the.hits)
  }

  /// How much was sent depends on timing, but it was never a complete request. A reset can arrive
  /// before libcurl knows that it is connected.
  @Test(arguments: [
    Case("closes at once", .closingAtOnce, .broken),
    Case("resets at once", .resettingAtOnce, .unreachable),
    Case("closes after the head", .closingAfterHead, .broken),
  ])
  func `A connection that closes early is reported as broken`(_ the: Case) async throws {
    let server = try HostileServer(the.behaviour)
    let failure = try await CurlTransport.plain().failure(.consume(server.url()))
    #expect(failure.kind == .broken || failure.kind == the.kind, "\(failure.detail)")
    #expect(failure.kind == .broken || !failure.isSent)
    #expect(failure.response == nil)
    #expect(server.connections == 1)
  }

  @Test
  func `A response that is too long is reported as such`() async throws {
    let transport = CurlTransport.plain()
    let long = try HostileServer(.raw("HTTP/1.1 200 OK\r\nContent-Length: 1048577\r\n\r\n{}"))
    let endless = try HostileServer(.endless)
    for server in [long, endless] {
      let failure = try await transport.failure(.query(server.url()))
      #expect(failure.detail == "it is longer than 1048576 bytes")
    }
    let head = try HostileServer(.endlessHead("X-Many: header\r\n"))
    #expect(try await transport.failure(.query(head.url())).detail == "its header is too long")
  }

  @Test
  func `The part of a response that arrived is kept`() async throws {
    let server = try HostileServer(
      .raw("HTTP/1.1 503 Wait\r\nRetry-After: 7\r\nContent-Length: 9\r\n\r\n{}"))
    let failure = try await CurlTransport.plain().failure(.consume(server.url()))
    #expect(
      failure.response
        == HTTPResponse(status: 503, headers: HTTPHeaders(retryAfter: "7"), body: Array("{}".utf8)))
  }
}
