import IAPCore
import IAPFixtures
import SQLite
import TestSupport
import Testing

/// Changes that another program made to the tables are found.
struct StoreCheckTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  static let seed = Game.seed(
    purchases: [
      Game.payment("1", "vip", "\"originalTransactionIdentifier\": \"1\""),
      Game.payment("2", "gem"), Game.payment("3", "vip", of: "bob"),
    ].joined(separator: ","),
    transactions: Game.receipt("77", "chest"))

  private func problems(after statements: String) async throws -> [String] {
    let store = try folder.store(Self.seed)
    #expect(try await store.check().isEmpty)
    let connection = try Connection(path: folder["store.db"], access: .readWrite, patience: 0)
    try connection.execute(
      "PRAGMA foreign_keys = OFF; PRAGMA ignore_check_constraints = ON; \(statements)")
    return try await store.check()
  }

  static let changes: [(change: String, problems: [String])] = [
    (
      "UPDATE purchase SET expiryTime = purchaseTime - 1 WHERE paymentSeq = '1'",
      ["payment 1: expires before it was bought"]
    ),
    (
      "UPDATE receipt SET expiryTime = NULL WHERE transactionIdentifier = '77'",
      ["transaction 77: is for a subscription but has no expiry time"]
    ),
    (
      "UPDATE purchase SET status = NULL WHERE paymentSeq = '1'",
      ["subscription 1: has no payment with a status"]
    ),
    (
      "UPDATE purchase SET status = NULL, originalTransactionIdentifier = '1' "
        + "WHERE paymentSeq = '3'",
      [
        "subscription 1: has payments of several users or products",
        "payment 1: has a subscription status but is not the latest payment",
      ]
    ),
    ("DELETE FROM store", ["store: has no settings"]),
    (
      "UPDATE product SET period = 'soon' WHERE productIdentifier = 'vip'",
      ["product vip: invalid period 'soon'"]
    ),
    ("DROP TABLE fault", ["table fault: is missing"]),
    ("DROP INDEX purchaseDue", ["index purchaseDue: is missing"]),
    ("CREATE TABLE extra (x)", ["table extra: is unexpected"]),
    ("ALTER TABLE fault ADD COLUMN extra TEXT", ["table fault: was changed"]),
    (
      "UPDATE purchase SET originalTransactionIdentifier = (SELECT transactionIdentifier FROM purchase "
        + "WHERE paymentSeq = '2') WHERE paymentSeq = '1'",
      ["payment 1: renews a purchase that is not a subscription"]
    ),
    (
      "UPDATE product SET price = 'free' WHERE productIdentifier = 'gem'",
      ["CHECK constraint failed in product"]
    ),
    (
      "UPDATE purchase SET state = 'REFUND', consumed = 1 WHERE paymentSeq = '2'",
      ["CHECK constraint failed in purchase"]
    ),
    (
      "UPDATE purchase SET status = 'ACTIVE' WHERE paymentSeq = '2'",
      ["CHECK constraint failed in purchase"]
    ),
    (
      "UPDATE receipt SET productID = 99 WHERE id = 1",
      ["receipt row 1: refers to a missing row"]
    ),
    ("UPDATE store SET appSeq = 0", ["CHECK constraint failed in store"]),
  ]

  @Test(arguments: changes)
  func `A check finds changes that other programs made to the database`(
    _ example: (change: String, problems: [String])
  ) async throws {
    let found = try await problems(after: example.change)
    #expect(found == example.problems, "\(found)")
  }

  @Test
  func `All problems are reported`() async throws {
    let found = try await problems(
      after: """
        UPDATE purchase SET expiryTime = purchaseTime - 1 WHERE expiryTime IS NOT NULL;
        UPDATE receipt SET expiryTime = NULL WHERE transactionIdentifier = '77'
        """)
    #expect(found.count == 3)
  }

  @Test
  func `A check changes nothing`() async throws {
    let store = try folder.store(
      Game.seed(
        purchases: Game.payment(
          "1", "vip", "\"status\": \"ACTIVE\", \"expiryTime\": \"2026-01-12T00:00:00Z\"")))
    let bytes = try folder.read("store.db")
    #expect(try await store.check().isEmpty)
    #expect(try folder.read("store.db") == bytes)
  }
}
