import IAPCore
import IAPRemote
import Testing

/// The exact requests of the dialect `fixture`, and the pages of its lists.
struct FixtureDialectTests {
  private static let empty = ScriptedTransport.Attempt.result(
    """
    {"products": [], "purchases": [], "subscriptions": [], "failures": [], "isAnswered": true,
     "closed": [], "outcome": "interrupted", "paymentSeq": "1", "price": null, "currency": null}
    """)

  private func request(
    _ operation: (RemoteService) async throws -> Void
  ) async throws -> HTTPRequest {
    let transport = ScriptedTransport([Self.empty])
    try await operation(.test(.fixture, transport))
    #expect(transport.sent.count == 1)
    let request = try #require(transport.sent.first)
    #expect(request.headers.contains(HTTPHeader("X-NHN-TCIAP-AppKey", Secret("app-key"))))
    return request
  }

  @Test
  func `Products and deferred products: the request`() async throws {
    var sent = try await request { _ = try await $0.products(in: []) }
    #expect(sent.method == .get)
    #expect(sent.url == "https://iap.example/fixture/v1/products")
    sent = try await request { _ = try await $0.products(in: ["AS", "a&b=c"]) }
    #expect(sent.url == "https://iap.example/fixture/v1/products?market=AS&market=a%26b%3Dc")
    #expect(!sent.isMutating)
    sent = try await request { _ = try await $0.deferredProducts(of: "u", in: ["GG"]) }
    #expect(sent.url == "https://iap.example/fixture/v1/deferred")
    #expect(sent.text == #"{"userID":"u","markets":["GG"]}"#)
    #expect(!sent.isMutating)
  }

  @Test
  func `Unconsumed payments: the request with each filter`() async throws {
    var sent = try await request { service in
      _ = try await service.unconsumed(UnconsumedQuery(owner: .everyone))
    }
    #expect(sent.url == "https://iap.example/fixture/v1/unconsumed")
    #expect(sent.text == #"{"allUsers":true}"#)
    sent = try await request { service in
      var query = UnconsumedQuery(owner: .user("u"))
      (query.markets, query.products, query.payments) = (["AS"], ["p", "q"], ["1"])
      (query.age, query.limit, query.transaction) = (CalendarPeriod("30d"), 0, "GPA.1")
      _ = try await service.unconsumed(query)
    }
    #expect(
      sent.text
        == #"{"userID":"u","markets":["AS"],"productIdentifiers":["p","q"],"paymentSeqs":["1"],"#
        + #""transactionIdentifier":"GPA.1","olderThan":"30d","limit":0}"#)
    #expect(!sent.isMutating)
  }

  @Test
  func `Payments: the request with each filter`() async throws {
    let page = ScriptedTransport.Attempt.result(#"{"payments": [], "cursor": null}"#)
    func sent(_ query: PaymentQuery, _ attempts: [ScriptedTransport.Attempt]) async throws
      -> [HTTPRequest]
    {
      let transport = ScriptedTransport(attempts)
      for try await _ in try await RemoteService.test(.fixture, transport).payments(query) {}
      return transport.sent
    }
    var query = PaymentQuery()
    var requests = try await sent(query, [page])
    #expect(requests.map(\.url) == ["https://iap.example/fixture/v1/payments"])
    #expect(requests.map(\.text) == ["{}"])
    #expect(!requests[0].isMutating)
    (query.users, query.markets, query.products) = (["u", "v"], ["AS"], ["p"])
    (query.states, query.transaction) = ([.refund, .userClose], "GPA.1-2..5")
    (query.since, query.until) = (Moment("2026-01-01"), Moment("2026-01-31"))
    requests = try await sent(query, [page])
    #expect(
      requests.map(\.text) == [
        #"{"userIDs":["u","v"],"markets":["AS"],"productIdentifiers":["p"],"#
          + #""states":["REFUND","USER_CLOSE"],"transactionIdentifier":"GPA.1-2..5","#
          + #""since":"2026-01-01T00:00:00.000Z","until":"2026-02-01T00:00:00.000Z"}"#
      ])
  }

