import IAPCore
import IAPFixtures
import TestSupport
import Testing

struct UnknownNamesTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test
  func `A user is known if declared, or named by a payment, a receipt or a deferred product`()
    async throws
  {
    let store = try folder.store(
      Game.seed(
        users: "{\"userID\": \"declared\"}", purchases: Game.payment("1", "gem", of: "payer"),
        transactions: Game.receipt("2", "vip", of: "owner", name: "owner"),
        deferred: "{\"userID\": \"keeper\", \"productIdentifier\": \"gem\"}"))
    let known: [Identifier] = ["declared", "payer", "owner", "keeper"]
    let answer = try await store.unknownNames(among: GivenNames(users: known + ["payr", "payr"]))
    #expect(answer.map(\.name) == ["payr"])
    #expect(answer.map(\.subject) == [.users])
    #expect(answer.first?.known == ["declared", "keeper", "owner", "payer"])
  }

  @Test
  func `A market is known if declared or used by a product; identifiers are case-sensitive`()
    async throws
  {
    let store = try folder.store(Game.seed(markets: "{\"storeCode\": \"NEW\"}"))
    let answer = try await store.unknownNames(
      among: GivenNames(
        products: ["gem", "coin", "Gem"], markets: ["AS", "GG", "NEW", "ONESTORE"]))
    #expect(answer.map(\.name) == ["Gem", "ONESTORE"])
    #expect(answer.last?.known == ["AS", "GG", "NEW"])
  }

  @Test
  func `In an empty store every name is unknown`() async throws {
    let store = try folder.store(#"{"format": 1, "clock": "2026-01-15T09:00:00Z"}"#)
    let answer = try await store.unknownNames(among: GivenNames(users: ["alice"], markets: ["AS"]))
    #expect(
      answer == [UnknownName(.users, "alice", known: []), UnknownName(.markets, "AS", known: [])])
  }
}
