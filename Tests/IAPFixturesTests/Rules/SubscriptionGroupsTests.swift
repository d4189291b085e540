import IAPCore
import IAPFixtures
import TestSupport
import Testing

struct SubscriptionGroupsTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private static func product(_ name: String, _ group: String?, in market: String = "AS") -> String
  {
    """
    {"productIdentifier": "\(name)", "productType": "AUTO_RENEWABLE", "period": "P1M",
     "storeCode": "\(market)", "subscriptionGroup": \(group.map { "\"\($0)\"" } ?? "null")}
    """
  }

  @Test
  func `Several products of a group in a market are reported by loading and by the check`()
    async throws
  {
    let seed = Game.seed(
      products: [
        Self.product("a", "vip"), Self.product("b", "vip"), Self.product("c", "pass"),
        Self.product("d", nil), Self.product("e", nil), Self.product("a", "vip", in: "GG"),
      ].joined(separator: ","))
    let groups = try FixtureStore.create(
      at: folder["store.db"], from: try SeedText(Array(seed.utf8)), options: .test)
    let problem = "subscription group vip of market AS: has several products: a, b"
    #expect(groups.map(\.description) == [problem])
    let store = try folder.reopen()
    #expect(try await store.check() == [problem])
    let more = try SeedText(
      Array(Game.seed(products: Self.product("f", "pass")).utf8))
    #expect(try await store.load(more).groups.map(\.group) == ["pass", "vip"])
  }

  @Test
  func `One product of a group in each market is fine`() async throws {
    let store = try folder.store(
      Game.seed(products: Self.product("a", "vip") + "," + Self.product("b", "vip", in: "GG")))
    #expect(try await store.check().isEmpty)
  }
}
