import IAPCore
import IAPFixtures
import TestSupport
import Testing

/// Receipts whose payment belongs to another user.
struct RestoringOwnersTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test
  func `A payment of another user is not restored`() async throws {
    let store = try folder.store(
      Game.seed(
        purchases: Game.payment("77", "chest"),
        transactions: Game.receipt("77", "chest", of: "bob", name: "bob")))
    let before = try await store.dumped()
    let report = try await store.restore("bob", in: [])
    #expect(report.purchases.isEmpty)
    #expect(report.failures == [.iap(.userInvalid, .payment("77", .ofAnotherUser))])
    #expect(try await store.dumped() == before)
  }

  @Test
  func `A payment for another product is not restored`() async throws {
    let store = try folder.store(
      Game.seed(
        purchases: Game.payment("77", "gem"), transactions: Game.receipt("77", "vip")))
    let report = try await store.restore("alice", in: [])
    #expect(report.purchases.isEmpty)
    #expect(report.failures.map(\.code) == [.iap(.productInvalid)])
  }

  @Test
  func `A receipt that began another user's subscription is refused, and the dump can be loaded`()
    async throws
  {
    let store = try folder.store(
      Game.seed(
        purchases: Game.payment("5", "chest", "\"originalTransactionIdentifier\": \"t2\""),
        transactions: Game.receipt(
          "t2", "chest", of: "bob", name: "bob", "\"originalTransactionIdentifier\": \"t9\"")))
    let report = try await store.restore("bob", in: [])
    #expect(report.failures == [.iap(.userInvalid, .payment("5", .ofAnotherUser))])
    let dump = try await store.dumped()
    #expect(try await folder.store(dump, named: "again.db").dumped() == dump)
  }

  @Test
  func `A subscription of another user is not restored`() async throws {
    let store = try folder.store(
      Game.seed(
        purchases: Game.payment("77", "vip"),
        transactions: Game.receipt(
          "78", "vip", of: "bob", name: "bob", from: "2026-01-12T00:00:00Z",
          until: "2026-03-10T00:00:00Z", "\"originalTransactionIdentifier\": \"77\"")))
    let report = try await store.restore("bob", in: [])
    #expect(report.failures == [.iap(.userInvalid, .payment("77", .ofAnotherUser))])
    #expect(try await store.check().isEmpty)
    #expect(try await store.contents().payment("77")?.status == "ACTIVE")
  }

  @Test
  func `A generated transaction identifier does not join another user's subscription`() async throws
  {
    let store = try folder.store(
      Game.seed(
        purchases: Game.payment(
          "5", "vip", "\"originalTransactionIdentifier\": \"1000000000000001\"")))
    var request = PurchaseRequest(product: "vip", user: "bob")
    request.payload = "x"
    #expect(await store.purchasing(request).isSuccess)
    #expect(try await store.check().isEmpty)
  }
}

extension Result {
  fileprivate var isSuccess: Bool { if case .success = self { true } else { false } }
}
