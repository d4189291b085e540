import CSQLite

/// A change that is made for many rows. Its statement is not looked up for each row, and SQLite reads
/// the texts where they are.
///
/// It does not restart SQLite's step counter: a stop ends the changes of many rows as it ends a long
/// statement.
package final class PreparedChange {
  private let statement: Statement
  private let connection: OpaquePointer
  /// The texts of the row, one after the other.
  private var texts: [UInt8] = []

  init(_ statement: Statement, of connection: OpaquePointer) {
    (self.statement, self.connection) = (statement, connection)
  }

  /// - Returns: the number of rows that were changed.
  package func run(_ values: [Value]) throws(SQLiteError) -> Int {
    texts.removeAll(keepingCapacity: true)
    for case .text(let text) in values { texts.append(contentsOf: text.utf8) }
    let code = texts.withUnsafeBufferPointer { texts in
      // SQLite takes an address of nil for null, not for an empty text.
      let start = texts.baseAddress ?? UnsafePointer(bitPattern: 1)
      return bind(values, from: start) ?? sqlite3_step(statement.handle)
    }
    let error = code == SQLITE_DONE ? nil : SQLiteError(of: connection)
    sqlite3_reset(statement.handle)
    if let error { throw error }
    return Int(sqlite3_changes(connection))
  }

  /// - Returns: nil, or the code of the failure.
  private func bind(_ values: [Value], from texts: UnsafePointer<UInt8>?) -> Int32? {
    let handle = statement.handle
    var next = 0
    for (index, value) in values.enumerated() {
      let position = Int32(index + 1)
      let code: Int32
      switch value {
      case .null: code = sqlite3_bind_null(handle, position)
      case .integer(let number): code = sqlite3_bind_int64(handle, position, number)
      case .text(let text):
        let count = text.utf8.count
        code =
          texts?.advanced(by: next).withMemoryRebound(to: CChar.self, capacity: count) {
            sqlite3_bind_text64(handle, position, $0, UInt64(count), nil, UInt8(SQLITE_UTF8))
          } ?? SQLITE_NOMEM
        next += count
      case .blob(let bytes):
        code = sqlite3_bind_blob64(
          handle, position, bytes, UInt64(bytes.count), iapctl_sqlite_transient())
      }
      if code != SQLITE_OK { return code }
    }
    return nil
  }
}
