import IAPCore
import IAPRemote
import IAPWire
import Testing

/// One row for each way that a consume can end: the number of requests, and the result.
struct ConsumeOutcomeTests {
  struct Row: Sendable, CustomTestStringConvertible {
    let name: String
    let script: [ScriptedTransport.Attempt]
    var sent = 1
    /// Nil if the payment was consumed.
    var code: IAPError.Code?
    var outcome = IAPError.Outcome.notApplied
    var attempts = 1
    var priorUnknown = false
    var stops = false
    var testDescription: String { name }
  }

  private static let unsent = ScriptedTransport.Attempt.failed(.unreachable, isSent: false)
  private static let failed = IAPError.Code.http(.requestFailed)

  /// No request left this machine.
  static let notSent = [
    Row(
      name: "refused thrice", script: [unsent, unsent, unsent], sent: 3,
      code: .http(.networkNotAvailable), attempts: 0),
    Row(name: "refused once, then applied", script: [unsent, .consumed], sent: 2),
    Row(
      name: "time-out before sending",
      script: [.failed(.timedOut, isSent: false), .consumed], sent: 2),
    Row(
      name: "no trust", script: [.failed(.insecure, isSent: false), .consumed],
      code: .http(.networkNotAvailable), attempts: 0, stops: true),
    Row(
      name: "no library", script: [.failed(.unavailable, isSent: false), .consumed],
      code: .iapctl(.libraryMissing), attempts: 0, stops: true),
  ]

  /// A body was sent, and no complete response arrived.
  static let lost =
    [
      (TransportFailure.Kind.timedOut, IAPError.Code.http(.requestTimeout)),
      (.broken, .http(.networkNotAvailable)), (.unreachable, .http(.networkNotAvailable)),
      (.insecure, .http(.networkNotAvailable)), (.tooLarge, .http(.responseInvalid)),
      (.cancelled, .iapctl(.interrupted)),
    ].map { kind, code in
      Row(
        name: "\(String(describing: kind)) after sending",
        script: [.failed(kind, isSent: true), .consumed],
        code: code, outcome: .unknown)
    }

  /// The statuses that prove a request unprocessed.
  private static let refusals = [
    301, 307, 308, 400, 401, 403, 404, 405, 406, 410, 411, 413, 414, 415, 417, 421, 422, 426, 428,
    431, 451,
  ]

  static let statuses: [Row] =
    (100...999).filter { ![200, 429].contains($0) && !refusals.contains($0) }.map { status in
      Row(
        name: "\(status)", script: [.answer(status), .consumed], code: failed, outcome: .unknown)
    }
    + refusals.map { status in
      Row(name: "\(status)", script: [.answer(status), .consumed], code: failed, stops: true)
    }
    + [
      Row(
        name: "a status whose body was cut short decides",
        script: [.failed(.broken, isSent: true, response: HTTPResponse(status: 401)), .consumed],
        code: failed, stops: true),
      Row(
        name: "a 200 that was cut short",
        script: [.failed(.broken, isSent: true, response: HTTPResponse(status: 200)), .consumed],
        code: .http(.networkNotAvailable), outcome: .unknown),
      Row(
        name: "a non-200 that says success", script: [.answer(500, "{\"header\": {}}")],
        code: failed, outcome: .unknown),
    ]

