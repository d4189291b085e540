import IAPCore
import IAPRemote
import IAPWire
import Testing

/// Responses that prove nothing, although a lenient decoder would accept them.
struct StrictnessTests {
  private static let no = #""isSuccessful": false, "resultCode": 5000"#
  private static let yes = #""isSuccessful": true, "resultCode": 0"#
  private static let result =
    #""price": 1, "currency": "KRW", "productSeq": 7, "marketId": "GG""#

  private func consume(
    _ attempt: ScriptedTransport.Attempt, _ api: WireDialect = .service
  ) async throws -> Result<ConsumeReceipt, IAPError> {
    let request = Payment(
      "1", accessToken: Secret("token"), productSeq: 7)
    let service = RemoteService.test(api, ScriptedTransport([attempt, .consumed]))
    return try #require(await service.consume([request]).first).result
  }

  private func expectNothingProven(
    _ attempt: ScriptedTransport.Attempt, _ problem: String? = nil, by apis: [WireDialect],
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    for api in apis {
      guard case .failure(let error) = try await consume(attempt, api) else {
        Issue.record("consumed", sourceLocation: sourceLocation)
        continue
      }
      #expect(error.code == .http(.responseInvalid), "\(error)", sourceLocation: sourceLocation)
      #expect(error.outcome == .unknown, sourceLocation: sourceLocation)
      guard let problem else { continue }
      #expect(error.reason == .answerNotDocumented(problem), sourceLocation: sourceLocation)
    }
  }

  // MARK: Duplicate keys

