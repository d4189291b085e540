import IAPCore
import IAPFixtures
import TestSupport
import Testing

/// Grace periods, holds and recoveries.
struct SubscriptionLifeTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// A monthly subscription of alice, bought on January 31.
  private func store(
    _ stages: String, billing: String?, status: String = "ACTIVE", _ more: String = "",
    clock: String = "2026-02-01T00:00:00Z", named name: String = "store.db"
  ) throws -> FixtureStore {
    try folder.store(
      Game.seed(
        clock: clock,
        products: """
          {"productIdentifier": "sub", "productType": "CONSUMABLE_AUTO_RENEWABLE",
           "period": "P1M", "price": 5, "currency": "USD"\(stages)}
          """,
        users: """
          {"userID": "alice", "billing": \(billing.map { "\"\($0)\"" } ?? "null")}
          """,
        purchases: Game.payment(
          "1", "sub", at: "2026-01-31T12:00:00Z", "\"status\": \"\(status)\"\(more)")),
      named: name)
  }

  /// `kind before after time`
  private func lines(of store: FixtureStore) async throws -> [String] {
    try await store.log().map {
      "\($0.kind) \($0.before ?? "-") \($0.after ?? "-") \($0.time.description.prefix(16))"
    }
  }

  static let failing: [(stages: String, lines: [String], expiry: String)] = [
    (
      ", \"grace\": \"P3D\", \"hold\": \"P1M\"",
      [
        "grace ACTIVE IN_GRACE_PERIOD 2026-02-28T12:00",
        "hold IN_GRACE_PERIOD ON_HOLD 2026-03-03T12:00", "expired ON_HOLD EXPIRED 2026-04-03T12:00",
      ], "2026-04-03T12:00:00.000Z"
    ),
    (
      ", \"grace\": \"P3D\"",
      [
        "grace ACTIVE IN_GRACE_PERIOD 2026-02-28T12:00",
        "expired IN_GRACE_PERIOD EXPIRED 2026-03-03T12:00",
      ], "2026-03-03T12:00:00.000Z"
    ),
    (
      ", \"hold\": \"P1M\"",
      [
        "hold ACTIVE ON_HOLD 2026-02-28T12:00", "expired ON_HOLD EXPIRED 2026-03-28T12:00",
      ], "2026-03-28T12:00:00.000Z"
    ),
    ("", ["expired ACTIVE EXPIRED 2026-02-28T12:00"], "2026-02-28T12:00:00.000Z"),
  ]

  @Test(arguments: failing)
  func `Failing billing leads into the stages that the product has, and then to the end`(
    _ example: (stages: String, lines: [String], expiry: String)
  ) async throws {
    let store = try store(example.stages, billing: "failing")
    try await store.advance(by: #require(CalendarPeriod("P1Y")))
    #expect(try await lines(of: store) == example.lines)
    let payments = try await store.contents().purchases
    #expect(payments.map(\.status) == ["EXPIRED"])
    #expect(payments.map(\.expiryTime) == [example.expiry])
    #expect(try await store.check().isEmpty)
  }

  @Test(arguments: ["IN_GRACE_PERIOD", "ON_HOLD"])
  func `Without 'billing', a grace period and a hold wait`(_ status: String) async throws {
    let store = try store(
      ", \"grace\": \"P3D\", \"hold\": \"P1M\"", billing: nil, status: status)
    let before = try await store.contents().purchases
    try await store.advance(by: #require(CalendarPeriod("P1Y")))
    #expect(try await store.contents().purchases == before)
    #expect(try await store.log().isEmpty)
  }

  static let recoveries: [(status: String, more: String, clock: String, expiry: String)] = [
    // The paid period ended on February 28: the next one begins there.
    (
      "IN_GRACE_PERIOD", ", \"expiryTime\": \"2026-03-20T12:00:00Z\"", "2026-03-05T00:00:00Z",
      "2026-03-31T12:00:00.000Z"
    ),
    // That period would be over: it begins now.
    (
      "IN_GRACE_PERIOD", ", \"expiryTime\": \"2026-05-20T12:00:00Z\"", "2026-04-05T01:02:03Z",
      "2026-05-05T01:02:03.000Z"
    ),
    (
      "ON_HOLD", ", \"expiryTime\": \"2026-03-20T12:00:00Z\"", "2026-03-05T00:00:00Z",
      "2026-04-05T00:00:00.000Z"
    ),
    // A hold that is longer than a period.
    (
      "ON_HOLD", ", \"expiryTime\": \"2026-12-20T12:00:00Z\"", "2026-03-05T00:00:00Z",
      "2026-04-05T00:00:00.000Z"
    ),
  ]

  @Test(arguments: ["2026-02-10T12:00:00.000Z", "2026-03-02T12:00:00.000Z"])
  func `A receipt ends with its period, or with its payment if that ends earlier`(
    _ end: String
  ) async throws {
    let store = try store(
      "", billing: nil, status: "IN_GRACE_PERIOD", ", \"expiryTime\": \"\(end)\"")
    #expect(
      try await store.contents().transactions.map(\.expiryTime)
        == [min(end, "2026-02-28T12:00:00.000Z")])
  }

  @Test(arguments: recoveries)
  func `Billing that is ok again recovers a subscription with a new payment`(
    _ example: (status: String, more: String, clock: String, expiry: String)
  ) async throws {
    let store = try store(
      "", billing: "ok", status: example.status, example.more, clock: example.clock)
    let numbers = try await store.unconsumedNumbers(of: "alice")
    #expect(numbers.count == 2)
    let payments = try await store.contents().purchases
    #expect(payments.map(\.status) == [nil, "ACTIVE"])
    #expect(payments[1].expiryTime == example.expiry)
    #expect(payments[1].purchaseTime == Instant(example.clock)?.description)
    #expect(payments[1].originalTransactionIdentifier == "1")
    #expect(
      try await lines(of: store)
        == ["recovered \(example.status) ACTIVE \(payments[1].purchaseTime.prefix(16))"])
    #expect(try await store.check().isEmpty)
    #expect(try await store.contents().transactions.count == 2)
    try await store.advance(by: #require(CalendarPeriod("P1M")))
    #expect(try await store.log().map(\.kind) == ["recovered", "renewed"])
  }

  @Test
  func `A recovery after a second grace period continues from the period that was paid`()
    async throws
  {
    let first = try store(
      "", billing: "ok", status: "IN_GRACE_PERIOD",
      ", \"expiryTime\": \"2026-03-20T12:00:00Z\"", clock: "2026-03-05T00:00:00Z")
    _ = try await first.unconsumedNumbers(of: "alice")
    // The payment of March 5 is for the period from February 28 to March 31.
    let dump = try await first.dumped()
      .replacing("\"clock\": \"2026-03-05", with: "\"clock\": \"2026-04-10")
      .replacing("\"status\":\"ACTIVE\"", with: "\"status\":\"IN_GRACE_PERIOD\"")
    let second = try folder.store(dump, named: "second.db")
    _ = try await second.unconsumedNumbers(of: "alice")
    #expect(try await second.contents().purchases.last?.expiryTime == "2026-04-30T12:00:00.000Z")
    #expect(try await second.check().isEmpty)
  }

  /// A person gave an older payment of the subscription a far end before it was renewed.
  @Test
  func `A recovered subscription has its status on the new payment if an older one ends later`()
    async throws
  {
    let older = Game.payment(
      "1", "sub", at: "2026-01-31T12:00:00Z",
      "\"expiryTime\": \"2028-01-31T12:00:00Z\"")
    let newer = Game.payment(
      "2", "sub", at: "2026-02-28T12:00:00Z",
      """
      "status": "ON_HOLD", "expiryTime": "2029-01-31T12:00:00Z",
      "originalTransactionIdentifier": "1"
      """)
    let store = try folder.store(
      Game.seed(
        clock: "2026-05-01T00:00:00Z",
        products: """
          {"productIdentifier": "sub", "productType": "AUTO_RENEWABLE",
           "period": "P1M", "price": 5, "currency": "USD"}
          """,
        users: #"{"userID": "alice", "billing": "ok"}"#, purchases: older + ", " + newer))
    _ = try await store.advance(by: #require(CalendarPeriod("1d")))
    let payments = try await store.contents().purchases
    #expect(payments.map(\.status) == [nil, nil, "ACTIVE"])
    #expect(
      payments.map(\.expiryTime) == [
        "2026-05-01T00:00:00.000Z", "2026-05-01T00:00:00.000Z", "2026-06-01T00:00:00.000Z",
      ])
    #expect(try await store.check().isEmpty)
  }

  static let untouched = ["PAUSED", "REVOKED", "EXPIRED", "UNKNOWN"]

  @Test(arguments: untouched, ["ok", "failing"])
  func `Billing does not change a subscription that is paused, revoked, expired or unknown`(
    _ status: String, _ billing: String
  ) async throws {
    let store = try store(", \"grace\": \"P3D\"", billing: billing, status: status)
    let before = try await store.contents().purchases
    try await store.advance(by: #require(CalendarPeriod("P1Y")))
    #expect(try await store.contents().purchases == before)
  }

  @Test
  func `A canceled subscription expires without a grace period`() async throws {
    let store = try store(
      ", \"grace\": \"P3D\"", billing: "failing", status: "CANCELED")
    try await store.advance(by: #require(CalendarPeriod("P1M")))
    #expect(try await lines(of: store) == ["expired CANCELED EXPIRED 2026-02-28T12:00"])
  }

  @Test
  func `A store that follows the real time cannot be advanced, and no clock leaves the calendar`()
    async throws
  {
    let free = try folder.store(Game.seed(clock: nil), named: "free.db")
    let day = try #require(CalendarPeriod("1d"))
    #expect(
      await refusal { try await free.advance(by: day) }?.code == .iapctl(.clockFollowsRealTime))
    let set = try folder.store(Game.seed(), named: "set.db")
    let age = try #require(CalendarPeriod("P1000Y"))
    for _ in 1...7 { try await set.advance(by: age) }
    let before = try await set.dumped()
    #expect(await refusal { try await set.advance(by: age) }?.code == .iapctl(.clockOutOfRange))
    #expect(try await set.dumped() == before)
  }
}
