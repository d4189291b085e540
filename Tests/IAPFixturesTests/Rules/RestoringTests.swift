import IAPCore
import IAPFixtures
import TestSupport
import Testing

struct RestoringTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test
  func `A receipt without a payment is restored once`() async throws {
    let store = try folder.store(Game.seed(transactions: Game.receipt("77", "chest")))
    #expect(try await store.unconsumedNumbers(of: "alice").isEmpty)
    let first = try await store.restore("alice", in: [])
    #expect(first.failures.isEmpty)
    #expect(first.closed.isEmpty)
    let purchase = try #require(first.purchases.first)
    #expect(first.purchases.count == 1)
    #expect(purchase.userID == "alice")
    #expect(purchase.transactionIdentifier == "77")
    #expect(purchase.price == Price("2.29"))
    #expect(purchase.currency == "EUR")
    #expect(purchase.purchaseTime?.description == "2026-01-10T00:00:00.000Z")
    #expect(purchase.expiryTime?.description == "2026-02-10T00:00:00.000Z")
    #expect(try await store.unconsumedNumbers(of: "alice") == [purchase.paymentSeq.text])
    let active = try await store.subscriptions(SubscriptionQuery(user: "alice")).elements
    #expect(active.map(\.status) == [.active])
    let after = try await store.dumped()
    #expect(first.recorded == [purchase.paymentSeq])
    let second = try await store.restore("alice", in: [])
    #expect((second.purchases, second.recorded) == (first.purchases, []))
    #expect(try await store.dumped() == after)
    #expect(try await store.check().isEmpty)
  }

  @Test
  func `A purchase that waits for an approval goes on waiting, also if its receipt is there`()
    async throws
  {
    let store = try folder.store(
      Game.seed(
        purchases: Game.payment("5", "vip", "\"state\": \"RESERVED\", \"pending\": true"),
        transactions: Game.receipt("5", "vip")))
    let report = try await store.restore("alice", in: [])
    #expect(report.purchases.isEmpty && report.failures.isEmpty)
    #expect(try await store.contents().payment("5")?.state == "RESERVED")
  }

  @Test
  func `Expired subscriptions are restored too`() async throws {
    let store = try folder.store(
      Game.seed(
        transactions: Game.receipt(
          "2", "vip", from: "2025-12-01T00:00:00Z", until: "2026-01-15T09:00:00Z") + ","
          + Game.receipt("1", "chest", from: "2025-11-01T00:00:00Z", until: "2025-11-08T00:00:00Z"))
    )
    let report = try await store.restore("alice", in: [])
    #expect(report.purchases.map(\.transactionIdentifier) == ["1", "2"], "oldest first")
    #expect(report.failures.isEmpty)
    #expect(try await store.contents().purchases.map(\.status) == ["EXPIRED", "EXPIRED"])
    #expect(try await store.subscriptions(SubscriptionQuery(user: "alice")).elements.isEmpty)
    #expect(
      try await store.unconsumedNumbers(of: "alice") == [report.purchases[0].paymentSeq.text],
      "what an expired subscription left can still be consumed")
    #expect(try await store.restore("alice", in: []).purchases == report.purchases)
  }

  @Test
  func `A payment that exists already is returned unchanged`() async throws {
    let store = try folder.store(
      Game.seed(
        purchases: Game.payment("5", "chest", "\"consumed\": true, \"payload\": \"p\""),
        transactions: Game.receipt("5", "chest")))
    let before = try await store.dumped()
    let report = try await store.restore("alice", in: [])
    #expect(report.purchases.map(\.paymentSeq) == ["5"])
    #expect(report.purchases.map(\.payload) == ["p"])
    #expect(try await store.dumped() == before)
  }

  /// A store does not return finished consumables again.
  @Test(arguments: ["gem", "odd"])
  func `Receipts of products other than subscriptions are not restored`(_ product: String)
    async throws
  {
    let store = try folder.store(
      Game.seed(
        purchases: Game.payment("5", "gem"),
        transactions: [
          Game.receipt("5", "gem", until: nil), Game.receipt("6", product, until: nil),
          Game.receipt("7", product, name: nil, until: nil), Game.receipt("8", "vip"),
        ].joined(separator: ",")))
    let report = try await store.restore("alice", in: [])
    #expect(report.purchases.map(\.transactionIdentifier) == ["8"])
    #expect(report.failures.isEmpty)
    #expect(try await store.contents().purchases.count == 2)
  }

  @Test
  func `Restoring a bought subscription returns the same purchase`() async throws {
    let store = try folder.store(Game.seed())
    let bought = try #require(await store.buy("vip").answer?.purchase)
    let before = try await store.dumped()
    #expect(try await store.restore("alice", in: []).purchases == [bought])
    #expect(try await store.dumped() == before)
  }

  @Test(arguments: ["RESERVED", "CHARGED"])
  func `An interrupted subscription that has its receipt is completed`(_ state: String) async throws
  {
    let store = try folder.store(
      Game.seed(
        purchases: Game.payment("5", "chest", "\"state\": \"\(state)\""),
        transactions: Game.receipt("5", "chest")))
    let report = try await store.restore("alice", in: [])
    #expect(report.purchases.map(\.paymentSeq) == ["5"] && report.failures.isEmpty)
    #expect(try await store.restore("alice", in: []).purchases.map(\.paymentSeq) == ["5"])
  }

  @Test(arguments: ["REFUND", "FAILURE", "USER_CLOSE"])
  func `A payment that has ended otherwise is not restored`(_ state: String) async throws {
    let store = try folder.store(
      Game.seed(
        purchases: Game.payment("5", "chest", "\"state\": \"\(state)\""),
        transactions: Game.receipt("5", "chest")))
    let before = try await store.dumped()
    let report = try await store.restore("alice", in: [])
    #expect(report == CompletionReport())
    #expect(try await store.dumped() == before)
  }

  @Test
  func `A receipt that fails does not affect the others`() async throws {
    let store = try folder.store(
      Game.seed(
        transactions: [
          Game.receipt("1", "vip", name: nil), Game.receipt("2", "vip", name: "bob"),
          Game.receipt("3", "chest"), Game.receipt("4", "chest", of: "bob", name: "bob"),
        ].joined(separator: ",")))
    let report = try await store.restore("alice", in: [])
    #expect(report.purchases.map(\.transactionIdentifier) == ["3"])
    #expect(
      report.failures == [
        .iap(.paymentInvalid, .receipt(transaction: "1", .withoutUser)),
        .iap(.userInvalid, .receipt(transaction: "2", .ofAnotherUser)),
      ])
    #expect(try await store.contents().purchases.map(\.userID) == ["alice"])
    #expect(try await store.restore("alice", in: []).purchases == report.purchases)
  }

  @Test
  func `A store account that cannot be read is refused`() async throws {
    let store = try folder.store(
      Game.seed(
        users: "{\"userID\": \"alice\", \"storeAccountReadable\": false}, {\"userID\": \"bob\"}",
        transactions: Game.receipt("1", "vip")))
    let before = try await store.dumped()
    let refusal = await refusal { try await store.restore("alice", in: []) }
    #expect(refusal == .iap(.restoreFailed, .user("alice", .storeAccountUnreadable)))
    #expect(try await store.dumped() == before)
    #expect(try await store.restore("bob", in: []) == CompletionReport())
  }

  @Test
  func `A restore is made per market`() async throws {
    let receipts =
      Game.receipt("1", "vip") + "," + Game.receipt("2", "box", "\"storeCode\": \"GG\"")
    let store = try folder.store(Game.seed(transactions: receipts))
    let google = try await store.restore("alice", in: [.googlePlay])
    #expect(google.purchases.map(\.transactionIdentifier) == ["2"])
    let off = try folder.store(
      Game.seed(
        markets: "{\"storeCode\": \"GG\", \"available\": false}", transactions: receipts),
      named: "off.db")
    let all = try await off.restore("alice", in: [])
    #expect(all.purchases.map(\.transactionIdentifier) == ["1"])
    #expect(all.failures == [.iap(.storeNotAvailable, .marketSwitchedOff(.googlePlay))])
    #expect(try await off.contents().purchases.count == 1)
  }

  @Test(arguments: [false, true])
  func `A paid subscription of a seed has a receipt, so that it is restored`(_ isNamed: Bool)
    async throws
  {
    let store = try folder.store(
      Game.seed(
        purchases: [
          Game.payment("1", "vip"), Game.payment("2", "vip", of: "bob", "\"state\": \"CHARGED\""),
          Game.payment("3", "gem"), Game.payment("4", "chest", "\"state\": \"REFUND\""),
        ].joined(separator: ","),
        transactions: isNamed ? Game.receipt("1", "vip") : ""))
    let contents = try await store.contents()
    #expect(contents.transactions.map(\.transactionIdentifier) == ["1"])
    #expect(contents.transactions.map(\.applicationUsername) == ["alice"])
    #expect(contents.transactions.map(\.expiryTime) == ["2026-02-10T00:00:00.000Z"])
    let dump = try await store.dumped()
    #expect(try await store.restore("alice", in: []).purchases.map(\.paymentSeq) == ["1"])
    #expect(try await store.dumped() == dump, "nothing was written")
    #expect(try await folder.store(dump, named: "copy.db").dumped() == dump)
  }

  // MARK: Renewals

  static let original = "\"originalTransactionIdentifier\": \"1\""

  @Test
  func `A later receipt continues an expired subscription`() async throws {
    let store = try folder.store(
      Game.seed(
        purchases: Game.payment(
          "1", "chest", at: "2026-01-01T00:00:00Z",
          "\"status\": \"EXPIRED\", \"expiryTime\": \"2026-01-08T00:00:00Z\""),
        transactions: Game.receipt(
          "2", "chest", from: "2026-01-09T00:00:00Z", until: "2026-01-16T00:00:00Z", Self.original))
    )
    let report = try await store.restore("alice", in: [])
    let restored = try #require(report.purchases.last)
    #expect(restored.originalTransactionIdentifier == "1")
    #expect(try await store.contents().purchases.map(\.status) == [nil, "ACTIVE"])
    let active = try await store.subscriptions(SubscriptionQuery(user: "alice")).elements
    #expect(active.map(\.purchase.paymentSeq) == [restored.paymentSeq])
    #expect(active.map(\.renewTime) == [restored.purchaseTime])
    #expect(try await store.check().isEmpty)
  }

  @Test
  func `An earlier receipt does not change the status of a subscription`() async throws {
    let store = try folder.store(
      Game.seed(
        purchases: Game.payment(
          "2", "chest", at: "2026-01-09T00:00:00Z",
          "\(Self.original), \"status\": \"CANCELED\", \"expiryTime\": \"2026-01-16T00:00:00Z\""),
        transactions: Game.receipt(
          "1", "chest", from: "2026-01-02T00:00:00Z", until: "2026-01-09T00:00:00Z", Self.original))
    )
    let report = try await store.restore("alice", in: [])
    #expect(report.purchases.count == 2)
    #expect(try await store.contents().purchases.map(\.status) == ["CANCELED", nil])
    #expect(try await store.unconsumedNumbers(of: "alice").count == 2)
    #expect(try await store.check().isEmpty)
  }

  @Test
  func `A restored subscription renews`() async throws {
    let store = try folder.store(
      Game.seed(transactions: Game.receipt("9", "chest", until: "2026-01-16T00:00:00Z")))
    #expect(try await store.restore("alice", in: []).purchases.count == 1)
    let later = try folder.reopen(at: "2026-01-17T00:00:00Z")
    let contents = try await later.contents()
    #expect(contents.purchases.map(\.status) == [nil, "ACTIVE"])
    #expect(contents.purchases.map(\.originalTransactionIdentifier) == ["9", "9"])
    #expect(try await later.restore("alice", in: []).purchases.count == 2)
  }
}