  /// The store of a server has a time of its own.
  @Test
  func `Relative times count from the time of the server's store`() async throws {
    let transport = ScriptedTransport([
      .result(#"{"now": "2026-01-20T12:00:00.000Z", "isSet": true}"#),
      .result(#"{"payments": [], "cursor": null}"#),
    ])
    var query = PaymentQuery()
    query.since = Moment("2h")
    for try await _ in try await RemoteService.test(.fixture, transport).payments(query) {}
    #expect(transport.sent.map(\.method) == [.get, .post])
    #expect(transport.sent[0].url == "https://iap.example/fixture/v1/clock")
    #expect(transport.sent[1].text == #"{"since":"2026-01-20T10:00:00.000Z"}"#)
  }

  @Test
  func `The pages of a list of payments end at the last one, and a repeated cursor is invalid`()
    async throws
  {
    func page(_ number: Int, next: String) -> ScriptedTransport.Attempt {
      .result(
        """
        {"payments": [{"paymentSeq": "\(number)", "state": "SUCCESS", "consumed": true,
                       "pending": false}], "cursor": \(next)}
        """)
    }
    func numbers(_ attempts: [ScriptedTransport.Attempt]) async throws -> [String] {
      let service = RemoteService.test(.fixture, ScriptedTransport(attempts))
      var numbers: [String] = []
      for try await page in try await service.payments(PaymentQuery()) {
        numbers += page.map(\.purchase.paymentSeq.text)
      }
      return numbers
    }
    #expect(
      try await numbers([page(1, next: "\"a\""), page(2, next: "\"b\""), page(3, next: "null")])
        == ["1", "2", "3"])
    await #expect(throws: IAPError.self) {
      try await numbers([page(1, next: "\"a\""), page(2, next: "\"a\"")])
    }
  }

  @Test
  func `Consume: the request`() async throws {
    var sent = try await request { _ = await $0.consume([Payment("1")]) }
    #expect(sent.url == "https://iap.example/fixture/v1/consume")
    #expect(sent.text == #"{"paymentSeq":"1"}"#)
    #expect(sent.isMutating)
    sent = try await request { service in
      _ = await service.consume([
        Payment(
          "1", user: "u", markets: ["AS"], accessToken: Secret("t"), productSeq: 1)
      ])
    }
    #expect(
      sent.text == #"{"paymentSeq":"1","userID":"u","markets":["AS"],"accessToken":"t"}"#)
  }

  @Test
  func `Purchase: the request with each option`() async throws {
    var purchase = PurchaseRequest(product: "p", user: "u")
    var sent = try await request { [purchase] in _ = try await $0.purchase(purchase) }
    #expect(sent.url == "https://iap.example/fixture/v1/purchase")
    #expect(sent.text == #"{"userID":"u","productIdentifier":"p","storeCode":"AS"}"#)
    #expect(sent.isMutating)
    (purchase.market, purchase.payload, purchase.simulation) = ("GG", "é", .verifyFailed)
    (purchase.isSandbox, purchase.isPromotion, purchase.isDeferred) = (true, true, true)
    sent = try await request { [purchase] in _ = try await $0.purchase(purchase) }
    #expect(
      sent.text
        == #"{"userID":"u","productIdentifier":"p","storeCode":"GG","payload":"é","#
        + #""sandboxPayment":true,"storePayment":true,"deferred":true,"#
        + #""simulation":"verify-failed"}"#)
  }

