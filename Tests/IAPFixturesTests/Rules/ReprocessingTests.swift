import IAPCore
import IAPFixtures
import TestSupport
import Testing

struct ReprocessingTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  static let charged = "\"state\": \"CHARGED\""
  static let reserved = "\"state\": \"RESERVED\""

  @Test
  func `A charged payment is completed with or without a receipt`() async throws {
    let store = try folder.store(
      Game.seed(
        purchases: [
          Game.payment(
            "2", "gem", at: "2026-01-12T00:00:00Z", "\(Self.charged), \"payload\": \"p\""),
          Game.payment("1", "vip", at: "2026-01-11T00:00:00Z", Self.charged),
        ].joined(separator: ","),
        transactions: Game.receipt("1", "vip")))
    let report = try await store.reprocess("alice", in: [])
    #expect(report.purchases.map(\.paymentSeq) == ["1", "2"], "oldest first")
    #expect(report.purchases.last?.payload == "p")
    #expect(report.failures.isEmpty)
    #expect(report.closed.isEmpty)
    let contents = try await store.contents()
    #expect(contents.purchases.map(\.state) == ["SUCCESS", "SUCCESS"])
    #expect(contents.purchases.map(\.status) == [nil, "ACTIVE"])
    #expect(try await store.unconsumedNumbers(of: "alice") == ["2"])
    #expect(
      try await store.subscriptions(SubscriptionQuery(user: "alice")).elements
        .map(\.purchase.paymentSeq) == ["1"])
    #expect(try await store.reprocess("alice", in: []) == CompletionReport())
    #expect(try await store.check().isEmpty)
  }

  @Test
  func `A reserved payment is completed only if it has a receipt`() async throws {
    let store = try folder.store(
      Game.seed(
        purchases: [
          Game.payment("1", "gem", Self.reserved), Game.payment("2", "vip", Self.reserved),
          Game.payment("3", "chest", Self.reserved),
        ].joined(separator: ","),
        transactions: Game.receipt("1", "gem", until: nil) + "," + Game.receipt("3", "chest")))
    let report = try await store.reprocess("alice", in: [])
    #expect(report.purchases.map(\.paymentSeq) == ["1", "3"])
    #expect(report.closed == ["2"])
    #expect(report.failures.isEmpty)
    let contents = try await store.contents()
    #expect(contents.purchases.map(\.state) == ["SUCCESS", "USER_CLOSE", "SUCCESS"])
    #expect(contents.purchases.map(\.status) == [nil, nil, "ACTIVE"])
    #expect(try await store.reprocess("alice", in: []) == CompletionReport())
  }

  struct Stuck: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let purchase: String
    var receipt = ""
    let error: IAPError
  }

  static let stuck = [
    Stuck(
      testDescription: "4, charged", purchase: Game.payment("1", "gem", charged),
      receipt: Game.receipt("1", "vip"),
      error: .iap(
        .productInvalid, .payment("1", .receiptOfAnotherProduct(bought: "gem", receipt: "vip")))),
    Stuck(
      testDescription: "4, reserved", purchase: Game.payment("1", "vip", reserved),
      receipt: Game.receipt("1", "gem", until: nil),
      error: .iap(
        .productInvalid, .payment("1", .receiptOfAnotherProduct(bought: "vip", receipt: "gem")))),
    Stuck(
      testDescription: "7, before 4", purchase: Game.payment("1", "gem", charged),
      receipt: Game.receipt("1", "vip", name: "bob"),
      error: .iap(.userInvalid, .receipt(transaction: "1", .ofAnotherUser))),
    Stuck(
      testDescription: "8", purchase: Game.payment("1", "gem", reserved),
      receipt: Game.receipt("1", "gem", name: nil, until: nil),
      error: .iap(.paymentInvalid, .receipt(transaction: "1", .withoutUser))),
    Stuck(
      testDescription: "14, without receipt",
      purchase: Game.payment("1", "vip", "\(charged), \"expiryTime\": \"\(Game.clock)\""),
      error: .iap(.expired, .payment("1", .periodOver(since: clock)))),
    Stuck(
      testDescription: "14, reserved with receipt",
      purchase: Game.payment("1", "chest", "\(reserved), \"expiryTime\": \"\(Game.clock)\""),
      receipt: Game.receipt("1", "chest", until: Game.clock),
      error: .iap(.expired, .payment("1", .periodOver(since: clock)))),
    Stuck(
      testDescription: "15",
      purchase: Game.payment(
        "1", "vip", "\(charged), \"originalTransactionIdentifier\": \"0\""),
      error: .iap(.renewalPaymentNotFound, .payment("1", .renewalWithoutReceipt))),
    Stuck(
      testDescription: "15, before 14",
      purchase: Game.payment(
        "1", "vip",
        """
        \(charged), "originalTransactionIdentifier": "0", "expiryTime": "\(Game.clock)"
        """),
      error: .iap(.renewalPaymentNotFound, .payment("1", .renewalWithoutReceipt))),
  ]

  /// The same time as ``Game/clock``.
  static let clock = Instant(1_768_467_600_000)

  @Test(arguments: stuck)
  func `A payment that cannot be completed fails for good, and blocks no other one`(
    _ example: Stuck
  ) async throws {
    #expect(Self.clock.description == Game.clock)
    let store = try folder.store(
      Game.seed(
        purchases: example.purchase + "," + Game.payment("2", "gem", Self.charged),
        transactions: example.receipt))
    let before = try #require(await store.contents().payment("1"))
    let first = try await store.reprocess("alice", in: [])
    #expect(first.failures == [example.error.about(paymentSeq: "1")])
    #expect(first.purchases.map(\.paymentSeq) == ["2"], "the others are completed all the same")
    #expect(first.closed.isEmpty)
    #expect(try await store.contents().payment("1")?.state == "FAILURE")
    let after = try await store.dumped(withLog: true)
    let reason = "\(example.error.number ?? 0) \(example.error.name)"
    #expect(
      after.contains(
        #""kind":"failed","paymentSeq":"1","userID":"alice","before":"\#(before.state)","#
          + #""after":"FAILURE (\#(reason), to be refunded)"}"#))
    #expect(try await store.reprocess("alice", in: []) == CompletionReport())
    #expect(try await store.dumped(withLog: true) == after)
    #expect(await store.buy(Identifier(before.productIdentifier)).answer != nil)
  }

  @Test
  func `A charged subscription is completed if its period has not ended`() async throws {
    let store = try folder.store(
      Game.seed(
        purchases: Game.payment(
          "1", "vip", "\(Self.charged), \"expiryTime\": \"2026-01-15T09:00:00.001Z\"")))
    #expect(try await store.reprocess("alice", in: []).purchases.map(\.paymentSeq) == ["1"])
  }

  @Test
  func `A completed renewal becomes the current payment of its subscription`() async throws {
    let original = "\"originalTransactionIdentifier\": \"1\""
    let store = try folder.store(
      Game.seed(
        purchases: [
          Game.payment(
            "1", "vip", at: "2025-12-10T00:00:00Z",
            "\"status\": \"EXPIRED\", \"expiryTime\": \"2026-01-10T00:00:00Z\""),
          Game.payment("2", "vip", "\(Self.charged), \(original)"),
        ].joined(separator: ","),
        transactions: Game.receipt("2", "vip", original)))
    let report = try await store.reprocess("alice", in: [])
    #expect(report.purchases.map(\.paymentSeq) == ["2"])
    #expect(try await store.contents().purchases.map(\.status) == [nil, "ACTIVE"])
    #expect(try await store.check().isEmpty)
  }

  @Test
  func `Reprocessing does not touch other users and markets`() async throws {
    let store = try folder.store(
      Game.seed(
        markets: "{\"storeCode\": \"GG\", \"available\": false}",
        purchases: [
          Game.payment("1", "gem", of: "bob", Self.charged),
          Game.payment("2", "coin", "\(Self.charged), \"storeCode\": \"GG\""),
          Game.payment("3", "gem", Self.reserved),
        ].joined(separator: ",")))
    let google = try await store.reprocess("alice", in: [.googlePlay])
    #expect(google.failures == [.iap(.storeNotAvailable, .marketSwitchedOff(.googlePlay))])
    #expect(google.closed.isEmpty)
    let all = try await store.reprocess("alice", in: [])
    #expect(all.closed == ["3"])
    #expect(all.failures == google.failures)
    #expect(
      try await store.contents().purchases.map(\.state) == ["CHARGED", "CHARGED", "USER_CLOSE"])
    #expect(try await store.reprocess("bob", in: []).purchases.map(\.paymentSeq) == ["1"])
  }

  // MARK: Unfinished transactions

  @Test
  func `A receipt of a consumable without a payment is checked and completed`() async throws {
    let store = try folder.store(
      Game.seed(
        purchases: Game.payment("1", "gem", "\"consumed\": true"),
        transactions: [
          Game.receipt("1", "gem", until: nil),
          Game.receipt("2", "gem", from: "2026-01-12T00:00:00Z", until: nil),
          Game.receipt("3", "odd", from: "2026-01-11T00:00:00Z", until: nil),
          Game.receipt("4", "gem", name: nil, until: nil),
          Game.receipt("5", "gem", name: "bob", until: nil), Game.receipt("6", "vip"),
          Game.receipt("7", "gem", of: "bob", name: "bob", until: nil),
        ].joined(separator: ",")))
    let report = try await store.reprocess("alice", in: [])
    #expect(report.purchases.map(\.transactionIdentifier) == ["3", "2"], "oldest first")
    let gem = try #require(report.purchases.last)
    #expect(gem.userID == "alice")
    #expect(gem.price == Price("1500"))
    #expect(gem.purchaseTime?.description == "2026-01-12T00:00:00.000Z")
    #expect(gem.originalTransactionIdentifier == nil)
    #expect(
      report.failures == [
        .iap(.paymentInvalid, .receipt(transaction: "4", .withoutUser)),
        .iap(.userInvalid, .receipt(transaction: "5", .ofAnotherUser)),
      ])
    #expect(try await store.unconsumedNumbers(of: "alice") == [gem.paymentSeq.text])
    let after = try await store.dumped()
    let second = try await store.reprocess("alice", in: [])
    #expect(second.purchases.isEmpty)
    #expect(second.failures == report.failures)
    #expect(try await store.dumped() == after)
    #expect(try await store.check().isEmpty)
  }

  @Test
  func `Unfinished transactions are completed only in the requested, available markets`()
    async throws
  {
    let receipts =
      Game.receipt("1", "gem", until: nil) + ","
      + Game.receipt("2", "coin", until: nil, "\"storeCode\": \"GG\"")
    let off = "{\"storeCode\": \"GG\", \"available\": false}"
    let store = try folder.store(Game.seed(markets: off, transactions: receipts))
    let google = try await store.reprocess("alice", in: [.googlePlay])
    #expect(google.purchases.isEmpty)
    #expect(google.failures == [.iap(.storeNotAvailable, .marketSwitchedOff(.googlePlay))])
    let all = try await store.reprocess("alice", in: [])
    #expect(all.purchases.map(\.transactionIdentifier) == ["1"])
    #expect(all.failures == google.failures)
  }

  @Test
  func `An incomplete purchase is listed neither as unconsumed nor as active`() async throws {
    let store = try folder.store(
      Game.seed(
        purchases: Game.payment("1", "chest", Self.charged) + ","
          + Game.payment("2", "gem", Self.reserved)))
    #expect(try await store.unconsumedNumbers(of: "alice").isEmpty)
    var all = SubscriptionQuery(user: "alice")
    all.selection = .all
    #expect(try await store.subscriptions(all).elements.isEmpty)
  }
}