  static let waits: [Row] =
    [
      Row(name: "429, then applied", script: [.answer(429), .consumed], sent: 2, attempts: 2),
      Row(
        name: "429 for ever", script: [.answer(429), .answer(429), .answer(429), .consumed],
        sent: 3, code: failed, attempts: 3),
      Row(
        name: "503 with Retry-After, then applied",
        script: [.answer(503, retryAfter: "1"), .consumed], sent: 2, attempts: 2,
        priorUnknown: true),
      Row(
        name: "503 with Retry-After for ever",
        script: Array(repeating: .answer(503, retryAfter: "1"), count: 4), sent: 3, code: failed,
        outcome: .unknown, attempts: 3, priorUnknown: true),
      Row(
        name: "503 with Retry-After, then 5018",
        script: [.answer(503, retryAfter: "0"), .code(5018)], sent: 2,
        code: .iap(.changePurchaseStatusFailed), attempts: 2, priorUnknown: true),
      Row(
        name: "503 with Retry-After, then 5000",
        script: [.answer(503, retryAfter: "1"), .code(5000)], sent: 2,
        code: .iap(.changePurchaseStatusFailed), outcome: .unknown, attempts: 2,
        priorUnknown: true),
      Row(
        name: "503 with Retry-After, then 401",
        script: [.answer(503, retryAfter: "1"), .answer(401)], sent: 2, code: failed,
        outcome: .unknown, attempts: 2, priorUnknown: true, stops: true),
      Row(
        name: "503 with Retry-After, then not sent",
        script: [.answer(503, retryAfter: "1"), unsent, unsent], sent: 3,
        code: .http(.networkNotAvailable), outcome: .unknown, attempts: 1, priorUnknown: true),
    ]
    + ["30", "31", "3600", "Thu, 01 Jan 2026 01:00:00 GMT"].flatMap { (header: String) in
      [
        Row(
          name: "503 with Retry-After '\(header)', which is too late",
          script: [.answer(503, retryAfter: header), .consumed], code: failed, outcome: .unknown,
          stops: true),
        Row(
          name: "429 with Retry-After '\(header)', which is too late",
          script: [.answer(429, retryAfter: header), .consumed], code: failed, stops: true),
        Row(
          name: "500 with Retry-After '\(header)', which is too late",
          script: [.answer(500, retryAfter: header), .consumed], code: failed, outcome: .unknown,
          stops: true),
      ]
    }
    + ["-1", "999999999999", "soon", "1.5", "", "1 s"].map { (header: String) in
      Row(
        name: "503 with Retry-After '\(header)'",
        script: [.answer(503, retryAfter: header), .consumed], code: failed, outcome: .unknown)
    }
    + [
      Row(
        name: "503 with a Retry-After in the past",
        script: [.answer(503, retryAfter: "Sun, 06 Nov 1994 08:49:37 GMT"), .consumed], sent: 2,
        attempts: 2, priorUnknown: true)
    ]

  static let codes: [Row] = [
    Row(name: "0", script: [.consumed]),
    Row(name: "5018", script: [.code(5018)], code: .iap(.changePurchaseStatusFailed)),
    Row(name: "5000", script: [.code(5000)], code: .iap(.changePurchaseStatusFailed)),
    Row(name: "1100", script: [.code(1100)], code: .http(.requestInvalid)),
    Row(name: "2111", script: [.code(2111)], code: .http(.requestInvalid), stops: true),
    Row(name: "2112", script: [.code(2112)], code: .http(.requestInvalid), stops: true),
    Row(name: "9999", script: [.code(9999)], code: .iap(.unknown), outcome: .unknown),
    Row(name: "7777", script: [.code(7777)], code: .iap(.unknown), outcome: .unknown),
    Row(
      name: "yes and no", script: [.code(5000, isSuccessful: true)],
      code: .http(.responseInvalid), outcome: .unknown),
    Row(
      name: "no and yes", script: [.code(0)], code: .http(.responseInvalid), outcome: .unknown),
    Row(
      name: "no result", script: [.code(0, isSuccessful: true)], code: .http(.responseInvalid),
      outcome: .unknown),
    Row(
      name: "a comma too many",
      script: [
        .answer(200, "{\"header\": {\"isSuccessful\": false, \"resultCode\": 5000,},}")
      ], code: .http(.responseInvalid), outcome: .unknown),
    Row(
      name: "0 for another product than the list's", script: [.consumed(of: 8)],
      code: .http(.responseInvalid), outcome: .unknown),
    Row(
      name: "HTML", script: [.answer(200, "<html>hello</html>")], code: .http(.responseInvalid),
      outcome: .unknown),
  ]

  @Test(arguments: notSent + lost + statuses + waits + codes)
  func `Each response gives the outcome of the table`(_ row: Row) async throws {
    // Gamebase has no codes 2111 and 2112.
    let isOfService = row.name.hasPrefix("211")
    for api in WireDialect.allCases where api != .gamebase || !isOfService {
      // The legacy API names no product in its answer.
      if api == .legacy, row.name.contains("another product") { continue }
      try await expect(row, from: api)
    }
  }

  private func expect(_ row: Row, from api: WireDialect) async throws {
    let transport = ScriptedTransport(row.script)
    let answer = try await consume(api, transport)
    #expect(transport.sent.count == row.sent)
    #expect(answer.attempts == row.attempts)
    #expect(answer.priorUnknown == row.priorUnknown)
    #expect(answer.stopsBatch == row.stops)
    switch answer.result {
    case .success: #expect(row.code == nil)
    case .failure(let error):
      #expect(error.code == row.code)
      #expect(error.outcome == row.outcome)
    }
  }

  private func consume(
    _ api: WireDialect, _ transport: ScriptedTransport
  ) async throws -> CallResult<ConsumeReceipt> {
    let service = RemoteService.test(api, transport)
    let request = Payment(
      "1", accessToken: Secret("token"), productSeq: 7)
    return try #require(await service.consume([request]).first)
  }
}
