import IAPCore
import SQLite

extension StoreSession {
  /// The problems of the store, one message each; empty if the store is sound.
  ///
  /// SQLite checks its pages, constraints and references. The other checks are for rules that the
  /// schema cannot express.
  func problems() throws -> [String] {
    var (problems, steps) = ([String](), 0)
    let advance = {
      steps += 1
      report(steps)
    }
    defer { report(nil) }
    do {
      try connection.advancing(advance) { try collect(into: &problems, advance) }
    } catch let error as SQLiteError where error.isCorruption || error.isForeignSchema {
      problems.append(error.message)
    }
    return problems
  }

  private func collect(into problems: inout [String], _ advance: () -> Void) throws {
    // Damage can end the check early. The problems found before that are still reported.
    try connection.rows("PRAGMA integrity_check(100)") { row in
      let lines = (row.text(0) ?? "").split(separator: "\n").filter { !$0.hasPrefix("***") }
      problems += lines.map(String.init).filter { $0 != "ok" }
    }
    problems += try connection.all(
      "PRAGMA foreign_key_check",
      make: {
        "\($0.text("table") ?? "") row \($0.integer("rowid") ?? 0): refers to a missing row"
      })
    problems += try changedSchema()
    for rule in Self.rules {
      advance()
      problems += try connection.all(
        rule.query, make: { "\($0.text(0) ?? ""): \(rule.problem)" })
    }
    problems += try sharedSubscriptionGroups().map(\.description)
    problems += try connection.all(
      "SELECT productIdentifier, period FROM product WHERE period IS NOT NULL ORDER BY id",
      make: { ($0.text("productIdentifier") ?? "", $0.text("period") ?? "") }
    ).filter { CalendarPeriod(iso8601: $0.1) == nil }.map {
      "product \($0.0): invalid period '\($0.1)'"
    }
  }

  /// A problem for each table or index that differs from the schema of this version.
  private func changedSchema() throws -> [String] {
    let (expected, present) = (try Self.schema.get(), try Self.definitions(of: connection))
    return Set(expected.keys).union(present.keys).sorted().compactMap { name in
      switch (expected[name], present[name]) {
      case (_, nil): "\(name): is missing"
      case (nil, _): "\(name): is unexpected"
      case (let expected, let present): expected == present ? nil : "\(name): was changed"
      }
    }
  }

  /// The definitions of a new store. To make its tables takes longer than most checks.
  private static let schema = Result {
    let pattern = try Connection(path: "", access: .create, patience: 0)
    try Schema.format.make(pattern)
    return try definitions(of: pattern)
  }

  /// The SQL of each table and index, by its type and name.
  private static func definitions(of connection: Connection) throws -> [String: String] {
    let rows = try connection.all(
      "SELECT type || ' ' || name AS name, sql FROM sqlite_schema WHERE sql IS NOT NULL",
      make: { ($0.text("name") ?? "", $0.text("sql") ?? "") })
    return Dictionary(rows) { first, _ in first }
  }

  private struct Rule: Sendable {
    let query: String
    let problem: String
  }

  private static let rules = [
    Rule(
      query: "SELECT 'store' WHERE (SELECT count(*) FROM store) <> 1", problem: "has no settings"),
    Rule(
      query: """
        SELECT 'subscription ' || subscriptionKey FROM purchase WHERE expiryTime IS NOT NULL
        GROUP BY subscriptionKey
        HAVING count(DISTINCT userID) > 1 OR count(DISTINCT productID) > 1
        """,
      problem: "has payments of several users or products"),
    Rule(
      query: """
        SELECT 'payment ' || purchase.paymentSeq FROM purchase
        WHERE purchase.status IS NOT NULL AND purchase.id <> \(StoreSession.latestPayment)
        """,
      problem: "has a subscription status but is not the latest payment"),
    Rule(
      query: """
        SELECT 'payment ' || paymentSeq FROM purchase WHERE expiryTime < purchaseTime
        """,
      problem: "expires before it was bought"),
    Rule(
      query: """
        SELECT 'payment ' || purchase.paymentSeq FROM purchase
        JOIN purchase AS first ON first.transactionIdentifier = purchase.subscriptionKey
        WHERE purchase.expiryTime IS NOT NULL AND first.expiryTime IS NULL
        """,
      problem: "renews a purchase that is not a subscription"),
    Rule(
      query: """
        SELECT 'subscription ' || subscriptionKey FROM purchase
        WHERE \(StoreSession.isPaidSubscription)
        GROUP BY subscriptionKey HAVING count(status) <> 1
        """,
      problem: "has no payment with a status"),
    Rule(
      query: """
        SELECT 'transaction ' || receipt.transactionIdentifier FROM receipt
        JOIN product ON product.id = receipt.productID
        WHERE product.period IS NOT NULL AND receipt.expiryTime IS NULL
        """,
      problem: "is for a subscription but has no expiry time"),
  ]
}
