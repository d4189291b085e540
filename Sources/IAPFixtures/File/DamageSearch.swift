import SQLite

/// Searches a store for damage that SQLite does not report when it reads, such as an exchanged page.
/// `store check` looks at everything.
enum DamageSearch {
  /// The tables that are small in most stores. Every operation relies on them.
  private static let smallTables = [
    "store", "market", "product", "user", "monthlyLimit", "deferral", "fault",
  ]

  /// A table with more rows is not searched.
  private static let mostRows = 1000

  static func refuseDamagedSmallTables(_ connection: Connection) throws {
    for table in smallTables {
      let rows = try connection.first(
        "SELECT count(*) FROM (SELECT 1 FROM \(table) LIMIT \(mostRows + 1))",
        make: { $0.integer(0) ?? 0 })
      guard let rows, rows <= mostRows else { continue }
      if let problem = try connection.damage(in: table) { throw DatabaseProblem.damaged(problem) }
    }
  }

  /// The tables that can be large, each with an index that has all their rows.
  private static let lists = [
    (table: "purchase", index: "purchaseOfUser"), (table: "receipt", index: "receiptOfUser"),
  ]

  /// Refuses a store whose list of purchases or transactions lacks rows, before it is read in the order
  /// of its rows. It looks at the numbers of the rows only, which takes a tenth of the time of
  /// reading the list.
  static func refuseDamagedLists(_ connection: Connection) throws {
    for (table, index) in lists {
      var (last, count) = (Int64.min, Int64(0))
      var isOrdered = true
      try connection.rows("SELECT id FROM \(table) NOT INDEXED ORDER BY id") { row in
        let id = row.integer(0) ?? .min
        isOrdered = isOrdered && id > last
        last = id
        count += 1
      }
      let indexed = try connection.first(
        "SELECT count(*) FROM \(table) INDEXED BY \(index)", make: { $0.integer(0) ?? 0 })
      guard isOrdered else {
        throw DatabaseProblem.damaged("rows of the table \(table) are out of order")
      }
      guard indexed == count else {
        throw DatabaseProblem.damaged(
          "the table \(table) has \(count) rows, and its index \(indexed ?? 0)")
      }
    }
  }
}
