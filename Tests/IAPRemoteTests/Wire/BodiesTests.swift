import IAPCore
import IAPRemote
import IAPWire
import System
import TestSupport
import Testing

/// The sample responses in `Bodies/`, with the results that `Bodies/README.md` documents.
struct BodiesTests {
  private func body(_ name: String) throws -> ScriptedTransport.Attempt {
    .answer(200, try Project.text("Tests/IAPRemoteTests/Bodies/\(name)"))
  }

  private func consume(
    _ name: String, _ api: WireDialect = .service
  ) async throws -> Result<ConsumeReceipt, IAPError> {
    let transport = ScriptedTransport([try body(name), .consumed])
    let request = Payment(
      "1", accessToken: Secret("token"),
      productSeq: api == .legacy ? 1_000_292 : nil)
    let answer = try #require(await RemoteService.test(api, transport).consume([request]).first)
    #expect(transport.sent.count == 1)
    #expect(!answer.priorUnknown)
    return answer.result
  }

  @Test(
    arguments: [
      ("service-consume-ok.json", "1500", "KRW", 12345),
      ("service-consume-ok-decimal.json", "2.29", "EUR", 1_003_150),
      ("service-consume-ok-exponent.json", "1500", "KRW", 12345),
    ] as [(String, String, String, Int64)])
  func `The consume responses of the service API are read`(
    _ name: String, _ price: String, _ currency: String, _ number: Int64
  ) async throws {
    let receipt = ConsumeReceipt(
      price: Price(canonical: price), currency: currency, productSeq: number)
    #expect(try await consume(name) == .success(receipt))
  }

  @Test
  func `The consume response of the legacy API is read`() async throws {
    let receipt = ConsumeReceipt(
      price: Price(canonical: "1000"), currency: "KRW", productSeq: 1_000_292)
    #expect(try await consume("legacy-consume-ok.json", .legacy) == .success(receipt))
  }

  @Test(
    arguments: [
      ("1100", .http(.requestInvalid), .notApplied),
      ("2111", .http(.requestInvalid), .notApplied),
      ("2112", .http(.requestInvalid), .notApplied),
      ("5000", .iap(.changePurchaseStatusFailed), .notApplied),
      ("5000-hostile", .iap(.changePurchaseStatusFailed), .notApplied),
      ("5018", .iap(.changePurchaseStatusFailed), .notApplied),
      ("7777", .iap(.unknown), .unknown), ("9999", .iap(.unknown), .unknown),
    ] as [(String, IAPError.Code, IAPError.Outcome)])
  func `Each result code gives its error and outcome`(
    _ name: String, _ code: IAPError.Code, _ outcome: IAPError.Outcome
  ) async throws {
    // Gamebase has no codes 2111 and 2112.
    for api in WireDialect.allCases where api != .gamebase || !name.hasPrefix("211") {
      guard case .failure(let error) = try await consume("service-error-\(name).json", api) else {
        Issue.record("consumed")
        return
      }
      #expect(error.code == code)
      #expect(error.outcome == outcome)
      #expect(error.serverCode == Int(name.prefix(4)))
      #expect(error.isAlreadyConsumed == (name == "5018"))
    }
  }

  @Test(arguments: [
    "bad-contradiction.json", "bad-contradiction-2.json", "bad-html.txt", "bad-string-code.json",
    "bad-truncated.json",
  ])
  func `An invalid body leaves the outcome unknown`(_ name: String) async throws {
    for api in WireDialect.allCases {
      guard case .failure(let error) = try await consume(name, api) else {
        Issue.record("consumed")
        return
      }
      #expect(error.code == .http(.responseInvalid))
      #expect(error.outcome == .unknown)
    }
  }

  @Test
  func `The unconsumed payments of the service API are read`() async throws {
    let transport = ScriptedTransport([
      try body("service-consumable-ok.json"), try body("service-consumable-empty.json"),
    ])
    let service = RemoteService.test(.service, transport, access: .withoutAppSeq)
    var query = UnconsumedQuery(owner: .user("alice"))
    query.markets = ["GG"]
    let list = try await service.unconsumed(query).whole()
    #expect(list.elements.map(\.paymentSeq) == ["2016122110023124", "2016122110023125"])
    #expect(list.elements.map(\.productSeq) == [1_000_292, 1_000_292])
    #expect(list.elements.map(\.price?.digits) == ["1000", "1000"])
    #expect(list.elements.map(\.currency) == ["KRW", "KRW"])
    #expect(list.elements.map(\.userID) == ["alice", "alice"])
    #expect(list.elements.map(\.storeCode) == ["GG", "GG"])
    #expect(list.elements[0].accessToken?.revealed.hasPrefix("oJgM1EfDRjnQY7yqhWCUVgAX") == true)
    #expect(list.elements.allSatisfy { $0.purchaseTime == nil && $0.payload == nil })
    let empty = try await service.unconsumed(query).whole()
    #expect(empty.elements.isEmpty && empty.isAnswered && empty.failures.isEmpty)
  }

