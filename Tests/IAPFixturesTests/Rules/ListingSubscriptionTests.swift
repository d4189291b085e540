import IAPCore
import IAPFixtures
import TestSupport
import Testing

/// The list of subscriptions, and how the status of a consumable subscription changes the
/// unconsumed list.
struct ListingSubscriptionTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  static let names = SubscriptionStatus.known.map(\.name)

  /// One subscription for each status, numbered by position. Only the status EXPIRED has an expiry
  /// time in the past.
  static let oneOfEach = names.enumerated().map { index, status in
    let end = status == "EXPIRED" ? "2026-01-12T00:00:00Z" : "2026-01-20T00:00:00Z"
    return Game.payment(
      "\(index)", "vip", at: "2026-01-0\(index + 1)T00:00:00Z",
      "\"status\": \"\(status)\", \"expiryTime\": \"\(end)\"")
  }.joined(separator: ",")

  private func statuses(
    of store: FixtureStore, _ selection: SubscriptionQuery.Selection
  ) async throws -> [String?] {
    var query = SubscriptionQuery(user: "alice")
    query.selection = selection
    return try await store.subscriptions(query).elements.map { $0.status?.name }
  }

  @Test
  func `Active, canceled and grace-period subscriptions are listed as active`() async throws {
    let store = try folder.store(Game.seed(purchases: Self.oneOfEach))
    let active = try await statuses(of: store, .active)
    #expect(active == ["ACTIVE", "CANCELED", "IN_GRACE_PERIOD"])
    #expect(try await statuses(of: store, .all) == Self.names)
    #expect(
      try await statuses(of: store, .statuses([.paused, .revoked, SubscriptionStatus("NEW")])) == [
        "PAUSED", "REVOKED",
      ])
    #expect(try await statuses(of: store, .statuses([])).isEmpty)
  }

  @Test
  func `A canceled subscription gives access until its expiry`() async throws {
    let seed = Game.seed(
      purchases: Game.payment(
        "1", "vip", "\"status\": \"CANCELED\", \"expiryTime\": \"2026-01-16T00:00:00Z\""))
    _ = try folder.store(seed)
    let before = try folder.reopen(at: "2026-01-15T23:59:59.999Z")
    #expect(try await statuses(of: before, .active) == ["CANCELED"])
    let then = try folder.reopen(at: "2026-01-16T00:00:00Z")
    #expect(try await statuses(of: then, .active).isEmpty)
    #expect(try await statuses(of: then, .all) == ["EXPIRED"])
  }

  @Test
  func `A grace period gives access after the expiry`() async throws {
    _ = try folder.store(
      Game.seed(purchases: Game.payment("1", "vip", "\"status\": \"IN_GRACE_PERIOD\"")))
    let late = try folder.reopen(at: "2026-06-01T00:00:00Z")
    #expect(try await statuses(of: late, .active) == ["IN_GRACE_PERIOD"])
  }

  @Test
  func `A subscription is listed once, with its latest payment`() async throws {
    let store = try folder.store(Game.seed(purchases: ConsumingTests.chain("ACTIVE")))
    let subscription = try #require(
      try await store.subscriptions(SubscriptionQuery(user: "alice")).elements.first)
    #expect(subscription.purchase.paymentSeq == "3")
    #expect(subscription.renewTime == subscription.purchase.purchaseTime)
    var all = SubscriptionQuery(user: "alice")
    all.selection = .all
    #expect(try await store.subscriptions(all).elements.count == 1)
  }

  @Test
  func `Before the first renewal the renew time is the purchase time`() async throws {
    let store = try folder.store(
      Game.seed(
        purchases: Game.payment("1", "vip", "\"originalTransactionIdentifier\": \"1\"")))
    #expect(await store.buy("chest").answer != nil)
    let subscriptions = try await store.subscriptions(SubscriptionQuery(user: "alice")).elements
    #expect(subscriptions.map(\.purchase.productIdentifier) == ["vip", "chest"])
    #expect(subscriptions.map(\.renewTime) == subscriptions.map(\.purchase.purchaseTime))
    #expect(
      subscriptions.map(\.purchase.originalTransactionIdentifier)
        == subscriptions.map(\.purchase.transactionIdentifier))
    let later = try folder.reopen(at: "2026-02-10T00:00:00Z")
    let renewed = try await later.subscriptions(SubscriptionQuery(user: "alice")).elements
    #expect(renewed.count == 2)
    #expect(
      renewed.first { $0.purchase.productIdentifier == "vip" }?.renewTime?.description
        == "2026-02-10T00:00:00.000Z")
  }

  @Test
  func `Subscriptions are listed per user and market`() async throws {
    let purchases = [
      Game.payment("1", "vip"), Game.payment("2", "box", "\"storeCode\": \"GG\""),
      Game.payment("3", "vip", of: "bob"), Game.payment("4", "gem"),
    ].joined(separator: ",")
    let store = try folder.store(
      Game.seed(markets: "{\"storeCode\": \"GG\", \"available\": false}", purchases: purchases))
    var query = SubscriptionQuery(user: "alice")
    let all = try await store.subscriptions(query)
    #expect(all.elements.map(\.purchase.paymentSeq) == ["1"])
    #expect(all.failures.map(\.market) == [.googlePlay])
    #expect(all.failures.map(\.error.code) == [.iap(.storeNotAvailable)])
    #expect(all.isAnswered)
    query.markets = [.googlePlay]
    #expect(try await store.subscriptions(query).isAnswered == false)
    query.markets = [.appStore]
    #expect(try await store.subscriptions(query).failures.isEmpty)
  }

  // MARK: Withheld payments

  static func consumable(_ product: String, _ market: String, _ status: String) -> String {
    Game.payment(
      "1", product,
      """
      "storeCode": "\(market)", "status": "\(status)", "expiryTime": "2026-01-20T00:00:00Z"
      """)
  }

  @Test(arguments: names)
  func `In Google Play payments of subscriptions without access are not listed`(_ status: String)
    async throws
  {
    let isWithheld = ["IN_GRACE_PERIOD", "ON_HOLD", "PAUSED", "REVOKED", "EXPIRED"].contains(status)
    let store = try folder.store(Game.seed(purchases: Self.consumable("box", "GG", status)))
    #expect(try await store.unconsumedNumbers(of: "alice") == (isWithheld ? [] : ["1"]))
  }

  @Test(arguments: names)
  func `In the App Store payments of subscriptions in any status are listed`(_ status: String)
    async throws
  {
    let store = try folder.store(Game.seed(purchases: Self.consumable("chest", "AS", status)))
    #expect(try await store.unconsumedNumbers(of: "alice") == ["1"])
  }

  @Test
  func `The status of a subscription applies to its earlier payments too`() async throws {
    let revoked = try folder.store(Game.seed(purchases: ConsumingTests.chain("REVOKED", in: "GG")))
    #expect(try await revoked.unconsumedNumbers(of: "alice").isEmpty)
    let expired = try folder.store(
      Game.seed(purchases: ConsumingTests.chain("EXPIRED", last: "2026-01-14T00:00:00Z")),
      named: "expired.db")
    #expect(try await expired.unconsumedNumbers(of: "alice") == ["1", "2", "3"])
  }
}
