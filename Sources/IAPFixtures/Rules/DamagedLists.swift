import SQLite

extension StoreSession {
  /// The tables that can be large, each with an index that has all their rows.
  private static let lists = [
    (table: "purchase", index: "purchaseOfUser"), (table: "receipt", index: "receiptOfUser"),
  ]

  /// Refuses a store whose list of purchases or transactions lacks rows, before it is read in the order
  /// of its rows. If a page is exchanged or lost, SQLite reads what the other page has, and
  /// reports no error.
  ///
  /// It looks at the numbers of the rows only, which takes a tenth of the time of reading the list.
  /// `store check` looks at everything.
  func refuseDamagedLists() throws {
    for (table, index) in Self.lists {
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