  @Test
  func `The unconsumed payments of the legacy API are read`() async throws {
    let transport = ScriptedTransport([try body("legacy-consumable-ok.json")])
    let list = try await RemoteService.test(.legacy, transport)
      .unconsumed(UnconsumedQuery(owner: .user("alice"))).whole()
    var purchase = Purchase(paymentSeq: "2016122110023124")
    (purchase.userID, purchase.productSeq, purchase.currency) = ("alice", 1_000_292, "KRW")
    purchase.price = Price(canonical: "1000")
    purchase.accessToken = Secret("oJgM1EfDRjnQY7yqhWCUVg==")
    #expect(list.elements == [purchase])
  }

  @Test
  func `The item list of the legacy API is read`() async throws {
    for api in [WireDialect.legacy, .service] {
      let transport = ScriptedTransport([try body("legacy-items-ok.json")])
      let products = try await RemoteService.test(api, transport).products(in: []).elements
      #expect(
        products == [
          Product(
            productIdentifier: "gas", productSeq: 1_000_059, productName: "gas", productType: nil,
            storeCode: "GG", isValid: nil),
          Product(
            productIdentifier: "gem.100", productSeq: 1_000_060, productName: "보석 100개",
            productType: nil, isActive: false, storeCode: .oneStore, isValid: nil),
        ])
    }
  }

  /// The response has one member twice. Either value is accepted.
  @Test
  func `The active subscriptions of the service API are read`() async throws {
    let transport = ScriptedTransport([try body("service-subscriptions-ok.json")])
    var query = SubscriptionQuery(user: "alice")
    query.markets = ["GG"]
    let answer = try await RemoteService.test(.service, transport).subscriptions(query)
    let subscription = try #require(answer.elements.first)
    #expect(answer.elements.count == 1)
    #expect(subscription.status == nil)
    #expect(subscription.renewTime == Instant(1_540_523_045_377))
    let purchase = subscription.purchase
    #expect([1_002_904, 1_000_009].contains(purchase.productSeq))
    #expect(purchase.userID == "default_testUserx")
    #expect(purchase.productIdentifier == "subs_p1w")
    #expect(purchase.productType == .autoRenewable)
    #expect(purchase.paymentSeq == "2018102610330423")
    #expect(purchase.price == Price(canonical: "1000"))
    #expect(purchase.transactionIdentifier == "GPA.3375-2193-1175-57698")
    #expect(purchase.originalTransactionIdentifier == "GPA.3375-2193-1175-57698")
    #expect(purchase.purchaseTime == Instant(1_540_522_998_289))
    #expect(purchase.expiryTime == Instant(1_541_134_994_548))
  }

  /// Each file in `Bodies/` is used by a test in this file, or in that of Gamebase.
  @Test
  func `Every recorded body is tested`() throws {
    let source = try Project.text("Tests/IAPRemoteTests/Wire/BodiesTests.swift")
    let readMe = "README.md"
    for name in TemporaryFolder.names(of: "\(Project.root)/Tests/IAPRemoteTests/Bodies") {
      let refused = name.hasPrefix("service-error-")
      let word = refused ? "\"\(name.dropFirst(14).dropLast(5))\"" : name
      // `GamebaseBodiesTests` reads these.
      let isOfGamebase = name.hasPrefix("gamebase-")
      #expect(name == readMe || isOfGamebase || source.contains(word), "\(name)")
    }
  }

  // MARK: Strictness

  @Test(arguments: [
    #"{"header": {"isSuccessful": true, "resultCode": 0, "resultMessage": null}, "result": "#
      + #"{"price": 1, "currency": "KRW", "productSeq": 1}}"#,
    #"{"header": {"isSuccessful": true, "resultCode": 0, "error": 7, "more": []}, "result": "#
      + #"{"price": null, "currency": null, "productSeq": 1}, "other": {}}"#,
  ])
  func `Unknown members are ignored`(_ text: String) async throws {
    let request = Payment("1", accessToken: Secret("token"))
    let transport = ScriptedTransport([.answer(200, text)])
    let answer = try #require(
      await RemoteService.test(.service, transport).consume([request]).first)
    #expect(throws: Never.self) { try answer.result.get() }
  }

  @Test(arguments: [
    #"{"price": "1", "currency": "KRW", "productSeq": 1}"#,
    #"{"currency": "KRW", "productSeq": 1}"#, #"{"price": 1, "currency": "KRW"}"#,
    #"{"price": 1, "currency": "KRW", "productSeq": 1.5}"#,
    #"{"price": 1, "currency": "KRW", "productSeq": "1"}"#,
    #"{"price": 1, "currency": "KRW", "productSeq": 9223372036854775808}"#, "null", "[]", "7",
  ])
  func `An invalid receipt leaves the outcome unknown`(_ result: String) async throws {
    let request = Payment("1", accessToken: Secret("token"))
    let transport = ScriptedTransport([.result(result)])
    let answer = try #require(
      await RemoteService.test(.service, transport).consume([request]).first)
    guard case .failure(let error) = answer.result else {
      Issue.record("consumed")
      return
    }
    #expect(error.code == .http(.responseInvalid))
    #expect(error.outcome == .unknown)
  }
}
