import IAPCore
import IAPFixtures
import TestSupport
import Testing

struct BuyingTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test
  func `A purchase is paid, verified and unconsumed`() async throws {
    let store = try folder.store(Game.seed())
    var request = PurchaseRequest(product: "gem", user: "alice")
    request.payload = "slot \"3\"\n보석"
    let purchase = try #require(await store.purchasing(request).answer?.purchase)
    #expect(purchase.userID == "alice")
    #expect(purchase.storeCode == .appStore)
    #expect(purchase.productType == .consumable)
    #expect(purchase.price == Price("1500"))
    #expect(purchase.currency == "KRW")
    #expect(purchase.purchaseTime?.description == Game.clock)
    #expect(purchase.expiryTime == nil)
    #expect(purchase.originalTransactionIdentifier == nil)
    #expect(purchase.isStorePayment == false)
    #expect(purchase.isSandboxPayment == false)
    #expect(purchase.payload == request.payload)
    let contents = try await store.contents()
    let row = try #require(contents.purchases.first)
    #expect(row.state == "SUCCESS")
    #expect(!row.consumed)
    #expect(row.status == nil)
    #expect(row.payload == request.payload)
    #expect(row.paymentSeq == purchase.paymentSeq.text)
    #expect(row.accessToken == purchase.accessToken?.revealed)
    #expect(contents.transactions.isEmpty)
  }

  @Test
  func `A price keeps its exact digits`() async throws {
    let store = try folder.store(Game.seed(products: Game.products + "," + Self.dime))
    #expect(await store.buy("chest").answer?.purchase?.price?.digits == "2.29")
    #expect(await store.buy("dime").answer?.purchase?.price?.digits == "0.1")
  }

  static let dime = """
    {"productIdentifier": "dime", "productType": "CONSUMABLE", "price": 0.10, "currency": "USD"}
    """

  @Test
  func `A product of type UNKNOWN cannot be bought`() async throws {
    let store = try folder.store(Game.seed())
    #expect(
      await store.buy("odd").refusal == .iap(.productNotAvailable, .product("odd", .ofUnknownType)))
    #expect(try await store.contents().purchases.isEmpty)
  }

  @Test
  func `A user has one active subscription of a group`() async throws {
    func club(_ name: String, _ more: String) -> String {
      """
      {"productIdentifier": "\(name)", "productType": "AUTO_RENEWABLE", "period": "P1M", \(more)}
      """
    }
    let group = "\"subscriptionGroup\": \"club\""
    let store = try folder.store(
      Game.seed(
        products: [
          club("silver", group), club("gold", group), club("other", "\"price\": 1"),
          club("android", group + ", \"storeCode\": \"GG\""),
        ].joined(separator: ",")))
    let bought = try #require(await store.buy("silver").answer?.purchase)
    #expect(
      await store.buy("gold").refusal
        == .iap(
          .alreadyOwned,
          .product("gold", .groupOwned(user: "alice", by: "silver", until: bought.expiryTime))))
    #expect(await store.buy("other").answer != nil, "it has no group")
    #expect(await store.buy("android", market: .googlePlay).answer != nil, "another market")
    #expect(await store.buy("gold", for: "bob").answer != nil)
    _ = try await store.apply(SetStatus(bought.paymentSeq, .expired))
    #expect(await store.buy("gold").answer != nil)
  }

  @Test
  func `Sandbox and promotion purchases are marked`() async throws {
    let store = try folder.store(Game.seed())
    var request = PurchaseRequest(product: "gem", user: "alice")
    request.isSandbox = true
    request.isPromotion = true
    let purchase = try #require(await store.purchasing(request).answer?.purchase)
    #expect(purchase.isSandboxPayment == true)
    #expect(purchase.isStorePayment == true)
    let row = try #require(try await store.contents().purchases.first)
    #expect(row.sandboxPayment)
    #expect(row.storePayment)
  }

  @Test
  func `A new subscription is active and has a receipt`() async throws {
    let store = try folder.store(Game.seed())
    let purchase = try #require(await store.buy("vip").answer?.purchase)
    #expect(purchase.expiryTime?.description == "2026-02-15T09:00:00.000Z")
    let contents = try await store.contents()
    #expect(contents.purchases.map(\.status) == ["ACTIVE"])
    let receipt = try #require(contents.transactions.first)
    #expect(contents.transactions.count == 1)
    #expect(receipt.userID == "alice")
    #expect(receipt.applicationUsername == "alice")
    #expect(receipt.transactionIdentifier == purchase.transactionIdentifier?.text)
    #expect(receipt.originalTransactionIdentifier == receipt.transactionIdentifier)
    #expect(receipt.purchaseTime == Game.clock)
    #expect(receipt.expiryTime == "2026-02-15T09:00:00.000Z")
  }

  @Test(arguments: [
    #""status": "EXPIRED", "expiryTime": "2026-01-10T00:00:00Z""#,
    #""status": "REVOKED", "expiryTime": "2027-01-10T00:00:00Z""#,
    #""state": "REFUND", "expiryTime": "2027-01-10T00:00:00Z""#,
  ])
  func `Who subscribes again in the App Store keeps the original transaction`(_ end: String)
    async throws
  {
    let earlier = Game.payment("77", "vip", at: "2026-01-01T00:00:00Z", end)
    let store = try folder.store(
      Game.seed(purchases: earlier + "," + Game.payment("88", "vip", of: "bob")))
    let again = try #require(await store.buy("vip").answer?.purchase)
    #expect(again.originalTransactionIdentifier == "77")
    #expect(again.transactionIdentifier != "77")
    let rows = try await store.contents().purchases
    #expect(rows.map(\.status) == [nil, "ACTIVE", "ACTIVE"])
    #expect(try await store.check().isEmpty)
  }

  @Test(arguments: ["interrupted", "pending"])
  func `A purchase that is completed later gives access, although an earlier one was revoked`(
    _ name: String
  ) async throws {
    let end = #""status": "REVOKED", "expiryTime": "2027-01-10T00:00:00Z""#
    let store = try folder.store(Game.seed(purchases: Game.payment("1", "vip", end)))
    _ = await store.buy("vip", ending: name == "pending" ? .pending : .interrupted)
    let payment = Identifier(try #require(await store.contents().purchases.last).paymentSeq)
    if name == "pending" {
      _ = try await store.apply(Approve(payment))
    } else {
      _ = try await store.reprocess("alice", in: [])
    }
    #expect(try await store.contents().purchases.map(\.status) == [nil, "ACTIVE"])
  }

  @Test
  func `Who subscribes again on Google Play begins another subscription`() async throws {
    let end = #""storeCode": "GG", "status": "EXPIRED", "expiryTime": "2026-01-10T00:00:00Z""#
    let store = try folder.store(Game.seed(purchases: Game.payment("1", "box", end)))
    let again = try #require(await store.buy("box", market: .googlePlay).answer?.purchase)
    #expect(again.originalTransactionIdentifier == again.transactionIdentifier)
  }

  @Test
  func `A market sells only its own products`() async throws {
    let store = try folder.store(Game.seed())
    let refusal = await store.buy("coin").refusal
    #expect(refusal?.code == .iap(.productNotAvailable))
    #expect(
      refusal?.reason == .product("coin", .notFound(market: .appStore, soldIn: [.googlePlay])))
    let purchase = try #require(await store.buy("coin", market: .googlePlay).answer?.purchase)
    #expect(purchase.storeCode == .googlePlay)
  }

  // MARK: Results

  struct End: Sendable, CustomTestStringConvertible {
    let simulation: PurchaseRequest.Simulation
    let code: IAPCode
    let state: String
    var testDescription: String { simulation.rawValue }
  }

  @Test(arguments: [
    End(simulation: .cancelled, code: .paymentCancelled, state: "USER_CLOSE"),
    End(simulation: .paymentFailed, code: .paymentFailed, state: "FAILURE"),
    End(simulation: .verifyFailed, code: .verifyFailed, state: "FAILURE"),
  ])
  func `A purchase that fails leaves a record with its state`(_ end: End) async throws {
    let store = try folder.store(Game.seed())
    let refusal = await store.buy("vip", ending: end.simulation).refusal
    #expect(refusal?.code == .iap(end.code))
    #expect(refusal?.outcome == .notApplied)
    let contents = try await store.contents()
    #expect(contents.purchases.map(\.state) == [end.state])
    #expect(contents.purchases.map(\.status) == [nil])
    #expect(contents.transactions.isEmpty)
    #expect(await store.buy("vip").answer?.purchase != nil)
  }

  @Test
  func `An interrupted purchase is charged and blocks the next one`() async throws {
    let store = try folder.store(Game.seed())
    let outcome = try #require(await store.buy("vip", ending: .interrupted).answer)
    let contents = try await store.contents()
    let row = try #require(contents.purchases.first)
    #expect(outcome == .interrupted(payment: Identifier(row.paymentSeq)))
    #expect(row.state == "CHARGED")
    #expect(row.status == nil)
    #expect(contents.transactions.map(\.transactionIdentifier) == [row.transactionIdentifier])
    let before = try await store.dumped()
    let refusal = await store.buy("vip").refusal
    #expect(refusal?.code == .iap(.alreadyInProgress))
    #expect(
      refusal?.reason
        == .product("vip", .purchaseUnfinished(user: "alice", payment: Identifier(row.paymentSeq))))
    #expect(try await store.dumped() == before)
    #expect(await store.buy("gem").answer != nil)
    #expect(await store.buy("vip", for: "bob").answer != nil)
  }

  @Test
  func `Reprocessing allows a product in progress to be bought again`() async throws {
    let store = try folder.store(Game.seed())
    #expect(await store.buy("gem", ending: .interrupted).answer != nil)
    #expect(await store.buy("gem").code == .iap(.alreadyInProgress))
    #expect(try await store.reprocess("alice", in: []).purchases.count == 1)
    #expect(await store.buy("gem").answer != nil)
  }

  @Test
  func `A reserved payment counts as in progress`() async throws {
    let store = try folder.store(
      Game.seed(purchases: Game.payment("7", "gem", "\"state\": \"RESERVED\"")))
    #expect(await store.buy("gem").code == .iap(.alreadyInProgress))
  }

  // MARK: Promotions

  @Test
  func `A deferred promotion is kept once for its user`() async throws {
    let store = try folder.store(Game.seed())
    var request = PurchaseRequest(product: "vip", user: "alice")
    request.isPromotion = true
    request.isDeferred = true
    for _ in 1...2 {
      guard case .deferred(let product)? = await store.purchasing(request).answer else {
        Issue.record("not deferred")
        return
      }
      #expect(product.productIdentifier == "vip")
    }
    #expect(try await store.contents().purchases.isEmpty)
    #expect(
      try await store.contents().deferred
        == [Contents.Kept(userID: "alice", productIdentifier: "vip")])
    let kept = try await store.deferredProducts(of: "alice", in: []).elements
    #expect(kept.map(\.productIdentifier) == ["vip"])
    #expect(try await store.deferredProducts(of: "bob", in: []).elements.isEmpty)
    #expect(try await store.deferredProducts(of: "alice", in: ["GG"]).elements.isEmpty)
  }

  @Test(arguments: [nil, PurchaseRequest.Simulation.interrupted])
  func `Buying a product removes its deferred promotion`(_ simulation: PurchaseRequest.Simulation?)
    async throws
  {
    let kept = """
      {"userID": "alice", "productIdentifier": "gem"}, {"userID": "bob", "productIdentifier": "gem"}
      """
    let store = try folder.store(Game.seed(deferred: kept))
    #expect(await store.buy("gem", ending: simulation).answer != nil)
    #expect(try await store.contents().deferred.map(\.userID) == ["bob"])
  }

  @Test(arguments: [PurchaseRequest.Simulation.cancelled, .paymentFailed, .verifyFailed])
  func `A failed purchase keeps the deferred promotion`(_ simulation: PurchaseRequest.Simulation)
    async throws
  {
    let store = try folder.store(
      Game.seed(deferred: "{\"userID\": \"alice\", \"productIdentifier\": \"gem\"}"))
    #expect(await store.buy("gem", ending: simulation).refusal != nil)
    #expect(try await store.contents().deferred.map(\.userID) == ["alice"])
  }

  @Test
  func `Deferred products are listed in the order in which they were deferred`() async throws {
    let store = try folder.store(Game.seed())
    for product: Identifier in ["vip", "gem", "chest"] {
      var request = PurchaseRequest(product: product, user: "alice")
      (request.isPromotion, request.isDeferred) = (true, true)
      #expect(await store.purchasing(request).answer != nil)
    }
    let kept = try await store.deferredProducts(of: "alice", in: [.appStore]).elements
    #expect(kept.map(\.productIdentifier) == ["vip", "gem", "chest"])
  }
}