  @Test(
    arguments: [
      (.active, #""selection":"active"}"#), (.all, #""selection":"all"}"#),
      (
        .statuses([.canceled, .onHold]),
        #""selection":"statuses","statuses":["CANCELED","ON_HOLD"]}"#
      ),
    ] as [(SubscriptionQuery.Selection, String)])
  func `Subscriptions: the request with each selection`(
    _ selection: SubscriptionQuery.Selection, _ text: String
  ) async throws {
    let sent = try await request { service in
      var query = SubscriptionQuery(user: "u")
      query.selection = selection
      _ = try await service.subscriptions(query)
    }
    #expect(sent.url == "https://iap.example/fixture/v1/subscriptions")
    #expect(sent.text == #"{"userID":"u","# + text)
    #expect(!sent.isMutating)
  }

  @Test
  func `Restore and reprocess: the request`() async throws {
    var sent = try await request { _ = try await $0.restore("u", in: ["AS"]) }
    #expect(sent.url == "https://iap.example/fixture/v1/restore")
    #expect(sent.text == #"{"userID":"u","markets":["AS"]}"#)
    #expect(sent.isMutating && sent.responseLimit == 64 << 20)
    sent = try await request { _ = try await $0.reprocess("u", in: []) }
    #expect(sent.url == "https://iap.example/fixture/v1/reprocess")
    #expect(sent.text == #"{"userID":"u"}"#)
    #expect(sent.isMutating)
  }

  // MARK: Pages

  private static func piece(
    _ numbers: [Int], cursor: String? = nil, failures: String = ""
  ) -> ScriptedTransport.Attempt {
    let rows = numbers.map { "{\"paymentSeq\": \"\($0)\"}" }.joined(separator: ",")
    return .result(
      """
      {"purchases": [\(rows)], "failures": [\(failures)], "isAnswered": true,
       "cursor": \(cursor.map { "\"\($0)\"" } ?? "null")}
      """)
  }

  private func list(
    _ transport: ScriptedTransport, limit: Int? = nil, clock: TestClock = TestClock()
  ) async throws -> PageSequence<MarketResults<[Purchase]>> {
    var query = UnconsumedQuery(owner: .everyone)
    query.limit = limit
    return try await RemoteService.test(.fixture, transport, clock: clock).unconsumed(query)
  }

  @Test
  func `A page is requested only when it is needed`() async throws {
    let transport = ScriptedTransport([
      Self.piece([1, 2], cursor: "a"), Self.piece([], cursor: "b"), Self.piece([3]),
    ])
    let pages = try await list(transport)
    var seen: [(sent: Int, numbers: [String])] = []
    for try await page in pages {
      seen.append((transport.sent.count, page.elements.map(\.paymentSeq.text)))
    }
    #expect(seen.map(\.sent) == [1, 2, 3])
    #expect(seen.map(\.numbers) == [["1", "2"], [], ["3"]])
    #expect(
      transport.sent.map(\.text) == [
        #"{"allUsers":true}"#, #"{"allUsers":true,"cursor":"a"}"#,
        #"{"allUsers":true,"cursor":"b"}"#,
      ])
  }

  @Test
  func `A limit ends the list without a further request`() async throws {
    let transport = ScriptedTransport([
      Self.piece([1, 2], cursor: "a"), Self.piece([3, 4], cursor: "b"), Self.piece([5]),
    ])
    let whole = try await list(transport, limit: 3).whole()
    #expect(whole.elements.map(\.paymentSeq.text) == ["1", "2", "3"])
    #expect(transport.sent.count == 2)
    #expect(transport.sent[1].text == #"{"allUsers":true,"limit":3,"cursor":"a"}"#)
  }

