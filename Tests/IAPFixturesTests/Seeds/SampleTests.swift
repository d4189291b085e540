import IAPCore
import IAPFixtures
import TestSupport
import Testing

/// The sample has an example of every state of a payment.
struct SampleTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func sample() throws -> FixtureStore {
    try FixtureStore.create(at: folder["sample.db"], from: try Sample.seed(), options: .test)
    return try folder.reopen(named: "sample.db")
  }

  @Test
  func `The sample has three markets and all product types`() async throws {
    let products = try await sample().products(in: []).elements
    #expect(Set(products.map(\.storeCode)) == [.appStore, .googlePlay, .oneStore])
    #expect(
      Set(products.map(\.productType))
        == [.consumable, .autoRenewable, .consumableAutoRenewable])
    #expect(products.filter { $0.isValid == false }.count == 1)
    #expect(products.filter { !$0.isActive }.count == 1)
    let titles = products.compactMap(\.localizedTitle).joined()
    #expect(titles.contains("보석") && titles.contains("コイン") && titles.contains("gems"))
  }

  @Test
  func `The sample has unconsumed payments and subscriptions in several statuses`() async throws {
    let store = try sample()
    #expect(try await store.unconsumedNumbers(of: "alice").count == 2)
    var query = SubscriptionQuery(user: "bob")
    #expect(try await store.subscriptions(query).elements.map(\.status) == [.active, .canceled])
    query = SubscriptionQuery(user: "carol")
    query.selection = .all
    #expect(try await store.subscriptions(query).elements.map(\.status) == [.expired])
    let purchases = try await store.contents().purchases
    #expect(purchases.contains { $0.state == "REFUND" })
    #expect(purchases.contains { $0.consumed })
  }

  @Test
  func `Each user of the sample triggers the rule that it demonstrates`() async throws {
    let store = try sample()
    #expect(await store.buy("gem.100", for: "dave").code == .iap(.paymentNotAvailable))
    let unreadable = await refusal { try await store.restore("dave", in: []) }
    #expect(unreadable?.code == .iap(.restoreFailed))
    #expect(await store.buy("gem.100", for: "erin").code == .iap(.purchaseLimitExceeded))
    #expect(await store.buy("gem.100", for: "frank").code == .iap(.alreadyInProgress))
    #expect(try await store.reprocess("frank", in: []).purchases.count == 1)
    #expect(await store.buy("gem.100", for: "frank").answer != nil)
    #expect(try await store.restore("carol", in: []).purchases.count == 2)
    #expect(try await store.restore("bob", in: []).purchases.count == 2)
    #expect(try await store.unconsumedNumbers(of: "carol").count == 1)
  }

  @Test
  func `The sample stays valid through every kind of operation`() async throws {
    let store = try sample()
    for user: Identifier in ["alice", "bob", "carol", "dave", "erin", "frank"] {
      for product: Identifier in ["gem.100", "vip.month", "chest.week", "skin.dragon"] {
        _ = await store.buy(product, for: user)
        for simulation in PurchaseRequest.Simulation.allCases {
          _ = await store.buy(product, for: user, ending: simulation)
        }
      }
      _ = await refusal { try await store.restore(user, in: []) }
      #expect(try await store.reprocess(user, in: []).failures.isEmpty)
      for number in try await store.unconsumedNumbers(of: user) {
        #expect(await store.consuming(Identifier(number), user: user).answer != nil)
      }
      #expect(try await store.unconsumedNumbers(of: user).isEmpty)
    }
    #expect(try await store.check().isEmpty)
    let later = try folder.reopen(at: "2027-02-28T00:00:00Z", named: "sample.db")
    #expect(try await later.check().isEmpty)
    #expect(try await later.contents().purchases.count > 100)
  }
}
