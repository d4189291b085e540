import IAPCore
import IAPFixtures
import TestSupport
import Testing

struct UnknownNamesTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test("A user is known who is declared, paid, owns a receipt or keeps a product")
  func users() async throws {
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

  @Test("A market is known that is declared or sells something; identifiers differ by every byte")
  func marketsAndProducts() async throws {
    let store = try folder.store(Game.seed(markets: "{\"storeCode\": \"NEW\"}"))
    let answer = try await store.unknownNames(
      among: GivenNames(
        products: ["gem", "coin", "Gem"], markets: ["AS", "GG", "NEW", "ONESTORE"]))
    #expect(answer.map(\.name) == ["Gem", "ONESTORE"])
    #expect(answer.last?.known == ["AS", "GG", "NEW"])
  }

  @Test("An empty store knows no names")
  func empty() async throws {
    let store = try folder.store(#"{"format": 1, "clock": "2026-01-15T09:00:00Z"}"#)
    let answer = try await store.unknownNames(among: GivenNames(users: ["alice"], markets: ["AS"]))
    #expect(
      answer == [UnknownName(.users, "alice", known: []), UnknownName(.markets, "AS", known: [])])
  }
}
