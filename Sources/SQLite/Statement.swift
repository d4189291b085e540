import CLibrary
import CSQLite

/// A value in a column.
package enum Value: Hashable, Sendable {
  case null
  case integer(Int64)
  case text(String)
  case blob([UInt8])

  package static func text(_ text: String?) -> Value { text.map(Value.text) ?? .null }
  package static func integer(_ number: Int64?) -> Value { number.map(Value.integer) ?? .null }
  package static func flag(_ flag: Bool) -> Value { .integer(flag ? 1 : 0) }
}

final class Statement {
  let handle: OpaquePointer
  private let connection: OpaquePointer
  /// True while rows are read from it. A second query with the same text needs a second statement.
  var isInUse = false
  /// The names of its columns, known after the first row is read.
  private lazy var columns = (0..<sqlite3_column_count(handle)).map {
    sqlite3_column_name(handle, $0).map { String(cString: $0) } ?? ""
  }
  /// The index after the column that was read last.
  private var next = 0
  @exclusivity(unchecked) private var texts = BoundTexts()
  @exclusivity(unchecked) private var commonTexts = BoundTexts()

  init(_ handle: OpaquePointer, of connection: OpaquePointer) {
    self.handle = handle
    self.connection = connection
  }

  deinit { sqlite3_finalize(handle) }

  /// Resets the statement for its next use.
  func end() {
    sqlite3_reset(handle)
    sqlite3_clear_bindings(handle)
    // Resets SQLite's step counter, which decides when SQLite asks whether to go on.
    _ = sqlite3_stmt_status(handle, SQLITE_STMTSTATUS_VM_STEP, 1)
    isInUse = false
  }

  /// Binds the values of the next run of a change.
  func bindNext(_ values: [Value]) throws(SQLiteError) {
    sqlite3_reset(handle)
    try bind(values, after: 0, &texts, isFirst: false)
  }

  /// Binds the values of the first run. The texts stay where they are until the next bind.
  func bind(_ values: [Value]) throws(SQLiteError) { try bind(values, after: 0, &texts) }

  /// Binds values that stay the same for many runs.
  func bind(_ common: [Value], after count: Int) throws(SQLiteError) {
    try bind(common, after: count, &commonTexts)
  }

  private func bind(
    _ values: [Value], after count: Int, _ texts: inout BoundTexts, isFirst: Bool = true
  ) throws(SQLiteError) {
    texts.makeRoom(for: values)
    var end = 0
    for (index, value) in values.enumerated() {
      let position = Int32(count + index + 1)
      let code: Int32
      switch value {
      // What is not bound is null.
      case .null where isFirst: code = SQLITE_OK
      case .null: code = sqlite3_bind_null(handle, position)
      case .integer(let number): code = sqlite3_bind_int64(handle, position, number)
      case .text(let text):
        let bytes = texts.add(text, after: &end)
        code = sqlite3_bind_text64(
          handle, position, bytes.baseAddress, UInt64(bytes.count), nil, UInt8(SQLITE_UTF8))
      case .blob(let bytes):
        code = sqlite3_bind_blob64(
          handle, position, bytes, UInt64(bytes.count), iapctl_sqlite_transient())
      }
      guard code == SQLITE_OK else { throw SQLiteError(of: connection) }
    }
  }

  /// The index of a column. Most callers read columns in order, so the next one is tried first.
  ///
  /// - Returns: -1 if there is no such column. SQLite reads null for this index.
  func place(of column: String) -> Int32 {
    if !(next < columns.count && columns[next] == column) {
      // SQLite finds a column by any case of its name, and gives the name that the table has. One
      // flipped bit in the schema of a file changes that case.
      let place =
        columns.firstIndex(of: column)
        ?? columns.firstIndex { $0.lowercased() == column.lowercased() }
      guard let found = place else {
        assertionFailure("no column \(column) among \(columns)")
        return -1
      }
      next = found
    }
    next += 1
    return Int32(next - 1)
  }

  /// - Returns: true if there is a row to read.
  func step() throws(SQLiteError) -> Bool {
    next = 0
    switch sqlite3_step(handle) {
    case SQLITE_ROW: return true
    case SQLITE_DONE: return false
    default: throw SQLiteError(of: connection)
    }
  }
}

/// The texts that are bound to a statement. SQLite reads them here, and makes no copies.
struct BoundTexts: ~Copyable {
  private var bytes: UnsafeMutableBufferPointer<CChar>

  init() { bytes = .allocate(capacity: 256) }

  deinit { bytes.deallocate() }

  /// Makes room for the texts of the values. The texts before are lost.
  mutating func makeRoom(for values: [Value]) {
    var count = 0
    for case .text(let text) in values { count += text.utf8.count }
    guard count > bytes.count else { return }
    bytes.deallocate()
    bytes = .allocate(capacity: count * 2)
  }

  /// Copies a text.
  ///
  /// - Parameter end: the end of the text before; 0 for the first text.
  /// - Returns: the address of the text, which is not nil for an empty one: SQLite takes nil for
  ///   null.
  func add(_ text: String, after end: inout Int) -> UnsafeBufferPointer<CChar> {
    let (start, count) = (end, text.utf8.count)
    end += count
    let place = UnsafeMutableBufferPointer(rebasing: bytes[start..<end])
    let isCopied: Void? = text.utf8.withContiguousStorageIfAvailable { text in
      UnsafeMutableRawBufferPointer(place).copyMemory(from: UnsafeRawBufferPointer(text))
    }
    if isCopied == nil { _ = place.update(fromContentsOf: text.utf8.map { CChar(bitPattern: $0) }) }
    return UnsafeBufferPointer(place)
  }
}
