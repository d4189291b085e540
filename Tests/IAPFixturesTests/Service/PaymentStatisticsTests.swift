import IAPCore
import IAPFixtures
import TestSupport
import Testing

struct PaymentStatisticsTests {
  private static let purchases = [
    Game.payment("1", "gem", at: "2026-01-10T00:00:00Z"),
    Game.payment("2", "gem", at: "2025-12-31T23:59:59.999Z", "\"consumed\": true"),
    Game.payment(
      "3", "gem", of: "bob", "\"state\": \"REFUND\", \"price\": 0.1, \"currency\": \"USD\""),
    Game.payment(
      "4", "coin", "\"storeCode\": \"GG\", \"price\": 0.2, \"currency\": \"USD\""),
    Game.payment("5", "chest", "\"expiryTime\": \"2026-02-01T00:00:00Z\""),
    Game.payment("6", "old", "\"price\": null, \"currency\": null"),
    Game.payment("7", "gem", "\"state\": \"RESERVED\", \"price\": null"),
  ].joined(separator: ",")

  private func count(
    _ property: PaymentCount.Property, _ value: String?, _ currency: String?, _ count: Int,
    _ sum: String?
  ) -> PaymentCount {
    PaymentCount(property, value, currency: currency, count: count, sum: sum)
  }

  @Test
  func `Each payment is in one count of each property, by currency, with exact sums`() async throws
  {
    let folder = try TemporaryFolder()
    let store = try folder.store(Game.seed(purchases: Self.purchases))
    let expected = [
      count(.state, "REFUND", "USD", 1, "0.1"), count(.state, "RESERVED", "KRW", 1, nil),
      count(.state, "SUCCESS", "EUR", 1, "2.29"), count(.state, "SUCCESS", "KRW", 2, "3000"),
      count(.state, "SUCCESS", "USD", 1, "0.2"), count(.state, "SUCCESS", nil, 1, nil),
      count(.market, "AS", "EUR", 1, "2.29"), count(.market, "AS", "KRW", 3, "3000"),
      count(.market, "AS", "USD", 1, "0.1"), count(.market, "AS", nil, 1, nil),
      count(.market, "GG", "USD", 1, "0.2"),
      count(.type, "CONSUMABLE", "KRW", 3, "3000"), count(.type, "CONSUMABLE", "USD", 2, "0.3"),
      count(.type, "CONSUMABLE", nil, 1, nil),
      count(.type, "CONSUMABLE_AUTO_RENEWABLE", "EUR", 1, "2.29"),
      count(.currency, "EUR", "EUR", 1, "2.29"), count(.currency, "KRW", "KRW", 3, "3000"),
      count(.currency, "USD", "USD", 2, "0.3"), count(.currency, nil, nil, 1, nil),
      count(.month, "2025-12", "KRW", 1, "1500"), count(.month, "2026-01", "EUR", 1, "2.29"),
      count(.month, "2026-01", "KRW", 2, "1500"), count(.month, "2026-01", "USD", 2, "0.3"),
      count(.month, "2026-01", nil, 1, nil),
    ]
    #expect(try await store.read { try $0.statistics(of: []) } == expected)
    #expect(
      try await store.read { try $0.statistics(of: [.refund, .failure]) } == [
        count(.state, "REFUND", "USD", 1, "0.1"), count(.market, "AS", "USD", 1, "0.1"),
        count(.type, "CONSUMABLE", "USD", 1, "0.1"), count(.currency, "USD", "USD", 1, "0.1"),
        count(.month, "2026-01", "USD", 1, "0.1"),
      ])
    #expect(try await store.read { try $0.statistics(of: [.charged]) } == [])
  }

  @Test
  func `Sums that are larger than any price are exact, and renewals that are due are counted`()
    async throws
  {
    let folder = try TemporaryFolder()
    let price = "\"price\": 999999999999999999.999999999999"
    let store = try folder.store(
      Game.seed(
        purchases: [
          Game.payment("1", "gem", price), Game.payment("2", "gem", price),
          Game.payment(
            "3", "chest", "\"status\": \"ACTIVE\", \"expiryTime\": \"2026-01-14T00:00:00Z\""),
        ].joined(separator: ",")))
    let stats = try await store.read { try $0.statistics(of: []) }
    #expect(stats.first { $0.currency == "KRW" }?.sum == "1999999999999999999.999999999998")
    #expect(stats.first { $0.currency == "EUR" } == count(.state, "SUCCESS", "EUR", 2, "4.58"))
  }
}
