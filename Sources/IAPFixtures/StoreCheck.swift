import IAPCore
import SQLite

extension StoreSession {
  /// What is wrong with the store, in words; nothing where it is sound.
  ///
  /// SQLite looks at its pages, rules and references; the rest is what its rules cannot say.
  func problems() throws -> [String] {
    var problems: [String] = []
    do {
      try collect(into: &problems)
    } catch let error as SQLiteError where error.isCorruption {
      problems.append(error.message)
    }
    return problems
  }

  private func collect(into problems: inout [String]) throws {
    // Damage can end it early; what it had found by then counts.
    try connection.rows("PRAGMA integrity_check(100)") { row in
      if let problem = row.text(0), problem != "ok" { problems.append(problem) }
    }
    problems += try connection.all(
      "PRAGMA foreign_key_check",
      make: { "\($0.text(0) ?? "") row \($0.integer(1) ?? 0): refers to a row that is not there" })
    for rule in Self.rules {
      problems += try connection.all(
        rule.query, make: { "\($0.text(0) ?? ""): \(rule.problem)" })
    }
  }

  private struct Rule: Sendable {
    let query: String
    let problem: String
  }

  private static let rules = [
    Rule(
      query: """
        SELECT 'payment ' || paymentSeq FROM purchase WHERE expiryTime < purchaseTime
        """,
      problem: "expires before it was bought"),
    Rule(
      query: """
        SELECT 'payment ' || purchase.paymentSeq FROM purchase
        JOIN purchase AS first ON first.transactionIdentifier = purchase.subscriptionKey
        WHERE purchase.expiryTime IS NOT NULL
          AND (first.userID <> purchase.userID OR first.productID <> purchase.productID)
        """,
      problem: "renews a subscription of another user or product"),
    Rule(
      query: """
        SELECT 'subscription ' || subscriptionKey FROM purchase
        WHERE expiryTime IS NOT NULL AND state IN ('SUCCESS', 'REFUND')
        GROUP BY subscriptionKey HAVING count(status) <> 1
        """,
      problem: "has no payment that says how it stands"),
    Rule(
      query: """
        SELECT 'transaction ' || receipt.transactionIdentifier FROM receipt
        JOIN product ON product.id = receipt.productID
        WHERE product.period IS NOT NULL AND receipt.expiryTime IS NULL
        """,
      problem: "is for a subscription and never expires"),
  ]
}