  @Test(arguments: [
    (#"{"header": {\#(no), "resultCode": 0}}"#, "header"),
    (#"{"header": {"isSuccessful": false, "resultCode": 0, "resultCode": 5000}}"#, "header"),
    (#"{"header": {\#(no), "isSuccessful": true}}"#, "header"),
    (#"{"header": {\#(no), "\u0072esultCode": 5000}}"#, "header"),
    (#"{"header": {\#(yes), "resultCode": 5018}, "result": {\#(result)}}"#, "header"),
    (#"{"header": {\#(no)}, "header": {\#(yes)}, "result": {\#(result)}}"#, "it"),
    (#"{"header": {\#(no)}, "h\u0065ader": {\#(no)}}"#, "it"),
    (#"{"header": {\#(yes)}, "result": {\#(result)}, "result": {\#(result)}}"#, "it"),
    (#"{"header": {\#(yes)}, "result": {\#(result), "price": 2}}"#, "result"),
    (#"{"header": {\#(no), "error": {"code": 7, "code": 8}}}"#, "header.error"),
  ])
  func `A duplicate key makes the response invalid`(_ text: String, _ place: String) async throws {
    try await expectNothingProven(
      .answer(200, text), "a key appears twice in \(place)", by: WireDialect.allCases)
  }

  @Test
  func `The product's number is accepted twice in a subscription of the service API`() async throws
  {
    let row = #"{"paymentSeq": "1", "productSeq": 1002904, "price": 1, "productSeq": 1000009}"#
    var query = SubscriptionQuery(user: "u")
    query.markets = ["AS"]
    let service = RemoteService.test(
      .service, ScriptedTransport([.result("[\(row)]")]), access: .withoutAppSeq)
    #expect(
      try await service.subscriptions(query).elements.map(\.purchase.productSeq) == [1_002_904])
  }

  @Test(arguments: [WireDialect.service, .legacy, .gamebase])
  func `A listed payment whose token is empty is as wrong as one without a token`(
    _ api: WireDialect
  ) async throws {
    for (token, count) in [("t", 1), ("", 0)] {
      let row = #"{"paymentSeq": "1", "accessToken": "\#(token)", "purchaseToken": "\#(token)"}"#
      var query = UnconsumedQuery(owner: .user("u"))
      if api != .legacy { query.markets = ["AS"] }
      let service = RemoteService.test(api, ScriptedTransport([.result("[\(row)]")]))
      let list = try? await service.unconsumed(query).whole()
      #expect((list?.elements ?? []).count == count)
    }
  }

  @Test
  func `Half a character in an unknown member changes nothing, in a result and in a row`()
    async throws
  {
    for api in WireDialect.allCases {
      let text =
        #"{"header": {\#(Self.yes), "x": "\ud800"}, "result": {\#(Self.result), "x": "\ud800"}}"#
      guard case .success = try await consume(.answer(200, text), api) else {
        Issue.record("not consumed")
        continue
      }
    }
    let row = #"{"paymentSeq": "1", "productSeq": 1, "accessToken": "t", "note": "\ud800"}"#
    let transport = ScriptedTransport([
      .answer(200, #"{"header": {\#(Self.yes)}, "result": [\#(row)]}"#)
    ])
    let service = RemoteService.test(.service, transport, access: .withoutAppSeq)
    var query = UnconsumedQuery(owner: .user("u"))
    query.markets = ["AS"]
    #expect(try await service.unconsumed(query).whole().elements.count == 1)
  }

  // MARK: Numbers and strings

  @Test(arguments: ["50.18e2", "5018.0", "5018E0", "9223372036854775808", "1e400"])
  func `A result code must be a plain whole number`(_ code: String) async throws {
    let header = #""isSuccessful": false, "resultCode": \#(code)"#
    try await expectNothingProven(
      .answer(200, "{\"header\": {\(header)}}"), by: WireDialect.allCases)
    let zero = code.replacing("5018", with: "0").replacing("50.18", with: "0.0")
    let success = #""isSuccessful": true, "resultCode": \#(zero)"#
    try await expectNothingProven(
      .answer(200, "{\"header\": {\(success)}, \"result\": {\(Self.result)}}"), by: [.service])
  }

  @Test(arguments: [
    #"\uFEFF{"header": {\#(no)}}"#, #"{"header": {\#(no), "resultMessage": 5}}"#,
    #"{"header": {\#(no), "resultMessage": ["a"]}}"#,
    #"{"header": {\#(no), "resultMessage": "\ud83d"}}"#,
    #"{"header": {\#(no), "more": "# + String(repeating: "[", count: 300)
      + String(repeating: "]", count: 300) + "}}",
    "{\"header\": {\(no), \"resultMessage\": \"\u{0}\"}}",
  ])
  func `A malformed response leaves the outcome unknown`(_ text: String) async throws {
    let text = text.replacing(#"\uFEFF"#, with: "\u{FEFF}")
    try await expectNothingProven(.answer(200, text), by: WireDialect.allCases)
  }

  /// Members that are not read are not checked. An escaped NUL is a normal character.
  @Test
  func `Members that are not read may be malformed text`() async throws {
    let refusal = #"{"header": {\#(Self.no), "resultMessage": "a\u0000b"}, "more": "\ud83d"}"#
    guard case .failure(let error) = try await consume(.answer(200, refusal)) else {
      return #expect(Bool(false), "consumed")
    }
    #expect(error.outcome == .notApplied)
    #expect(error.reason == .serverSaid(code: 5000, message: "a\u{0}b"))
  }

  /// The payment was consumed, so an unusual price is not an error of the response.
  @Test
  func `A negative price is passed on unchanged`() async throws {
    let receipt = ConsumeReceipt(price: Price("-5.5"), currency: "KRW", productSeq: 7)
    let answer = ScriptedTransport.Attempt.result(
      #"{"price": -5.5, "currency": "KRW", "productSeq": 7}"#)
    #expect(try await consume(answer) == .success(receipt))
  }

  // MARK: Content types

  private static func typed(_ type: String) throws -> ScriptedTransport.Attempt {
    let response = try ScriptedTransport.Attempt.consumed.get()
    return .success(
      HTTPResponse(status: 200, headers: HTTPHeaders(contentType: type), body: response.body))
  }

  @Test(arguments: [
    "text/html", "text/html; charset=UTF-8", "TEXT/HTML", "text/plain", "application/xhtml+xml",
    "application/json+html",
  ])
  func `A response with another content type is invalid`(_ type: String) async throws {
    try await expectNothingProven(
      try Self.typed(type), "its content type is not JSON", by: [.service, .legacy])
  }

  @Test(arguments: [
    "application/json", "application/json;charset=UTF-8", "Application/JSON ; charset=utf-8",
    "text/json", "application/problem+json", "", ";charset=UTF-8",
  ])
  func `A response with a JSON content type is read`(_ type: String) async throws {
    #expect(throws: Never.self) { try Result { try Self.typed(type) }.get().get() }
    guard case .success = try await consume(try Self.typed(type)) else {
      return #expect(Bool(false), "refused")
    }
  }

  // MARK: Literals

  @Test(arguments: [
    ("1540522998289.5", "not a whole number, or too large a one"),
    ("9223372036854775808", "not a whole number, or too large a one"),
    (#""2018""#, "not a whole number, or too large a one"),
    ("9223372036854775807", "not an instant"),
  ])
  func `An invalid value in a list is reported with its location`(_ time: String, _ problem: String)
    async throws
  {
    let transport = ScriptedTransport([
      .result(#"[{"paymentSeq": "1"}, {"paymentSeq": "2", "purchaseTimeMillis": \#(time)}]"#)
    ])
    var query = SubscriptionQuery(user: "u")
    query.markets = ["GG"]
    let answer = try await RemoteService.test(.service, transport).subscriptions(query)
    #expect(
      answer.failures.map(\.error.reason)
        == [.answerNotDocumented("result[1].purchaseTimeMillis is \(problem)")])
  }
}
