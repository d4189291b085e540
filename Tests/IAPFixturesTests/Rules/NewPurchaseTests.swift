import IAPCore
import IAPFixtures
import TestSupport
import Testing

/// Payment numbers, transactions and tokens that the store generates.
struct NewPurchaseTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func bought(_ store: FixtureStore) async throws -> Purchase {
    try #require(await store.buy("gem").answer?.purchase)
  }

  @Test
  func `A payment number consists of the date and a counter`() async throws {
    let store = try folder.store(Game.seed())
    #expect(try await bought(store).paymentSeq == "2026011510000001")
    #expect(try await bought(store).paymentSeq == "2026011510000002")
    let later = try folder.reopen(at: "2026-01-16T00:00:00Z")
    #expect(try await bought(later).paymentSeq == "2026011610000001")
  }

  @Test
  func `Transaction identifiers are unique across purchases and receipts`() async throws {
    let store = try folder.store(
      Game.seed(
        purchases: Game.payment("1000000000000005", "gem"),
        transactions: Game.receipt("1000000000000008", "chest")))
    #expect(try await bought(store).transactionIdentifier == "1000000000000009")
    #expect(try await bought(store).transactionIdentifier == "1000000000000010")
  }

  @Test
  func `Numbers in another format do not affect the counter`() async throws {
    let store = try folder.store(
      Game.seed(
        purchases: [
          Game.payment("20260115999", "gem"), Game.payment("202601151000000500", "gem"),
          "{\"paymentSeq\": \"7\", \"transactionIdentifier\": \"1000000000000abc\", "
            + "\"userID\": \"u\", \"productIdentifier\": \"gem\"}",
        ].joined(separator: ",")))
    let purchase = try await bought(store)
    #expect(purchase.paymentSeq == "2026011510000001")
    #expect(purchase.transactionIdentifier == "1000000000000001")
  }

  @Test
  func `Numbers stay unique after the highest counter value`() async throws {
    let store = try folder.store(
      Game.seed(
        purchases: Game.payment("2026011599999999", "gem") + ","
          + Game.payment("1999999999999999", "gem")))
    let numbers = [try await bought(store), try await bought(store)].map(\.paymentSeq)
    #expect(Set(numbers).count == 2)
    #expect(try await store.contents().purchases.count == 4)
  }

  @Test
  func `A generated number does not collide with a later element of the seed`() async throws {
    let store = try folder.store(
      Game.seed(
        purchases: [
          "{\"userID\": \"a\", \"productIdentifier\": \"gem\"}",
          "{\"userID\": \"b\", \"productIdentifier\": \"gem\"}",
          Game.payment("2026011510000001", "gem"), Game.payment("1000000000000001", "gem"),
        ].joined(separator: ","),
        transactions: """
          {"userID": "a", "productIdentifier": "gem", "expiryTime": null,
           "purchaseTime": "2026-01-01T00:00:00Z"},
          \(Game.receipt("1000000000000003", "gem", until: nil))
          """))
    let contents = try await store.contents()
    #expect(
      contents.purchases.map(\.paymentSeq) == [
        "2026011510000002", "2026011510000003", "2026011510000001", "1000000000000001",
      ])
    #expect(
      contents.purchases.map(\.transactionIdentifier) == [
        "1000000000000002", "1000000000000004", "2026011510000001", "1000000000000001",
      ])
    #expect(
      contents.transactions.map(\.transactionIdentifier)
        == ["1000000000000005", "1000000000000003"])
  }

  @Test
  func `An access token depends only on the app key and the payment number`() async throws {
    func token(_ appKey: String, _ payment: String, _ name: String) async throws -> String {
      let seed = """
        {"format": 1, "appKey": "\(appKey)",
         "products": [{"productIdentifier": "g", "productType": "CONSUMABLE"}],
         "purchases": [{"paymentSeq": "\(payment)", "userID": "\(name)",
           "productIdentifier": "g"}]}
        """
      let contents = try await folder.store(seed, named: name).contents()
      return try #require(contents.purchases.first).accessToken
    }
    let token1 = try await token("key", "1", "a.db")
    #expect(try await token("key", "1", "b.db") == token1)
    #expect(try await token("key", "2", "c.db") != token1)
    #expect(try await token("other", "1", "d.db") != token1)
    #expect(token1.wholeMatch(of: /[A-Za-z0-9_-]{64}/) != nil)
  }
}
