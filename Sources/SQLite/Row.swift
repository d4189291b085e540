import CLibrary
import CSQLite

/// The current row of a statement, read by column name. It is valid until the next step.
package struct Row {
  private let statement: Statement

  init(_ statement: Statement) { self.statement = statement }

  /// The text in a column; nil for null.
  package func text(_ column: String) -> String? { text(statement.place(of: column)) }

  /// The integer in a column; nil for null.
  package func integer(_ column: String) -> Int64? { integer(statement.place(of: column)) }

  /// The flag in a column; null is false.
  package func flag(_ column: String) -> Bool { flag(statement.place(of: column)) }

  /// The value in a column, of any type.
  package func value(_ column: String) -> Value { value(statement.place(of: column)) }

  // MARK: By index, counted from 0

  package func text(_ place: Int32) -> String? {
    bytes(place).map { String(decoding: $0, as: UTF8.self) }
  }

  /// The bytes of the text in a column, which can be invalid UTF-8; nil for null. They are valid
  /// until the next step.
  package func bytes(_ place: Int32) -> UnsafeBufferPointer<UInt8>? {
    guard let bytes = sqlite3_column_text(statement.handle, place) else { return nil }
    let count = Int(sqlite3_column_bytes(statement.handle, place))
    return UnsafeBufferPointer(start: bytes, count: count)
  }

  package func blob(_ place: Int32) -> [UInt8] {
    let bytes = sqlite3_column_blob(statement.handle, place)
    return Array(
      UnsafeRawBufferPointer(
        start: bytes, count: Int(sqlite3_column_bytes(statement.handle, place))))
  }

  package func integer(_ place: Int32) -> Int64? {
    guard sqlite3_column_type(statement.handle, place) != SQLITE_NULL else { return nil }
    return sqlite3_column_int64(statement.handle, place)
  }

  package func flag(_ place: Int32) -> Bool {
    sqlite3_column_int64(statement.handle, place) != 0
  }

  package func value(_ place: Int32) -> Value {
    switch sqlite3_column_type(statement.handle, place) {
    case SQLITE_NULL: .null
    case SQLITE_INTEGER: .integer(integer(place))
    case SQLITE_BLOB: .blob(blob(place))
    default: .text(text(place))
    }
  }
}
