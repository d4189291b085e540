import IAPCore
import IAPFixtures
import TestSupport
import Testing

/// Purchases that are refused before the reservation, the order of the checks, and that nothing is
/// changed.
struct BuyingRefusalTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Every reason for a refusal. Each can be turned off.
  struct Trouble: Sendable, CustomTestStringConvertible {
    var marketOff = false
    var inactive = false
    var unlisted = false
    var notAllowed = false
    var unfinished = false
    var owned = false
    var limited = false
    let code: IAPCode

    var testDescription: String { "\(code)" }

    var seed: String {
      let purchases = [
        unfinished ? Game.payment("1", "sub", "\"state\": \"CHARGED\"") : nil,
        owned ? Game.payment("2", "sub", "\"status\": \"ACTIVE\"") : nil,
      ]
      return Game.seed(
        markets: "{\"storeCode\": \"AS\", \"available\": \(!marketOff)}",
        products: """
          {"productIdentifier": "sub", "productType": "AUTO_RENEWABLE", "period": "P1M",
           "price": 100, "currency": "KRW", "active": \(!inactive), "inStore": \(!unlisted)}
          """,
        users: """
          {"userID": "alice", "paymentsAllowed": \(!notAllowed),
           "monthlyLimit": \(limited ? "{\"KRW\": 99}" : "{}")}
          """,
        purchases: purchases.compactMap { $0 }.joined(separator: ", "))
    }
  }

  /// Each row has the reasons of all rows below it too, which shows the order of the checks.
  static let troubles = [
    Trouble(
      marketOff: true, inactive: true, unlisted: true, notAllowed: true, unfinished: true,
      owned: true, limited: true, code: .storeNotAvailable),
    Trouble(
      inactive: true, notAllowed: true, unfinished: true, owned: true, limited: true,
      code: .productNotAvailable),
    Trouble(
      unlisted: true, notAllowed: true, unfinished: true, owned: true, limited: true,
      code: .productNotAvailable),
    Trouble(
      notAllowed: true, unfinished: true, owned: true, limited: true, code: .paymentNotAvailable),
    Trouble(unfinished: true, owned: true, limited: true, code: .alreadyInProgress),
    Trouble(owned: true, limited: true, code: .alreadyOwned),
    Trouble(limited: true, code: .purchaseLimitExceeded),
  ]

  @Test(arguments: troubles)
  func `The checks of a purchase run in a fixed order and change nothing`(_ trouble: Trouble)
    async throws
  {
    let store = try folder.store(trouble.seed)
    let before = try await store.dumped()
    #expect(await store.buy("sub").code == .iap(trouble.code))
    #expect(try await store.dumped() == before)
  }

  @Test
  func `A refused purchase is refused before the simulation applies`() async throws {
    let store = try folder.store(Game.seed())
    let before = try await store.dumped()
    #expect(await store.buy("old", ending: .cancelled).code == .iap(.productNotAvailable))
    #expect(try await store.dumped() == before)
  }

  @Test
  func `The refusal says why a product cannot be bought`() async throws {
    let store = try folder.store(Game.seed())
    #expect(await store.buy("old").refusal?.reason == .product("old", .notInUse))
    #expect(await store.buy("unlisted").refusal?.reason == .product("unlisted", .unknownToStore))
    #expect(
      await store.buy("none").refusal?.reason
        == .product("none", .notFound(market: .appStore, soldIn: [])))
  }

  @Test
  func `A promotion of a product that cannot be bought is not deferred`() async throws {
    let store = try folder.store(Game.seed())
    var request = PurchaseRequest(product: "old", user: "alice")
    (request.isPromotion, request.isDeferred) = (true, true)
    #expect(await store.purchasing(request).code == .iap(.productNotAvailable))
    #expect(try await store.contents().deferred.isEmpty)
  }

  @Test
  func `A purchase can simulate a user who may not pay`() async throws {
    let store = try folder.store(Game.seed())
    let before = try await store.dumped()
    let refusal = await store.buy("gem", ending: .notAllowed).refusal
    #expect(refusal?.code == .iap(.paymentNotAvailable))
    #expect(refusal?.reason == .user("alice", .purchasesSwitchedOff))
    #expect(try await store.dumped() == before)
  }

  @Test
  func `A market that is switched off does not affect other markets`() async throws {
    let store = try folder.store(
      Game.seed(markets: "{\"storeCode\": \"GG\", \"available\": false}"))
    let refusal = await store.buy("coin", market: .googlePlay).refusal
    #expect(refusal?.code == .iap(.storeNotAvailable))
    #expect(refusal?.reason == .marketSwitchedOff(.googlePlay))
    #expect(await store.buy("gem").answer != nil)
  }

  // MARK: Owned products

  static let statuses: [(status: String, isOver: Bool, isOwned: Bool)] = [
    ("ACTIVE", false, true), ("CANCELED", false, true), ("CANCELED", true, false),
    ("IN_GRACE_PERIOD", false, true), ("IN_GRACE_PERIOD", true, true),
    ("ON_HOLD", false, true), ("ON_HOLD", true, true), ("PAUSED", false, true),
    ("PAUSED", true, true), ("REVOKED", false, false), ("EXPIRED", true, false),
    ("UNKNOWN", false, true), ("UNKNOWN", true, false),
  ]

  @Test(arguments: statuses)
  func `The status of a subscription decides whether it is owned`(
    _ standing: (status: String, isOver: Bool, isOwned: Bool)
  ) async throws {
    let end = standing.isOver ? "2026-01-15T09:00:00Z" : "2026-01-15T09:00:00.001Z"
    let store = try folder.store(
      Game.seed(
        purchases: Game.payment(
          "1", "chest", "\"status\": \"\(standing.status)\", \"expiryTime\": \"\(end)\"")))
    let result = await store.buy("chest")
    #expect(result.code == (standing.isOwned ? .iap(.alreadyOwned) : nil))
    #expect((result.answer?.purchase != nil) == !standing.isOwned)
  }

  @Test
  func `A subscription to another product or of another user is not owned`() async throws {
    let store = try folder.store(Game.seed(purchases: Game.payment("1", "vip")))
    #expect(await store.buy("vip").code == .iap(.alreadyOwned))
    #expect(await store.buy("chest").answer != nil)
    #expect(await store.buy("vip", for: "bob").answer != nil)
  }

  // MARK: Spending limits

  static let limit = """
    {"userID": "alice", "monthlyLimit": {"KRW": 3000, "USD": 0.10}}
    """

  @Test
  func `A spending limit may be reached, but not exceeded`() async throws {
    let store = try folder.store(
      Game.seed(products: Game.products + "," + BuyingTests.dime, users: Self.limit))
    #expect(await store.buy("gem").answer != nil)
    #expect(await store.buy("gem").answer != nil)
    let before = try await store.dumped()
    let refusal = await store.buy("gem").refusal
    #expect(refusal?.code == .iap(.purchaseLimitExceeded))
    let (limit, spent) = (try #require(Price("3000")), try #require(Price("3000")))
    #expect(
      refusal?.reason == .user("alice", .limitPassed(limit: limit, spent: spent, currency: "KRW")))
    #expect(try await store.dumped() == before)
    #expect(await store.buy("dime").answer != nil, "another currency, exactly at its limit")
    #expect(await store.buy("dime").code == .iap(.purchaseLimitExceeded))
    #expect(await store.buy("chest").answer != nil, "a currency without a limit")
    #expect(await store.buy("gem", for: "bob").answer != nil)
  }

  @Test(arguments: [1, 2, 300])
  func `A limit holds if more was spent than an amount can be`(_ count: Int) async throws {
    let greatest = "999999999999999999.999999999999"
    let store = try folder.store(
      Game.seed(
        users: Self.limit,
        purchases: (1...count).map {
          Game.payment("\($0)", "gem", "\"price\": \(greatest), \"currency\": \"KRW\"")
        }.joined(separator: ",")))
    let before = try await store.dumped()
    #expect(await store.buy("gem").code == .iap(.purchaseLimitExceeded))
    #expect(try await store.dumped() == before)
  }

  @Test
  func `A subscription that would end after the calendar is refused`() async throws {
    let store = try folder.store(Game.seed(clock: "9999-12-15T00:00:00Z"))
    #expect(
      await store.buy("vip").refusal
        == .iap(.productNotAvailable, .product("vip", .periodEndsAfterCalendar)))
    #expect(await store.buy("gem").answer != nil)
    #expect(try await store.check().isEmpty)
  }

  static let uncounted: [(what: String, purchase: String)] = [
    ("closed", Game.payment("1", "old", "\"state\": \"USER_CLOSE\", \(expensive)")),
    ("failed", Game.payment("1", "old", "\"state\": \"FAILURE\", \(expensive)")),
    ("refunded", Game.payment("1", "old", "\"state\": \"REFUND\", \(expensive)")),
    ("reserved", Game.payment("1", "old", "\"state\": \"RESERVED\", \(expensive)")),
    ("charged", Game.payment("1", "old", "\"state\": \"CHARGED\", \(expensive)")),
    ("the month before", Game.payment("1", "old", at: "2025-12-31T23:59:59.999Z", expensive)),
    ("by its own zone only", Game.payment("1", "old", at: "2026-01-01T08:59:59+09:00", expensive)),
    ("the month after", Game.payment("1", "old", at: "2026-02-01T00:00:00Z", expensive)),
    ("another user's", Game.payment("1", "old", of: "bob", expensive)),
    ("another currency", Game.payment("1", "old", "\"price\": 3000, \"currency\": \"JPY\"")),
  ]

  static let expensive = "\"price\": 3000, \"currency\": \"KRW\""

  @Test(arguments: uncounted)
  func `Only successful payments of this month count towards the spending limit`(
    _ example: (what: String, purchase: String)
  ) async throws {
    let store = try folder.store(Game.seed(users: Self.limit, purchases: example.purchase))
    #expect(await store.buy("gem").answer != nil)
  }

  @Test(arguments: ["2026-01-01T00:00:00Z", "2026-01-31T23:59:59.999Z"])
  func `The month of a spending limit is counted in UTC`(_ time: String) async throws {
    let store = try folder.store(
      Game.seed(users: Self.limit, purchases: Game.payment("1", "old", at: time, Self.expensive)))
    #expect(await store.buy("gem").code == .iap(.purchaseLimitExceeded))
  }

  @Test
  func `A new month resets the spending limit`() async throws {
    let seed = Game.seed(
      users: Self.limit, purchases: Game.payment("1", "old", Self.expensive))
    #expect(await (try folder.store(seed)).buy("gem").code == .iap(.purchaseLimitExceeded))
    let later = try folder.reopen(at: "2026-02-01T00:00:00Z")
    #expect(await later.buy("gem").answer != nil)
  }
}
