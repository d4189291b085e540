import IAPCore
import IAPFixtures
import TestSupport
import Testing

struct RenewingTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  static let dueSoon = Game.seed(
    purchases: Game.payment(
      "1", "chest", at: "2026-01-09T00:00:00Z",
      """
      "expiryTime": "2026-01-16T00:00:00Z", "payload": "p", "sandboxPayment": true,
      "storePayment": true, "price": 1.10, "accessToken": "tok"
      """))

  @Test
  func `An active subscription renews at its expiry`() async throws {
    let store = try folder.store(Self.dueSoon)
    #expect(try await store.contents().purchases.count == 1)
    let before = try folder.reopen(at: "2026-01-15T23:59:59.999Z")
    #expect(try await before.contents().purchases.count == 1)
    let then = try folder.reopen(at: "2026-01-16T00:00:00Z")
    let contents = try await then.contents()
    #expect(contents.purchases.count == 2)
    let (first, next) = (contents.purchases[0], contents.purchases[1])
    #expect(first.status == nil)
    #expect(next.status == "ACTIVE")
    #expect(next.state == "SUCCESS")
    #expect(!next.consumed)
    #expect(next.originalTransactionIdentifier == "1")
    #expect(next.transactionIdentifier != "1")
    #expect(next.accessToken != "tok")
    #expect(next.purchaseTime == "2026-01-16T00:00:00.000Z")
    #expect(next.expiryTime == "2026-01-23T00:00:00.000Z")
    #expect(next.payload == "p")
    #expect(next.sandboxPayment)
    #expect(!next.storePayment, "only the first one was begun in the store")
    let receipt = try #require(contents.transactions.last)
    #expect(contents.transactions.count == 2)
    #expect(receipt.transactionIdentifier == next.transactionIdentifier)
    #expect(receipt.originalTransactionIdentifier == "1")
    #expect(receipt.purchaseTime == next.purchaseTime)
    #expect(receipt.expiryTime == next.expiryTime)
    #expect(receipt.applicationUsername == "alice")
    let unconsumed = try await then.allUnconsumed(UnconsumedQuery(owner: .user("alice")))
    #expect(unconsumed.map(\.paymentSeq.text) == ["1", next.paymentSeq])
    #expect(unconsumed.map(\.price?.digits) == ["1.1", "1.1"])
    #expect(try await then.check().isEmpty)
  }

  @Test
  func `Each missed period is renewed, in order of time`() async throws {
    let store = try folder.store(
      Game.seed(
        purchases: [
          Game.payment("1", "chest", "\"expiryTime\": \"2026-01-17T00:00:00Z\""),
          Game.payment("2", "chest", of: "bob", "\"expiryTime\": \"2026-01-18T00:00:00Z\""),
        ].joined(separator: ",")))
    #expect(try await store.contents().purchases.count == 2)
    let later = try folder.reopen(at: "2026-01-31T00:00:00Z")
    let purchases = try await later.contents().purchases
    #expect(
      purchases.map { "\($0.userID) \($0.purchaseTime.prefix(10)) \($0.status ?? "-")" } == [
        "alice 2026-01-10 -", "bob 2026-01-10 -", "alice 2026-01-17 -", "bob 2026-01-18 -",
        "alice 2026-01-24 -", "bob 2026-01-25 ACTIVE", "alice 2026-01-31 ACTIVE",
      ])
    #expect(Set(purchases.map(\.transactionIdentifier)).count == 7)
    #expect(Set(purchases.map(\.accessToken)).count == 7)
    #expect(try await later.check().isEmpty)
  }

  static let monthEnds: [(period: String, first: String, expiries: [String])] = [
    ("P1M", "2026-01-31", ["2026-02-28", "2026-03-31", "2026-04-30", "2026-05-31"]),
    ("P1M", "2026-01-30", ["2026-02-28", "2026-03-30", "2026-04-30", "2026-05-30"]),
    ("P1M", "2028-01-31", ["2028-02-29", "2028-03-31", "2028-04-30", "2028-05-31"]),
    ("P3M", "2026-11-30", ["2027-02-28", "2027-05-30", "2027-08-30", "2027-11-30"]),
    ("P1Y", "2024-02-29", ["2025-02-28", "2026-02-28", "2027-02-28", "2028-02-29"]),
    ("P1W", "2026-02-26", ["2026-03-05", "2026-03-12", "2026-03-19", "2026-03-26"]),
  ]

  @Test(arguments: monthEnds)
  func `A renewal keeps the day of the first purchase, or the last day of a shorter month`(
    _ series: (period: String, first: String, expiries: [String])
  ) async throws {
    let products = """
      {"productIdentifier": "sub", "productType": "AUTO_RENEWABLE", "period": "\(series.period)"}
      """
    let store = try folder.store(
      Game.seed(clock: "\(series.first)T10:20:30.456Z", products: products))
    #expect(await store.buy("sub").answer != nil)
    let end = try #require(series.expiries.dropLast().last)
    let later = try folder.reopen(at: "\(end)T10:20:30.456Z")
    let expiries = try await later.contents().purchases.map(\.expiryTime)
    #expect(expiries == series.expiries.map { "\($0)T10:20:30.456Z" })
  }

  @Test(arguments: ["IN_GRACE_PERIOD", "ON_HOLD", "PAUSED", "REVOKED", "EXPIRED", "UNKNOWN"])
  func `Only an active subscription renews`(_ status: String) async throws {
    let store = try folder.store(
      Game.seed(
        purchases: Game.payment(
          "1", "chest", "\"status\": \"\(status)\", \"expiryTime\": \"2026-01-12T00:00:00Z\"")))
    let before = try await store.contents().purchases
    let later = try folder.reopen(at: "2026-12-01T00:00:00Z")
    #expect(try await later.contents().purchases == before)
    #expect(before.map(\.status) == [status])
  }

  @Test
  func `A canceled subscription expires`() async throws {
    let store = try folder.store(
      Game.seed(
        purchases: Game.payment(
          "1", "chest", "\"status\": \"CANCELED\", \"expiryTime\": \"2026-01-16T00:00:00Z\"")))
    #expect(try await store.contents().purchases.map(\.status) == ["CANCELED"])
    let later = try folder.reopen(at: "2026-01-16T00:00:00Z")
    #expect(try await later.contents().purchases.map(\.status) == ["EXPIRED"])
    #expect(await later.buy("chest").answer?.purchase != nil)
    #expect(try await later.unconsumedNumbers(of: "alice").count == 2)
  }

  @Test
  func `A subscription that cannot renew within the calendar expires`() async throws {
    let store = try folder.store(
      Game.seed(
        clock: "9999-12-31T00:00:00Z",
        purchases: Game.payment(
          "1", "vip", at: "9999-12-01T00:00:00Z", "\"expiryTime\": \"9999-12-30T00:00:00Z\"")))
    #expect(try await store.contents().purchases.map(\.status) == ["EXPIRED"])
  }

  @Test
  func `The same seed and the same calls give the same store`() async throws {
    func play(_ name: String) async throws -> String {
      let store = try folder.store(Self.dueSoon, named: name)
      #expect(await store.buy("vip").answer != nil)
      #expect(await store.buy("gem", ending: .cancelled).refusal != nil)
      #expect(await store.buy("coin", for: "bob", market: .googlePlay).answer != nil)
      let later = try folder.reopen(at: "2026-04-01T00:00:00Z", named: name)
      #expect(try await later.restore("alice", in: []).failures.isEmpty)
      return try await later.dumped()
    }
    let first = try await play("first.db")
    #expect(try await play("second.db") == first)
    #expect(first.contains("2026-04-01T00:00:00.000Z"))
  }

  @Test
  func `Many small clock steps and one large step give the same store`() async throws {
    _ = try folder.store(Self.dueSoon, named: "steps.db")
    for day in ["2026-01-16", "2026-01-20", "2026-01-30", "2026-02-15", "2026-03-01"] {
      _ = try folder.reopen(at: "\(day)T00:00:00Z", named: "steps.db")
    }
    _ = try folder.store(Self.dueSoon, named: "leap.db")
    let leap = try folder.reopen(at: "2026-03-01T00:00:00Z", named: "leap.db")
    let steps = try folder.reopen(named: "steps.db")
    #expect(try await steps.dumped() == leap.dumped())
  }
}
