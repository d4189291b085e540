import CSQLite

/// A value that SQLite keeps.
package enum Value: Hashable, Sendable {
  case null
  case integer(Int64)
  case text(String)

  package static func text(_ text: String?) -> Value { text.map(Value.text) ?? .null }
  package static func integer(_ number: Int64?) -> Value { number.map(Value.integer) ?? .null }
  package static func flag(_ flag: Bool) -> Value { .integer(flag ? 1 : 0) }
}

/// A prepared statement.
final class Statement {
  fileprivate let handle: OpaquePointer
  private let connection: OpaquePointer
  /// Whether somebody is walking through its rows, so that the same text needs another one.
  var isInUse = false
  /// The names of its columns, once a row was read.
  private lazy var columns = (0..<sqlite3_column_count(handle)).map {
    sqlite3_column_name(handle, $0).map { String(cString: $0) } ?? ""
  }
  /// The column behind the one that was read last.
  private var next = 0

  init(_ handle: OpaquePointer, of connection: OpaquePointer) {
    self.handle = handle
    self.connection = connection
  }

  deinit { sqlite3_finalize(handle) }

  /// Makes it ready to be used again.
  func end() {
    sqlite3_reset(handle)
    sqlite3_clear_bindings(handle)
    // From here SQLite counts the steps after which it asks whether to go on.
    _ = sqlite3_stmt_status(handle, SQLITE_STMTSTATUS_VM_STEP, 1)
    isInUse = false
  }

  func bind(_ values: [Value]) throws(SQLiteError) {
    for (index, value) in values.enumerated() {
      let position = Int32(index + 1)
      let code =
        switch value {
        case .null: sqlite3_bind_null(handle, position)
        case .integer(let number): sqlite3_bind_int64(handle, position, number)
        case .text(let text):
          sqlite3_bind_text64(
            handle, position, text, UInt64(text.utf8.count), iapctl_sqlite_transient(),
            UInt8(SQLITE_UTF8))
        }
      guard code == SQLITE_OK else { throw SQLiteError(of: connection) }
    }
  }

  /// Where a column stands. Rows are read in the order of their columns as a rule, so the next one
  /// is looked at first.
  ///
  /// - Returns: -1, which SQLite takes for a column of nulls, if there is no such column.
  fileprivate func place(of column: String) -> Int32 {
    if !(next < columns.count && columns[next] == column) {
      guard let found = columns.firstIndex(of: column) else {
        assertionFailure("no column \(column) among \(columns)")
        return -1
      }
      next = found
    }
    next += 1
    return Int32(next - 1)
  }

  /// - Returns: whether there is a row to read.
  func step() throws(SQLiteError) -> Bool {
    next = 0
    switch sqlite3_step(handle) {
    case SQLITE_ROW: return true
    case SQLITE_DONE: return false
    default: throw SQLiteError(of: connection)
    }
  }
}

/// The row that a statement stands on, read by the names of its columns; it is gone with the next
/// step.
package struct Row {
  private let statement: Statement

  init(_ statement: Statement) { self.statement = statement }

  /// The text in a column; nil for null.
  package func text(_ column: String) -> String? { text(statement.place(of: column)) }

  /// The integer in a column; nil for null.
  package func integer(_ column: String) -> Int64? { integer(statement.place(of: column)) }

  /// The switch in a column; null is off.
  package func flag(_ column: String) -> Bool { flag(statement.place(of: column)) }

  /// Whatever is in a column.
  package func value(_ column: String) -> Value {
    let place = statement.place(of: column)
    return switch sqlite3_column_type(statement.handle, place) {
    case SQLITE_NULL: .null
    case SQLITE_INTEGER: .integer(integer(place))
    default: .text(text(place))
    }
  }

  // MARK: By place, counted from 0, for a query of one column

  package func text(_ place: Int32) -> String? {
    guard let bytes = sqlite3_column_text(statement.handle, place) else { return nil }
    let count = Int(sqlite3_column_bytes(statement.handle, place))
    return String(decoding: UnsafeBufferPointer(start: bytes, count: count), as: UTF8.self)
  }

  package func integer(_ place: Int32) -> Int64? {
    guard sqlite3_column_type(statement.handle, place) != SQLITE_NULL else { return nil }
    return sqlite3_column_int64(statement.handle, place)
  }

  package func flag(_ place: Int32) -> Bool {
    sqlite3_column_int64(statement.handle, place) != 0
  }
}
