import IAPCore
import IAPRemote
import IAPWire
import Testing

/// The exact requests of the dialect `gamebase`, and what it makes of the answers.
struct GamebaseDialectTests {
  private static let base = "https://iap.example/tcgb-inapp/v1.3/apps/app-id"

  /// Checks the headers, which a GET has too, and returns the call's number.
  @discardableResult
  private func number(of request: HTTPRequest) throws -> String {
    let name = "X-TCGB-Transaction-Id"
    #expect(
      Set(request.headers.filter { $0.name != name }) == [
        HTTPHeader("Accept", "application/json"),
        HTTPHeader("Content-Type", "application/json; charset=UTF-8"),
        HTTPHeader("X-Secret-Key", Secret("app-key")),
      ])
    let header = try #require(request.headers.first { $0.name == name })
    let number = header.text
    #expect(number.utf8.count == 16 && Identifier(number).isDigits)
    return number
  }

  private func list(
    _ rows: String, _ change: (inout UnconsumedQuery) -> Void = { _ in }
  ) async throws -> (purchases: [Purchase], request: HTTPRequest) {
    let transport = ScriptedTransport([.result(rows)])
    var query = UnconsumedQuery(owner: .user("alice"))
    change(&query)
    let list = try await RemoteService.test(.gamebase, transport).unconsumed(query).whole()
    return (list.elements, try #require(transport.sent.first))
  }

  @Test
  func `Unconsumed payments: one request for all markets`() async throws {
    let all = try await list("[]").request
    #expect(all.method == .post && !all.isMutating)
    #expect(all.url == Self.base + "/consumable")
    #expect(all.text == #"{"marketIds":[],"userId":"alice"}"#)
    try number(of: all)
    let two = try await list("[]") { $0.markets = ["AS", "GG"] }.request
    #expect(two.text == #"{"marketIds":["AS","GG"],"userId":"alice"}"#)
  }

  @Test
  func `Consume: the request has only the documented fields`() async throws {
    let transport = ScriptedTransport([.consumed])
    let payment = Payment("1", user: "alice", accessToken: Secret("t"), productSeq: 7)
    _ = await RemoteService.test(.gamebase, transport).consume([payment])
    let request = try #require(transport.sent.first)
    #expect(request.method == .post && request.isMutating)
    #expect(request.url == Self.base + "/consume")
    #expect(request.text == #"{"paymentSeq":"1","accessToken":"t"}"#)
    try number(of: request)
  }

  @Test
  func `The payment of a token: the token is percent-encoded, and in no trace`() async throws {
    let transport = ScriptedTransport([.failed(.broken, isSent: true)])
    let token = "a-b_c+d/e="
    let lines = Lines()
    let service = RemoteService.test(.gamebase, transport, retries: 0) { lines.add($0) }
    let error = await refusal { try await service.transaction(of: Secret(token)) }
    let request = try #require(transport.sent.first)
    #expect(request.method == .get && request.body == nil && !request.isMutating)
    #expect(
      request.url == Self.base + "/payment/transaction?accessToken=a-b_c%2Bd%2Fe%3D")
    let number = try self.number(of: request)
    #expect(error?.callNumber == "X-TCGB-Transaction-Id: \(number)")
    let line = try #require(lines.all.first)
    #expect(line.contains("accessToken=(secret), X-TCGB-Transaction-Id: \(number), attempt 1"))
    #expect(!line.contains("c%2Bd") && !line.contains(token))
  }

  @Test
  func `The attempts of a call have its number, and its result has it too`() async throws {
    let transport = ScriptedTransport([
      .failed(.unreachable, isSent: false), .consumed, .consumed,
    ])
    let service = RemoteService.test(.gamebase, transport)
    let payment = Payment("1", accessToken: Secret("t"), productSeq: 7)
    let first = try #require(await service.consume([payment]).first)
    _ = await service.consume([payment])
    let numbers = try transport.sent.map { try number(of: $0) }
    #expect(numbers.count == 3 && numbers[0] == numbers[1] && numbers[1] != numbers[2])
    #expect(first.callNumber == "X-TCGB-Transaction-Id: \(numbers[0])")
  }

  @Test
  func `Active subscriptions: a package of all markets takes one request`() async throws {
    let transport = AnsweringTransport { _ in .result("[]") }
    var access = RemoteAccess.test
    access.packages = MarketValues("com.example")
    var query = SubscriptionQuery(user: "alice")
    query.includesOnHold = true
    _ = try await RemoteService.test(.gamebase, transport, access: access).subscriptions(query)
    #expect(transport.sent.map(\.url) == [Self.base + "/active-subscriptions"])
    #expect(
      transport.sent.map(\.text) == [
        #"{"marketIds":[],"packageName":"com.example","userId":"alice","#
          + #""includeInactiveGoogleStatuses":["ON_HOLD"]}"#
      ])
  }

  @Test
  func `Active subscriptions: one request for each package`() async throws {
    let transport = AnsweringTransport { _ in .result("[]") }
    let query = SubscriptionQuery(user: "alice")
    _ = try await RemoteService.test(.gamebase, transport).subscriptions(query)
    #expect(
      Set(transport.sent.map(\.text)) == [
        #"{"marketIds":["AS"],"packageName":"com.example","userId":"alice"}"#,
        #"{"marketIds":["GG"],"packageName":"com.example.android","userId":"alice"}"#,
      ])
  }

  @Test
  func `The subscriptions of payments: at most 10 in a request, as they come`() async throws {
    let row = #"{"paymentSeq": "9", "accessToken": "other"}"#
    let transport = AnsweringTransport { _ in .result("[\(row)]") }
    let payments = (1...23).map { Payment(Identifier("\($0)"), accessToken: Secret("t\($0)")) }
    let found = try await RemoteService.test(.gamebase, transport).subscriptions(of: payments)
    #expect(transport.sent.map { $0.text.ranges(of: "paymentSeq").count } == [10, 10, 3])
    #expect(transport.sent.allSatisfy { $0.url == Self.base + "/subscriptions/status" })
    #expect(
      transport.sent.last?.text
        == #"{"payments":["#
        + (21...23).map { #"{"paymentSeq":"\#($0)","accessToken":"t\#($0)"}"# }
        .joined(separator: ",") + "]}")
    #expect(found.map(\.purchase.paymentSeq) == ["9", "9", "9"])
  }

  // MARK: Lists

  private static func row(_ number: Int, _ time: String?, _ more: String = "") -> String {
    let time = time.map { #", "purchaseTime": "\#($0)""# } ?? ""
    return #"{"paymentSeq": "\#(number)", "accessToken": "t\#(number)"\#(time)\#(more)}"#
  }

  @Test
  func `A list begins with the oldest payment, and a limit keeps the oldest`() async throws {
    let rows = [
      Self.row(1, "2020-06-02T13:38:56+09:00"), Self.row(2, nil),
      Self.row(3, "2020-06-02T04:37:00Z"), Self.row(4, "2020-06-02T13:38:55+09:00"),
    ].joined(separator: ",")
    #expect(try await list("[\(rows)]").purchases.map(\.paymentSeq) == ["3", "4", "1", "2"])
    #expect(try await list("[\(rows)]") { $0.limit = 2 }.purchases.map(\.paymentSeq) == ["3", "4"])
  }

  @Test
  func `The age of a payment counts to now, and a payment without a time fails the list`()
    async throws
  {
    // The clock of the tests is at 2026-01-01T00:00:00Z.
    let rows = [
      Self.row(1, "2026-01-01T08:45:00+09:00"), Self.row(2, "2026-01-01T08:45:01+09:00"),
    ].joined(separator: ",")
    let old = try await list("[\(rows)]") { $0.age = CalendarPeriod("15m") }
    #expect(old.purchases.map(\.paymentSeq) == ["1"])
    let error = await refusal {
      try await list("[\(Self.row(1, nil))]") { $0.age = CalendarPeriod("15m") }
    }
    #expect(error?.code == .http(.responseInvalid))
  }

  @Test(
    arguments: [
      ("GPA.3333-7714-3477-48799", ["1", "2"]), ("GPA.3333-7714-3477-48799..5", ["2"]),
      ("GPA.3333-7714-3477-4879", []), ("X", ["3"]), ("x", []),
    ] as [(String, [Identifier])])
  func `An order number finds its payment, and those of its renewals`(
    _ order: String, _ found: [Identifier]
  ) async throws {
    let rows = [
      Self.row(1, nil, #", "paymentId": "GPA.3333-7714-3477-48799""#),
      Self.row(2, nil, #", "paymentId": "GPA.3333-7714-3477-48799..5""#),
      Self.row(3, nil, #", "paymentId": "X""#), Self.row(4, nil, #", "paymentId": "X..1""#),
    ].joined(separator: ",")
    let list = try await list("[\(rows)]") { $0.transaction = Identifier(order) }
    #expect(list.purchases.map(\.paymentSeq) == found)
  }

  @Test
  func `A list with a market that was not asked for is invalid`() async throws {
    let rows = "[\(Self.row(1, nil, #", "marketId": "GG""#))]"
    #expect(try await list(rows).purchases.map(\.storeCode) == ["GG"])
    let transport = ScriptedTransport([.result(rows)])
    var query = UnconsumedQuery(owner: .user("alice"))
    query.markets = ["AS"]
    let list = try await RemoteService.test(.gamebase, transport, retries: 0).unconsumed(query)
      .whole()
    #expect(list.elements.isEmpty)
    #expect(list.failures.map(\.error.code) == [.http(.responseInvalid)])
  }

  @Test
  func `A product is named by its identifier in Gamebase or by its number`() async throws {
    let rows =
      "[\(Self.row(1, nil, #", "gamebaseProductId": "gem", "productSeq": 7"#)),"
      + "\(Self.row(2, nil, #", "gamebaseProductId": "coin", "productSeq": 8"#))]"
    for product in ["gem", "7"] as [Identifier] {
      let list = try await list(rows) { $0.products = [product] }
      #expect(list.purchases.map(\.paymentSeq) == ["1"])
    }
  }

  // MARK: Codes

  private func consume(
    _ script: [ScriptedTransport.Attempt], _ payment: Payment? = nil
  ) async throws -> CallResult<ConsumeReceipt> {
    let payment = payment ?? Payment("1", accessToken: Secret("t"), productSeq: 7)
    let service = RemoteService.test(.gamebase, ScriptedTransport(script))
    return try #require(await service.consume([payment]).first)
  }

  @Test(arguments: GamebaseCode.allCases)
  func `Each code has its outcome, and stops a batch if every call fails with it`(
    _ code: GamebaseCode
  ) async throws {
    let answer = try await consume([.code(code.rawValue), .consumed])
    guard case .failure(let error) = answer.result else {
      Issue.record("consumed")
      return
    }
    let isInternal = code.kind == .internalError
    #expect(error.outcome == (isInternal ? .unknown : .notApplied))
    #expect(answer.stopsBatch == code.kind.stopsBatch)
    #expect(error.failsEveryCall == code.kind.stopsBatch)
    #expect(error.gamebase == code && error.row.exit == code.row.exit)
  }

  @Test
  func `A code of Gamebase means nothing to the other dialects`() async throws {
    for api in WireDialect.allCases where api != .gamebase {
      let service = RemoteService.test(api, ScriptedTransport([.code(-4_010_004)]))
      let payment = Payment("1", accessToken: Secret("t"), productSeq: 7)
      let answer = try #require(await service.consume([payment]).first)
      guard case .failure(let error) = answer.result else { throw IAPError.iapctl(.bug, .bug("")) }
      #expect(error.code == .iap(.unknown) && error.outcome == .unknown, "\(api)")
    }
  }

  @Test
  func `An unlisted code is an unknown outcome of a consume, and an invalid answer to a query`()
    async throws
  {
    for code in [7777, 2111, -1, -4_000_009] {
      guard case .failure(let error) = try await consume([.code(code)]).result else {
        throw IAPError.iapctl(.bug, .bug(""))
      }
      #expect(error.code == .iap(.unknown) && error.outcome == .unknown)
      let service = RemoteService.test(.gamebase, ScriptedTransport([.code(code)]), retries: 0)
      let refused = await refusal {
        try await service.unconsumed(UnconsumedQuery(owner: .user("u"))).whole()
      }
      #expect(refused?.code == .http(.responseInvalid) && refused?.serverCode == code)
    }
  }

  @Test
  func `After a token of a login is refused, one more payment is asked for`() async throws {
    let script: [ScriptedTransport.Attempt] = [
      .code(-4_010_203), .consumed, .code(-4_010_208), .code(-4_010_203), .consumed,
    ]
    let transport = ScriptedTransport(script)
    let payments = (1...5).map {
      Payment(Identifier("\($0)"), accessToken: Secret("t"), productSeq: 7)
    }
    let answers = await RemoteService.test(.gamebase, transport).consume(payments)
    #expect(transport.sent.count == 4)
    #expect(answers.map(\.stopsBatch) == [false, false, false, true, false])
    #expect(answers.map(\.attempts) == [1, 1, 1, 1, 0])
  }

  @Test(arguments: [5000, 5018, -4_010_204])
  func `Refused tokens stop a batch only without another refusal between them`(_ other: Int) async {
    let script: [ScriptedTransport.Attempt] = [
      .code(-4_010_203), .code(other), .code(-4_010_208), .code(other), .code(-4_010_203),
      .code(-4_010_203), .consumed,
    ]
    let transport = ScriptedTransport(script)
    let payments = (1...7).map {
      Payment(Identifier("\($0)"), accessToken: Secret("t"), productSeq: 7)
    }
    let answers = await RemoteService.test(.gamebase, transport).consume(payments)
    #expect(transport.sent.count == 6)
    #expect(answers.map(\.stopsBatch) == [false, false, false, false, false, true, false])
    #expect(answers.map(\.attempts) == [1, 1, 1, 1, 1, 1, 0])
  }

  @Test
  func `A receipt for another market is the answer for another payment`() async throws {
    var payment = Payment("1", accessToken: Secret("t"), productSeq: 7)
    payment.purchase.storeCode = "AS"
    guard case .failure(let error) = try await consume([.consumed], payment).result else {
      throw IAPError.iapctl(.bug, .bug(""))
    }
    #expect(error.code == .http(.responseInvalid) && error.outcome == .unknown)
    payment.purchase.storeCode = "GG"
    let answer = try await consume([.consumed], payment)
    #expect((try? answer.result.get()) != nil)
  }

  @Test
  func `A consume of the sandbox against the real server names the address`() async throws {
    guard case .failure(let error) = try await consume([.code(-4_120_201)]).result else {
      throw IAPError.iapctl(.bug, .bug(""))
    }
    #expect(
      error.reason
        == .server("https://iap.example", .otherEnvironment(code: -4_120_201, message: "M")))
  }
}
