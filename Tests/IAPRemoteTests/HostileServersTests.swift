import IAPCore
import IAPRemote
import IAPWire
import TestSupport
import Testing

/// A consume at a server that misbehaves, over real connections: the number of requests that
/// arrive, and the result.
struct HostileServersTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let behaviour: HostileServer.Behaviour
    /// Nil if the payment was consumed.
    var code: IAPError.Code? = .http(.networkNotAvailable)
    var outcome = IAPError.Outcome.unknown
    var hits = 1
    var priorUnknown = false
    var stops = false
    /// The time limit for all attempts.
    var limit = Duration.seconds(60)
    var apis = WireDialect.allCases
  }

  private static let consumed = """
    {"header": {"isSuccessful": true, "resultCode": 0, "resultMessage": "SUCCESS"},
     "result": {"price": 2.29, "currency": "EUR", "productSeq": 7, "marketId": "GG"}}
    """
  private static let ofAnotherProduct = consumed.replacing(": 7,", with: ": 8,")
  private static let ok = "HTTP/1.1 200 OK\r\n"

  /// A response that ends after this number of bytes of its body.
  private static func cut(_ status: String, after count: Int) -> HostileServer.Behaviour {
    .raw(
      "HTTP/1.1 \(status)\r\nContent-Length: \(consumed.utf8.count)\r\n\r\n"
        + consumed.prefix(count))
  }

  static let broken = [
    Case(testDescription: "closes after the body", behaviour: .closingAfterBody),
    Case(testDescription: "resets after the body", behaviour: .resettingAfterBody),
    Case(testDescription: "cuts the status line", behaviour: .raw("HTTP/1.1 2")),
    Case(testDescription: "cuts the head", behaviour: .raw(ok + "Content-Le")),
    Case(testDescription: "cuts the body", behaviour: cut("200 OK", after: 60)),
    Case(
      testDescription: "cuts the last byte",
      behaviour: cut("200 OK", after: consumed.utf8.count - 1)),
    Case(
      testDescription: "cuts a whole answer that announces chunks",
      behaviour: .raw(
        ok + "Transfer-Encoding: chunked\r\n\r\n"
          + String(consumed.utf8.count, radix: 16) + "\r\n" + consumed + "\r\n")),
    Case(
      testDescription: "cuts the body of another status", behaviour: cut("401 No", after: 10),
      code: .http(.requestFailed), outcome: .notApplied, stops: true),
    Case(
      testDescription: "is endless", behaviour: .endless, code: .http(.responseInvalid)),
    Case(
      testDescription: "has an endless head", behaviour: .endlessHead("X-Many: header\r\n"),
      code: .http(.responseInvalid)),
    Case(
      testDescription: "promises a body that is too long",
      behaviour: .raw(ok + "Content-Length: 1048577\r\n\r\n{}"), code: .http(.responseInvalid)),
    Case(
      testDescription: "drips", behaviour: .dripping, code: .http(.requestTimeout),
      limit: .seconds(2)),
    Case(
      testDescription: "never answers", behaviour: .mute, code: .http(.requestTimeout),
      limit: .seconds(2)),
  ]

  static let answers = [
    Case(testDescription: "consumes", behaviour: .answering("200 OK", consumed), code: nil),
    Case(
      testDescription: "the answer of another payment",
      behaviour: .answering("200 OK", ofAnotherProduct), code: .http(.responseInvalid),
      // A legacy response does not have the product number.
      apis: [.service, .fixture, .gamebase]),
    Case(
      testDescription: "200 with HTML",
      behaviour: .answering(
        "200 OK", headers: ["Content-Type: text/html"], "<html><h1>Hi</h1></html>"),
      code: .http(.responseInvalid)),
    Case(
      testDescription: "200 with nothing", behaviour: .answering("200 OK", ""),
      code: .http(.responseInvalid)),
    Case(
      testDescription: "204", behaviour: .raw("HTTP/1.1 204 No Content\r\n\r\n"),
      code: .http(.requestFailed)),
    Case(
      testDescription: "201 that says success", behaviour: .answering("201 Created", consumed),
      code: .http(.requestFailed)),
    Case(
      testDescription: "500 that says success", behaviour: .answering("500 No", consumed),
      code: .http(.requestFailed)),
    Case(
      testDescription: "404 that says success", behaviour: .answering("404 No", consumed),
      code: .http(.requestFailed), outcome: .notApplied, stops: true),
  ]

  /// A server that first asks the client to wait, and then succeeds.
  private static func later(_ status: String, _ header: String) -> HostileServer.Behaviour {
    HostileServer.Behaviour { connection in
      try connection.request()
      try connection.answer(status, headers: ["Retry-After: \(header)"], "later")
      while true {
        try connection.request()
        try connection.answer("200 OK", consumed)
      }
    }
  }

  private static let past = "Sun, 06 Nov 1994 08:49:37 GMT"

  static let retries =
    [
      Case(
        testDescription: "503, '60'", behaviour: later("503 Deadline", "60"),
        code: .http(.requestFailed), stops: true),
      Case(
        testDescription: "429, '60'", behaviour: later("429 Deadline", "60"),
        code: .http(.requestFailed), outcome: .notApplied, stops: true),
    ]
    + ["-1", "999999999999", "soon", ""].flatMap { header in
      [
        Case(
          testDescription: "503, '\(header)'", behaviour: later("503 Deadline", header),
          code: .http(.requestFailed)),
        Case(
          testDescription: "429, '\(header)'", behaviour: later("429 Deadline", header), code: nil,
          hits: 2),
      ]
    }
    + [past, "0", "59"].flatMap { header in
      [
        Case(
          testDescription: "503, '\(header)'", behaviour: later("503 Deadline", header), code: nil,
          hits: 2, priorUnknown: true),
        Case(
          testDescription: "429, '\(header)'", behaviour: later("429 Deadline", header), code: nil,
          hits: 2),
      ]
    }

  @Test(arguments: broken + answers + retries)
  func `Each faulty server gives the outcome of the table`(_ the: Case) async throws {
    // Cases that wait for their time limit run for one dialect only.
    for api in WireDialect.allCases
    where (api == .service || the.limit > .seconds(2)) && the.apis.contains(api) {
      let server = try HostileServer(the.behaviour)
      let answer = try await consume(api, server.url(""), limit: the.limit)
      #expect(server.hits.count == the.hits)
      #expect(answer.attempts == the.hits)
      #expect(answer.priorUnknown == the.priorUnknown)
      #expect(answer.stopsBatch == the.stops)
      switch answer.result {
      case .success: #expect(the.code == nil)
      case .failure(let error):
        #expect(error.code == the.code, "\(error)")
        #expect(error.outcome == the.outcome, "\(error)")
      }
    }
  }

  private func consume(
    _ api: WireDialect, _ origin: String, limit: Duration = .seconds(60),
    _ transport: CurlTransport = .plain()
  ) async throws -> CallResult<ConsumeReceipt> {
    let request = Payment("1", accessToken: Secret(token), productSeq: 7)
    let service = Self.service(api, origin, limit: limit, transport)
    return try #require(await service.consume([request]).first)
  }

  /// The clock stands still, so the result does not depend on the speed of the machine.
  private static func service(
    _ api: WireDialect, _ origin: String, limit: Duration = .seconds(60), _ transport: CurlTransport
  ) -> RemoteService {
    RemoteService(
      api, RemoteAccess(origin: origin, credential: Secret(appKey), markets: ["AS"]),
      transport: transport, policy: RetryPolicy(retries: 2, limit: limit),
      environment: TestClock(random: 0).environment, trace: { _ in }, notice: { _ in })
  }

  // MARK: Connections

  /// A list was requested on the same connection before.
  @Test(arguments: [false, true])
  func `A connection that closes after a consume leaves its outcome unknown`(_ abruptly: Bool)
    async throws
  {
    let server = try HostileServer(
      HostileServer.Behaviour { connection in
        while true {
          if try connection.request().target.hasSuffix("/consume") {
            if abruptly { connection.reset() }
            return
          }
          try connection.answer(
            "200 OK", #"{"header": {"isSuccessful": true, "resultCode": 0}, "result": []}"#)
        }
      })
    let transport = CurlTransport.plain()
    let service = Self.service(.service, server.url(""), transport)
    #expect(
      try await service.unconsumed(UnconsumedQuery(owner: .user("u"))).whole().isAnswered)
    let answer = try await consume(.service, server.url(""), transport)
    guard case .failure(let error) = answer.result else {
      Issue.record("consumed")
      return
    }
    #expect(error.outcome == .unknown)
    #expect(server.hits.map(\.connection) == [1, 1], "once, and nowhere else")
    #expect(answer.attempts == 1)
  }

  @Test
  func `An extra response is not taken for the next payment's response`() async throws {
    let extra = ExtraAnswer(Self.consumed)
    let refused = #"{"header": {"isSuccessful": false, "resultCode": 5000}}"#
    let server = try HostileServer(
      .answeringTwice(extra) { $0.body.contains("\"1\"") ? Self.consumed : refused })
    let transport = CurlTransport.plain()
    let service = Self.service(.service, server.url(""), transport)
    func consume(_ payment: Identifier) async throws -> CallResult<ConsumeReceipt> {
      let request = Payment(payment, accessToken: Secret(token))
      return try #require(await service.consume([request]).first)
    }
    let first = try await consume("1")
    #expect(throws: Never.self) { try first.result.get() }
    try await extra.push()
    let second = try await consume("2")
    // The server waits for this before it reads on.
    try await extra.push()
    guard case .failure(let error) = second.result else {
      Issue.record("the server refuses payment 2")
      return
    }
    #expect(error.serverCode == 5000)
    #expect(error.outcome == .notApplied)
    #expect(second.attempts == 1)
    #expect(server.hits.map(\.connection) == [1, 2])
  }

  @Test(arguments: ["301", "302", "303", "307", "308"])
  func `A redirect is not followed`(_ status: String) async throws {
    let elsewhere = try HostileServer(.answering("200 OK", Self.consumed))
    let server = try HostileServer(
      .answering("\(status) Moved", headers: ["Location: \(elsewhere.url("/v1/service/consume"))"]))
    let answer = try await consume(.service, server.url(""))
    guard case .failure(let error) = answer.result else {
      Issue.record("consumed")
      return
    }
    #expect(error.httpStatus == Int(status))
    let isProof = ["301", "307", "308"].contains(status)
    #expect(error.outcome == (isProof ? .notApplied : .unknown))
    #expect(answer.stopsBatch == isProof)
    #expect(server.hits.count == 1)
    #expect(elsewhere.connections == 0)
  }

  /// No process listens at the port, so nothing was sent.
  @Test
  func `A server that cannot be reached receives nothing`() async throws {
    let answer = try await consume(.service, "http://127.0.0.1:1")
    guard case .failure(let error) = answer.result else {
      Issue.record("consumed")
      return
    }
    #expect(error.code == .http(.networkNotAvailable))
    #expect(error.outcome == .notApplied)
    #expect(answer.attempts == 0)
  }

  @Test
  func `A TLS connection that fails reveals no secrets`() async throws {
    let server = try HostileServer(
      HostileServer.Behaviour { connection in
        _ = try connection.read()
        try connection.write("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
      })
    let answer = try await consume(.service, server.url("", scheme: "https"))
    guard case .failure(let error) = answer.result else {
      Issue.record("consumed")
      return
    }
    #expect(error.outcome == .notApplied)
    #expect(answer.attempts == 0)
    #expect(answer.stopsBatch)
    #expect(!server.received.contains(appKey) && !server.received.contains(token))
  }
}
