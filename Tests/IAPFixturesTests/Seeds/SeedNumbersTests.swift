import IAPCore
import IAPFixtures
import TestSupport
import Testing

/// Numbers that are given, generated, too long or already used, and null for a key with a default.
struct SeedNumbersTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func place(_ seed: String) -> String? {
    let error = refusal { try folder.store(seed) }
    guard case .seed(let place, let problem) = error?.reason else { return nil }
    return "\(place): \(problem)"
  }

  @Test
  func `A generated product number does not collide with a later element`() async throws {
    let store = try folder.store(
      Game.seed(
        products: """
          {"productIdentifier": "a", "productType": "CONSUMABLE"},
          {"productIdentifier": "b", "productType": "CONSUMABLE", "productSeq": 1000001}
          """))
    #expect(try await store.products(in: []).elements.map(\.productSeq) == [1_000_002, 1_000_001])
  }

  @Test
  func `A generated payment has no number or transaction that another list gives`() async throws {
    let purchase = """
      {"userID": "bob", "productIdentifier": "gem", "purchaseTime": "2026-01-05T00:00:00Z"}
      """
    let given = ["1000000000000001", "1000000000000002"]
    let store = try folder.store(
      Game.seed(
        purchases: purchase,
        transactions: given.map { Game.receipt($0, "gem", until: nil) }.joined(separator: ",")))
    let made = try await store.payments(PaymentQuery()).first { _ in true }?.first?.purchase
    #expect(made?.transactionIdentifier == "1000000000000003")
  }

  @Test
  func `A transaction is not counted from the first one of a subscription`() async throws {
    let receipt = """
      {"userID": "alice", "productIdentifier": "vip", "transactionIdentifier": "1000000000000007",
       "originalTransactionIdentifier": "1500000000000000",
       "purchaseTime": "2026-01-10T00:00:00Z", "expiryTime": "2026-02-10T00:00:00Z"}
      """
    let store = try folder.store(Game.seed(transactions: receipt))
    guard case .success(.completed(let made)) = await store.buy("gem", for: "bob") else {
      Issue.record()
      return
    }
    #expect(made.transactionIdentifier == "1000000000000008")
  }

  @Test
  func `Receipts without a transaction get different ones`() async throws {
    let receipt =
      #"{"userID": "alice", "productIdentifier": "gem", "purchaseTime": "2026-01-10T00:00:00Z", "expiryTime": null}"#
    let store = try folder.store(Game.seed(transactions: "\(receipt), \(receipt)"))
    #expect(Set(try await store.contents().transactions.map(\.transactionIdentifier)).count == 2)
  }

  @Test
  func `A product number may be the greatest of all, and leaves numbers for the others`()
    async throws
  {
    func product(_ name: String, _ number: Int64?) -> String {
      """
      {"productIdentifier": "\(name)", "productType": "CONSUMABLE",
       "productSeq": \(number.map(String.init) ?? "null")}
      """
    }
    let store = try folder.store(
      Game.seed(
        products: [
          product("a", .max), product("b", nil), product("c", 1_000_002), product("d", nil),
          product("e", .max - 1), product("f", nil),
        ].joined(separator: ",")))
    #expect(
      try await store.products(in: []).elements.map(\.productSeq)
        == [.max, 1_000_001, 1_000_002, 1_000_003, .max - 1, 1_000_004])
    #expect(try await folder.store(store.dumped(), named: "copy.db").check().isEmpty)
  }

  @Test
  func `A null for a key with a default contradicts nothing`() async throws {
    let seed = """
      {"format": 1, "appKey": null, "clock": "2026-01-15T00:00:00Z", "products": [
        {"productIdentifier": "vip", "productType": "AUTO_RENEWABLE", "period": "P1M",
         "productSeq": null, "active": null, "inStore": null}],
       "users": [{"userID": "a", "paymentsAllowed": null, "storeAccountReadable": null}],
       "purchases": [{"userID": "a", "productIdentifier": "vip", "paymentSeq": "1",
         "accessToken": null, "state": null, "consumed": null, "purchaseTime": null,
         "expiryTime": null, "transactionIdentifier": null, "storePayment": null,
         "sandboxPayment": null}]}
      """
    let store = try folder.store(seed)
    let before = try await store.dumped()
    try await store.load(try SeedText(Array(seed.utf8)))
    #expect(try await store.dumped() == before)
  }

  @Test
  func `A payment of the store is also recognized by its transaction`() async throws {
    let seed = Game.seed(
      purchases: """
        {"userID": "a", "productIdentifier": "gem", "transactionIdentifier": "t1"}
        """)
    let store = try folder.store(seed)
    try await store.load(try SeedText(Array(seed.utf8)))
    #expect(try await store.contents().purchases.count == 1)
  }

  @Test(arguments: [
    ("{\"format\": 1, \"appSeq\": 1.5}", "appSeq: not a whole number"),
    ("{\"format\": 1, \"appSeq\": 99999999999999999999}", "appSeq: not a whole number"),
    (
      "{\"format\": 1, \"users\": [{\"userID\": \"a\", \"monthlyLimit\": {\"\": 1}}]}",
      "users[0].monthlyLimit: has an invalid currency: empty, or with a null character"
    ),
    (
      "{\"format\": 1,\n \"appSeq\": 1.0000000000000000000000000000000000000001}",
      "line 2: a number has more digits than can be kept exactly"
    ),
  ])
  func `A number that does not fit is reported with its location`(_ seed: String, _ problem: String)
  {
    #expect(place(seed) == problem)
  }

  @Test
  func `Long digits in a string are not treated as a number`() {
    let text = String(repeating: "1", count: 60)
    #expect(place("{\"format\": 1, \"appKey\": \"a\\\"\(text)\"}") == nil)
  }

  @Test
  func `A duplicate number is reported with its location`() {
    let seed = Game.seed(
      products: """
        {"productIdentifier": "a", "productType": "CONSUMABLE", "productSeq": 7},
        {"productIdentifier": "b", "productType": "CONSUMABLE", "productSeq": 7}
        """)
    #expect(place(seed) == "products[1].productSeq: already exists")
  }

  @Test(arguments: ["{\"format\": 1,}", "{\"format\": 1} x"])
  func `A trailing comma or text after the document is refused`(_ seed: String) {
    #expect(place(seed)?.hasPrefix("line 1, column 1") == true)
  }

  @Test
  func `A byte-order mark is skipped`() {
    #expect(place("\u{feff}{\"format\": 1}") == nil)
  }

  @Test
  func `An expiry before the purchase is refused`() {
    let purchase = Game.seed(
      purchases: Game.payment("1", "vip", "\"expiryTime\": \"2025-01-01T00:00:00Z\""))
    #expect(place(purchase) == "purchases[0].expiryTime: before the purchase")
    let receipt = Game.seed(transactions: Game.receipt("1", "vip", until: "2025-01-01T00:00:00Z"))
    #expect(place(receipt) == "transactions[0].expiryTime: before the purchase")
  }

  @Test
  func `A subscription cannot renew the payment of a consumable`() {
    let seed = Game.seed(
      purchases: [
        Game.payment("1", "gem"),
        Game.payment("2", "vip", "\"originalTransactionIdentifier\": \"1\""),
      ].joined(separator: ","))
    #expect(
      place(seed)?.hasPrefix("purchases[1].originalTransactionIdentifier: payment 1 of") == true)
  }
}
