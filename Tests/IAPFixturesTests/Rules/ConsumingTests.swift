import IAPCore
import IAPFixtures
import TestSupport
import Testing

struct ConsumingTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  static let token = "\"accessToken\": \"tok\""

  @Test
  func `A payment can be consumed only once`() async throws {
    let store = try folder.store(Game.seed(purchases: Game.payment("1", "gem", Self.token)))
    let receipt = try #require(await store.consuming("1", user: "alice", token: "tok").answer)
    let product = try #require(try await store.products(in: []).elements.first)
    #expect(receipt.price == Price("1500"))
    #expect(receipt.currency == "KRW")
    #expect(receipt.productSeq == product.productSeq)
    #expect(try await store.contents().payment("1")?.consumed == true)
    #expect(try await store.contents().payment("1")?.state == "SUCCESS")
    #expect(try await store.unconsumedNumbers(of: "alice").isEmpty)
    let again = await store.consuming("1", user: "alice", token: "tok").refusal
    #expect(again == .alreadyConsumed("1"))
    #expect(again?.code == .iap(.changePurchaseStatusFailed))
    #expect(again?.serverCode == 5018)
  }

  @Test
  func `A payment can be consumed by its number alone`() async throws {
    let store = try folder.store(Game.seed(purchases: Game.payment("1", "gem")))
    #expect(await store.consuming("1").answer != nil)
  }

  @Test
  func `A number with leading zeros is the same payment`() async throws {
    let store = try folder.store(Game.seed(purchases: Game.payment("1", "gem")))
    #expect(await store.consuming("001").answer != nil)
    #expect(await store.consuming("1").refusal?.isAlreadyConsumed == true)
    #expect(await store.consuming("002").refusal?.code == .iapctl(.paymentNotFound))
  }

  struct Refused: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let purchase: String
    var user: Identifier? = "alice"
    var token: String?
    let error: IAPError

    init(
      _ what: String, _ purchase: String, user: Identifier? = "alice", token: String? = nil,
      _ error: IAPError
    ) {
      (testDescription, self.purchase, self.user) = (what, purchase, user)
      (self.token, self.error) = (token, error)
    }
  }

  static let wrongToken = IAPError(
    .iap(.changePurchaseStatusFailed), .payment("1", .tokenWrong), serverCode: 5000)

  static func unpaid(_ state: PaymentState) -> IAPError {
    .iap(.purchaseStatusInvalid, .payment("1", .notPaid(state)))
  }

  static let refusals = [
    Refused(
      "reserved", Game.payment("1", "gem", "\"state\": \"RESERVED\""), unpaid(.reserved)),
    Refused("charged", Game.payment("1", "gem", "\"state\": \"CHARGED\""), unpaid(.charged)),
    Refused(
      "closed", Game.payment("1", "gem", "\"state\": \"USER_CLOSE\""), unpaid(.userClose)),
    Refused("failed", Game.payment("1", "gem", "\"state\": \"FAILURE\""), unpaid(.failure)),
    Refused("refunded", Game.payment("1", "gem", "\"state\": \"REFUND\""), unpaid(.refund)),
    Refused(
      "a subscription", Game.payment("1", "vip"),
      .iap(.purchaseStatusInvalid, .payment("1", .notConsumable(.autoRenewable, .active)))),
    Refused(
      "a subscription that is on hold", Game.payment("1", "vip", "\"status\": \"ON_HOLD\""),
      .iap(.purchaseStatusInvalid, .payment("1", .notConsumable(.autoRenewable, .onHold)))),
    Refused(
      "an unknown type", Game.payment("1", "odd"),
      .iap(.purchaseStatusInvalid, .payment("1", .notConsumable(.unknown)))),
    Refused(
      "revoked", Game.payment("1", "box", "\"storeCode\": \"GG\", \"status\": \"REVOKED\""),
      .iap(.purchaseStatusInvalid, .payment("1", .subscriptionRevoked))),
    Refused(
      "another user", Game.payment("1", "gem", token), user: "bob", token: "tok",
      .iap(.userInvalid, .payment("1", .ofAnotherUser))),
    Refused("wrong token", Game.payment("1", "gem", token), token: "tokk", wrongToken),
    Refused(
      "a token before who asks", Game.payment("1", "gem", token), user: "bob", token: "x",
      wrongToken),
    Refused(
      "a token before consumed", Game.payment("1", "gem", "\(token), \"consumed\": true"),
      token: "x", wrongToken),
    Refused(
      "who asks before consumed", Game.payment("1", "gem", "\"consumed\": true"), user: "bob",
      .iap(.userInvalid, .payment("1", .ofAnotherUser))),
    Refused(
      "a token before the state", Game.payment("1", "gem", "\(token), \"state\": \"REFUND\""),
      token: "x", wrongToken),
    Refused(
      "an unknown payment", Game.payment("2", "gem"),
      .iapctl(.paymentNotFound, .payment("1", .notFound))),
    Refused(
      "consumed", Game.payment("1", "gem", "\"consumed\": true"), .alreadyConsumed("1")),
  ]

  @Test(arguments: refusals)
  func `A refused consume has its reason and changes nothing`(_ example: Refused) async throws {
    let store = try folder.store(Game.seed(purchases: example.purchase))
    let before = try await store.dumped()
    let result = await store.consuming("1", user: example.user, token: example.token)
    #expect(result.refusal == example.error)
    #expect(try await store.dumped() == before)
  }

  @Test
  func `The check for a market that is switched off comes first`() async throws {
    let store = try folder.store(
      Game.seed(
        markets: "{\"storeCode\": \"AS\", \"available\": false}",
        purchases: Game.payment("1", "gem", Self.token) + ","
          + Game.payment("2", "coin", "\"storeCode\": \"GG\"")))
    let refusal = await store.consuming("1", user: "bob", token: "x").refusal
    #expect(refusal == .iap(.storeNotAvailable, .marketSwitchedOff(.appStore)))
    #expect(await store.consuming("2").answer != nil)
  }

  // MARK: Consumable subscriptions

  /// Three payments of one consumable subscription. Its status is on the last one.
  static func chain(
    _ status: String, last: String = "2026-01-20T00:00:00Z", in market: String = "AS"
  ) -> String {
    func member(_ number: String, _ end: String, _ more: String) -> String {
      Game.payment(
        number, market == "GG" ? "box" : "chest", at: "2026-01-0\(number)T00:00:00Z",
        "\"storeCode\": \"\(market)\", \"originalTransactionIdentifier\": \"1\", \"expiryTime\": \"\(end)\"\(more)"
      )
    }
    return [
      member("1", "2026-01-06T00:00:00Z", ""), member("2", "2026-01-13T00:00:00Z", ""),
      member("3", last, ", \"status\": \"\(status)\""),
    ].joined(separator: ",")
  }

  @Test(arguments: ["1", "2", "3"])
  func `No payment of a revoked subscription of Google Play can be consumed`(_ payment: String)
    async throws
  {
    let store = try folder.store(Game.seed(purchases: Self.chain("REVOKED", in: "GG")))
    let refusal = await store.consuming(Identifier(payment)).refusal
    #expect(
      refusal
        == .iap(.purchaseStatusInvalid, .payment(Identifier(payment), .subscriptionRevoked)))
  }

  @Test(arguments: SubscriptionStatus.known)
  func `What Google Play withholds from the list cannot be consumed by its number either`(
    _ status: SubscriptionStatus
  ) async throws {
    let store = try folder.store(
      Game.seed(
        purchases: Game.payment(
          "1", "box", "\"storeCode\": \"GG\", \"status\": \"\(status.name)\"")))
    let isListed = try await store.unconsumedNumbers(of: "alice") == ["1"]
    let refusal = await store.consuming("1").refusal
    #expect(isListed == (refusal == nil))
    if !isListed, status != .revoked {
      #expect(
        refusal == .iap(.purchaseStatusInvalid, .payment("1", .subscriptionWithheld(status))))
    }
  }

  @Test(arguments: SubscriptionStatus.known.map(\.name))
  func `In the App Store the payments of a subscription in any status can be consumed`(
    _ status: String
  )
    async throws
  {
    let store = try folder.store(Game.seed(purchases: Self.chain(status)))
    for payment: Identifier in ["1", "2", "3"] {
      #expect(await store.consuming(payment).answer?.price == Price("2.29"))
    }
  }

  // MARK: Batches

  @Test
  func `Each payment of a batch has its own result, in order`() async throws {
    let store = try folder.store(
      Game.seed(
        purchases: [
          Game.payment("1", "gem", Self.token), Game.payment("2", "gem", "\"price\": 2"),
          Game.payment("3", "gem", "\"state\": \"REFUND\""), Game.payment("4", "coin", gg),
        ].joined(separator: ",")))
    let results = await store.consume([
      Payment("4"), Payment("3"),
      Payment("1", accessToken: Secret("no")),
      Payment("9"), Payment("2"),
      Payment("2"),
      Payment("1", accessToken: Secret("tok")),
    ])
    #expect(
      results.map(\.code) == [
        nil, .iap(.purchaseStatusInvalid), .iap(.changePurchaseStatusFailed),
        .iapctl(.paymentNotFound), nil, .iap(.changePurchaseStatusFailed), nil,
      ])
    #expect(results.map(\.answer?.price?.digits) == ["600", nil, nil, nil, "2", nil, "1500"])
    #expect(results[5].refusal?.isAlreadyConsumed == true)
    #expect(
      try await store.contents().purchases.map(\.consumed) == [true, true, false, true])
  }

  private var gg: String { "\"storeCode\": \"GG\"" }

  @Test
  func `An empty batch has no results`() async throws {
    let store = try folder.store(Game.seed())
    #expect(await store.consume([]).isEmpty)
  }
}
