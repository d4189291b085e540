import CSQLite

/// A change that is made for many rows. Its statement is not looked up for each row.
///
/// It does not restart SQLite's step counter: a stop ends the changes of many rows as it ends a long
/// statement.
package final class PreparedChange {
  private let statement: Statement
  private let connection: OpaquePointer

  init(_ statement: Statement, of connection: OpaquePointer) {
    (self.statement, self.connection) = (statement, connection)
  }

  /// - Returns: the number of rows that were changed.
  package func run(_ values: [Value]) throws(SQLiteError) -> Int {
    try statement.bindNext(values)
    let code = sqlite3_step(statement.handle)
    let error = code == SQLITE_DONE ? nil : SQLiteError(of: connection)
    sqlite3_reset(statement.handle)
    if let error { throw error }
    return Int(sqlite3_changes(connection))
  }
}
