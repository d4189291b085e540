import CSQLite

extension Connection {
  /// Runs a change for each of many rows of values.
  ///
  /// - Parameter common: the values after those of each row.
  /// - Returns: how many rows of the table each of them has changed.
  @discardableResult
  package func run(
    _ sql: String, rows: [[Value]], common: [Value] = []
  ) throws(SQLiteError) -> [Int] {
    guard let first = rows.first else { return [] }
    let statement = try begin(sql, first)
    defer { statement.end() }
    try statement.bind(common, after: first.count)
    var changed: [Int] = []
    changed.reserveCapacity(rows.count)
    for (index, row) in rows.enumerated() {
      if index > 0 { try statement.bindNext(row) }
      while try statement.step() {}
      changed.append(Int(sqlite3_changes(handle)))
    }
    return changed
  }

  /// The number of rows that the connection has changed so far. It begins again at its limit.
  package var totalChanges: Int32 { sqlite3_total_changes(handle) }

  /// Runs an INSERT of one row. It is faster than RETURNING, for which SQLite makes a table.
  ///
  /// - Parameter others: the values after these.
  /// - Returns: the ID of the new row; nil if the statement did nothing because of a conflict.
  package func insertRow(
    _ sql: String, _ values: [Value], _ others: [Value] = []
  ) throws(SQLiteError) -> Int64? {
    let statement = try begin(sql, values)
    defer { statement.end() }
    try statement.bind(others, after: values.count)
    while try statement.step() {}
    return sqlite3_changes(handle) > 0 ? sqlite3_last_insert_rowid(handle) : nil
  }

  package func insert(
    into table: String, _ columns: [(name: String, value: Value)]
  ) throws(SQLiteError) {
    let names = columns.map(\.name).joined(separator: ", ")
    let places = columns.map { _ in "?" }.joined(separator: ", ")
    try run("INSERT INTO \(table) (\(names)) VALUES (\(places))", columns.map(\.value))
  }
}
