import IAPCore
import IAPFixtures
import TestSupport
import Testing

/// A seed that contradicts the store or itself is refused with the place, and nothing of it is
/// loaded.
struct SeedContradictionTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// One element of each list. Each test contradicts one key.
  static let present = """
    {"format": 1, "clock": "\(Game.clock)",
     "markets": [{"storeCode": "AS", "packageName": "p", "available": true}],
     "products": [
       {"productIdentifier": "s", "productSeq": 5, "productName": "n",
        "productType": "CONSUMABLE_AUTO_RENEWABLE", "period": "P1M", "price": 1.5,
        "currency": "KRW", "localizedTitle": "t", "localizedDescription": "d",
        "localizedPrice": "l", "active": true, "inStore": true},
       {"productIdentifier": "other", "productType": "CONSUMABLE"}],
     "users": [{"userID": "u", "paymentsAllowed": true, "monthlyLimit": {"KRW": 5},
        "storeAccountReadable": true}],
     "purchases": [
       {"paymentSeq": "1", "userID": "u", "productIdentifier": "s", "state": "SUCCESS",
        "consumed": false, "price": 2, "currency": "USD", "accessToken": "t",
        "transactionIdentifier": "x", "originalTransactionIdentifier": "x",
        "purchaseTime": "2026-01-10T00:00:00Z", "expiryTime": "2026-02-10T00:00:00Z",
        "status": "ACTIVE", "storePayment": false, "sandboxPayment": false, "payload": "p"}],
     "transactions": [
       {"userID": "u", "productIdentifier": "s", "transactionIdentifier": "x",
        "originalTransactionIdentifier": "x", "purchaseTime": "2026-01-10T00:00:00Z",
        "expiryTime": "2026-02-10T00:00:00Z", "applicationUsername": "u"}]}
    """

  static let names = [
    "markets": "\"storeCode\": \"AS\"",
    "products":
      "\"productIdentifier\": \"s\", \"productType\": \"CONSUMABLE_AUTO_RENEWABLE\", "
      + "\"period\": \"P1M\"",
    "users": "\"userID\": \"u\"",
    "purchases": "\"paymentSeq\": \"1\", \"userID\": \"u\", \"productIdentifier\": \"s\"",
    "transactions":
      "\"userID\": \"u\", \"productIdentifier\": \"s\", \"transactionIdentifier\": \"x\", "
      + "\"purchaseTime\": \"2026-01-10T00:00:00Z\", \"expiryTime\": \"2026-02-10T00:00:00Z\"",
  ]

  static let others: [(list: String, key: String, value: String)] = [
    ("markets", "packageName", "\"q\""), ("markets", "packageName", "null"),
    ("markets", "available", "false"), ("products", "productSeq", "6"),
    ("products", "productName", "\"m\""), ("products", "productName", "null"),
    ("products", "productType", "\"AUTO_RENEWABLE\""), ("products", "price", "1.50001"),
    ("products", "price", "null"), ("products", "currency", "\"krw\""),
    ("products", "localizedTitle", "\"\""), ("products", "localizedDescription", "null"),
    ("products", "localizedPrice", "\"L\""), ("products", "active", "false"),
    ("products", "inStore", "false"), ("products", "period", "\"P1W\""),
    ("users", "paymentsAllowed", "false"), ("users", "storeAccountReadable", "false"),
    ("purchases", "userID", "\"v\""), ("purchases", "productIdentifier", "\"other\""),
    ("purchases", "state", "\"REFUND\""), ("purchases", "consumed", "true"),
    ("purchases", "price", "2.01"), ("purchases", "currency", "null"),
    ("purchases", "accessToken", "\"T\""), ("purchases", "transactionIdentifier", "\"y\""),
    ("purchases", "originalTransactionIdentifier", "\"y\""),
    ("purchases", "purchaseTime", "\"2026-01-10T00:00:00.001Z\""),
    ("purchases", "expiryTime", "\"2026-02-10T00:00:01Z\""),
    ("purchases", "status", "\"CANCELED\""), ("purchases", "storePayment", "true"),
    ("purchases", "sandboxPayment", "true"), ("purchases", "payload", "\"P\""),
    ("purchases", "payload", "null"), ("transactions", "userID", "\"v\""),
    ("transactions", "productIdentifier", "\"other\""),
    ("transactions", "originalTransactionIdentifier", "\"y\""),
    ("transactions", "purchaseTime", "\"2026-01-10T00:00:01Z\""),
    ("transactions", "expiryTime", "\"2026-02-10T00:00:01Z\""),
    ("transactions", "applicationUsername", "null"),
  ]

  @Test(arguments: others)
  func `A seed that contradicts the store in any key is refused`(
    _ other: (list: String, key: String, value: String)
  ) async throws {
    let store = try folder.store(Self.present)
    let before = try await store.dumped()
    let name = try #require(Self.names[other.list])
    let kept = name.split(separator: ", ").filter { !$0.hasPrefix("\"\(other.key)\"") }
    let element = (kept + ["\"\(other.key)\": \(other.value)"]).joined(separator: ", ")
    let new = """
      {"format": 1, "products": [{"productIdentifier": "new", "productType": "CONSUMABLE"}
         \(other.list == "products" ? ", {\(element)}" : "")],
       "\(other.list == "products" ? "deferred" : other.list)":
         [\(other.list == "products" ? "" : "{\(element)}")]}
      """
    let problem = try #require(await problem(of: new, in: store))
    let place = other.list == "products" ? "products[1]" : "\(other.list)[0]"
    #expect(problem.hasPrefix("\(place).\(other.key): contradicts the "))
    #expect(try await store.dumped() == before, "nothing is loaded unless all is")
  }

  @Test
  func `A spending limit is compared per currency`() async throws {
    let store = try folder.store(Self.present)
    let before = try await store.dumped()
    #expect(
      await problem(
        of: """
          {"format": 1, "users": [{"userID": "new"},
            {"userID": "u", "monthlyLimit": {"KRW": 6}}]}
          """, in: store)
        == "users[1].monthlyLimit.KRW: contradicts the u in the store")
    #expect(try await store.dumped() == before)
  }

  @Test
  func `Amounts and times are compared by value, not by spelling`() async throws {
    let store = try folder.store(Self.present)
    let same = """
      {"format": 1, "products": [{"productIdentifier": "s", "price": 1.50,
        "productType": "CONSUMABLE_AUTO_RENEWABLE", "period": "p1m"}],
       "users": [{"userID": "u", "monthlyLimit": {"KRW": 5.0}}],
       "purchases": [{"paymentSeq": "1", "userID": "u", "productIdentifier": "s",
         "purchaseTime": "2026-01-10T09:00:00+09:00", "price": 2e0}]}
      """
    #expect(await problem(of: same, in: store) == nil)
  }

  static let impossible: [(problem: String, seed: String)] = [
    (
      "purchases[1].productIdentifier: no product none in market AS",
      Game.seed(purchases: Game.payment("1", "gem") + "," + Game.payment("2", "none"))
    ),
    (
      "purchases[0].productIdentifier: no product coin in market AS",
      Game.seed(purchases: Game.payment("1", "coin"))
    ),
    (
      "transactions[0].productIdentifier: no product none in market AS",
      Game.seed(transactions: Game.receipt("1", "none"))
    ),
    (
      "deferred[0].productIdentifier: no product none in market AS",
      Game.seed(deferred: "{\"userID\": \"u\", \"productIdentifier\": \"none\"}")
    ),
    (
      "purchases[0].consumed: not possible for a product of type AUTO_RENEWABLE in state SUCCESS",
      Game.seed(purchases: Game.payment("1", "vip", "\"consumed\": true"))
    ),
    (
      "purchases[0].consumed: not possible for a product of type CONSUMABLE in state REFUND",
      Game.seed(purchases: Game.payment("1", "gem", "\"consumed\": true, \"state\": \"REFUND\""))
    ),
    (
      "purchases[0].pending: not possible in state SUCCESS: only in RESERVED",
      Game.seed(purchases: Game.payment("1", "gem", "\"pending\": true"))
    ),
    (
      "purchases[0].expiryTime: only a subscription has it",
      Game.seed(
        purchases: Game.payment("1", "gem", "\"expiryTime\": \"2026-02-01T00:00:00Z\""))
    ),
    (
      "purchases[0].status: only a subscription has it",
      Game.seed(purchases: Game.payment("1", "gem", "\"status\": \"ACTIVE\""))
    ),
    (
      "purchases[0].status: not possible for a payment in state CHARGED",
      Game.seed(
        purchases: Game.payment("1", "vip", "\"status\": \"ACTIVE\", \"state\": \"CHARGED\""))
    ),
    (
      "purchases[0].expiryTime: after the last date of the calendar",
      Game.seed(purchases: Game.payment("1", "vip", at: "9999-12-31T00:00:00Z"))
    ),
    (
      "transactions[0].expiryTime: null for a subscription",
      Game.seed(transactions: Game.receipt("1", "vip", until: nil))
    ),
    (
      "purchases[1].originalTransactionIdentifier: payment 1 of that subscription belongs to "
        + "another user or product",
      Game.seed(
        purchases: Game.payment("1", "vip") + ","
          + Game.payment("2", "vip", of: "bob", "\"originalTransactionIdentifier\": \"1\""))
    ),
    (
      "purchases[1].originalTransactionIdentifier: payment 1 of that subscription belongs to "
        + "another user or product",
      Game.seed(
        purchases: Game.payment("1", "vip") + ","
          + Game.payment("2", "chest", "\"originalTransactionIdentifier\": \"1\""))
    ),
    (
      "purchases[1].userID: contradicts the payment 1 in the store",
      Game.seed(
        purchases: Game.payment("1", "gem") + "," + Game.payment("1", "gem", of: "bob"))
    ),
  ]

  @Test(arguments: impossible)
  func `An impossible seed is refused and leaves no changes`(
    _ example: (problem: String, seed: String)
  ) async throws {
    let refused = refusal { try folder.store(example.seed) }
    #expect(text(of: refused) == example.problem)
    #expect(folder.names.isEmpty, "no store is made of it")
    let store = try folder.store("{\"format\": 1}")
    let before = try await store.dumped()
    #expect(await problem(of: example.seed, in: store) == example.problem)
    #expect(try await store.dumped() == before, "and an empty one takes over nothing")
  }

  static let doubles: [(place: String, seed: String)] = [
    (
      "products[1]",
      Game.seed(
        products: """
          {"productIdentifier": "a", "productType": "CONSUMABLE", "productSeq": 5},
          {"productIdentifier": "b", "productType": "CONSUMABLE", "productSeq": 5}
          """)
    ),
    (
      "purchases[1]",
      Game.seed(
        purchases: Game.payment("1", "gem") + ","
          + Game.payment("2", "gem", of: "bob").replacing(
            "\"transactionIdentifier\": \"2\"", with: "\"transactionIdentifier\": \"1\""))
    ),
  ]

  @Test(arguments: doubles)
  func `Duplicate numbers in a seed are refused`(_ example: (place: String, seed: String)) {
    let refused = refusal { try folder.store(example.seed) }
    #expect(refused?.code == .iapctl(.seedContradicts))
    #expect(text(of: refused)?.hasPrefix(example.place) == true)
  }

  private func problem(of seed: String, in store: FixtureStore) async -> String? {
    text(of: await refusal { try await store.load(try SeedText(Array(seed.utf8))) })
  }

  private func text(of refusal: IAPError?) -> String? {
    guard case .seed(let place, let problem)? = refusal?.reason else { return nil }
    return "\(place): \(problem)"
  }
}