  @Test
  func `A repeated cursor ends the list with an error`() async throws {
    let transport = ScriptedTransport([
      Self.piece([1], cursor: "a"), Self.piece([2], cursor: "a"), Self.piece([3]),
    ])
    let pages = try await list(transport).makeAsyncIterator()
    #expect(try await pages.next() != nil)
    #expect(
      await refusal { try await pages.next() }?.code == .http(.responseInvalid)
    )
    #expect(transport.sent.count == 2)
  }

  @Test
  func `A page that fails ends the list`() async throws {
    let transport = ScriptedTransport([Self.piece([1], cursor: "a"), .answer(401)])
    let pages = try await list(transport).makeAsyncIterator()
    #expect(try await pages.next() != nil)
    #expect(await refusal { try await pages.next() }?.httpStatus == 401)
  }

  @Test
  func `The markets that failed stand beside the purchases of a page`() async throws {
    let failure = """
      {"storeCode": "GG", "error": {"domain": "com.nhncloud.iap", "code": 2, "name": "n",
       "serverCode": null, "outcome": "not-applied",
       "reason": {"name": "marketSwitchedOff", "market": "GG"}}}
      """
    let transport = ScriptedTransport([Self.piece([1], failures: failure)])
    let whole = try await list(transport).whole()
    #expect(
      whole.failures
        == [MarketFailure("GG", .iap(.storeNotAvailable, .marketSwitchedOff("GG")))])
    #expect(whole.elements.count == 1)
  }

  // MARK: Errors

  private func consumed(_ resultCode: Int, _ error: String) async throws -> IAPError {
    let transport = ScriptedTransport([
      .answer(
        200,
        """
        {"header": {"isSuccessful": false, "resultCode": \(resultCode), "resultMessage": "why",
         "error": \(error)}}
        """)
    ])
    let answers = await RemoteService.test(.fixture, transport).consume([
      Payment("1")
    ])
    guard case .failure(let error) = try #require(answers.first).result else { throw Consumed() }
    return error
  }

  private struct Consumed: Error {}

  private func error(
    _ domain: String, _ code: String, _ name: String = "n", serverCode: String = "null",
    outcome: String = "not-applied", reason: String = "null"
  ) -> String {
    """
    {"domain": "\(domain)", "code": \(code), "name": "\(name)", "serverCode": \(serverCode),
     "outcome": "\(outcome)", "reason": \(reason), "more": []}
    """
  }

  @Test
  func `The exact error in a response is preferred to its code`() async throws {
    let said = IAPError.Reason.serverSaid(code: 9999, message: "why")
    let iap = "com.nhncloud.iap"
    #expect(try await consumed(9999, error(iap, "17")) == .iap(.paymentNotAvailable, said))
    #expect(
      try await consumed(
        9999, error(iap, "9", reason: #"{"name": "paymentSheetClosed", "product": "p"}"#))
        == .iap(.paymentCancelled, .product("p", .paymentSheetClosed)))
    for reason in [
      #"{"name": "notToday"}"#, #"{"name": "tokenWrong"}"#,
      #"{"name": "tokenWrong", "payment": 1}"#,
      #"{"name": "notPaid", "payment": "1", "state": "x"}"#, "{}", "[]",
    ] {
      let error = try await consumed(9999, error(iap, "9", reason: reason))
      // With an invalid reason, the whole error is ignored.
      let expected = IAPError(
        .iap(.unknown), said, serverCode: 9999, httpStatus: 200, outcome: .unknown)
      #expect(error == (reason == "[]" ? expected : .iap(.paymentCancelled, said)))
    }
    #expect(
      try await consumed(9999, error("iapctl", "null", "storeBusy"))
        == .iapctl(.storeBusy, said))
    #expect(
      try await consumed(
        5018,
        error(iap, "12", serverCode: "5018", reason: #"{"name": "consumedBefore", "payment": "1"}"#)
      )
        == .alreadyConsumed("1"))
    #expect(try await consumed(9999, error(iap, "0", outcome: "unknown")).outcome == .unknown)
  }

  /// If the error is unknown or contradicts the result code, the meaning of the result code is
  /// used.
  @Test
  func `An invalid error in a response is ignored`() async throws {
    for none in [
      error("com.example", "7"), error("com.nhncloud.iap", "99"),
      error("com.nhncloud.iap", "null"), error("iapctl", "null", "bug"),
      error("iapctl", "null", "interrupted"), error("com.nhncloud.iap", "9", outcome: "maybe"),
      error("com.nhncloud.iap", "12", serverCode: "5018"), "7", "null", "{}",
    ] {
      let error = try await consumed(9999, none)
      #expect(error.code == .iap(.unknown), "\(none)")
      #expect(error.outcome == .unknown, "\(none)")
      #expect(try await consumed(5018, none).isAlreadyConsumed, "\(none)")
    }
  }
}
