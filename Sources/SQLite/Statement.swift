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
  private var texts = BoundTexts()

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

  /// Binds the values. The texts stay where they are until the next bind.
  func bind(_ values: [Value]) throws(SQLiteError) {
    texts.makeRoom(for: values)
    var end = 0
    for (index, value) in values.enumerated() {
      let position = Int32(index + 1)
      let code: Int32
      switch value {
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
  fileprivate func place(of column: String) -> Int32 {
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
  package func value(_ column: String) -> Value {
    let place = statement.place(of: column)
    return switch sqlite3_column_type(statement.handle, place) {
    case SQLITE_NULL: .null
    case SQLITE_INTEGER: .integer(integer(place))
    default: .text(text(place))
    }
  }

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
}

/// A result code of SQLite that is not success, with its message.
package struct SQLiteError: Error, Equatable, Sendable {
  /// The extended result code.
  package let code: Int32
  package let message: String
  /// True if COMMIT failed in a way that can leave the whole transaction in the write-ahead log.
  /// The next recovery of the database may then apply it.
  package private(set) var mayHaveCommitted = false
  /// The `errno` behind the error; 0 if there was none.
  private let systemError: Int32

  init(code: Int32, message: String, systemError: Int32 = 0) {
    self.code = code
    self.message = message
    self.systemError = systemError
  }

  init(of connection: OpaquePointer?) {
    code = sqlite3_extended_errcode(connection)
    message = String(cString: sqlite3_errmsg(connection))
    systemError = sqlite3_system_errno(connection)
  }

  private var primary: Int32 { code & 0xFF }

  /// The same error, if COMMIT returned it.
  ///
  /// The codes below prove that the log does not have the whole transaction. SQLite found these
  /// errors before it wrote the log, or could not write the last page of it. After any other error,
  /// such as a failed sync, the log may be complete.
  var ofCommit: SQLiteError {
    var error = self
    error.mayHaveCommitted = ![
      SQLITE_BUSY, SQLITE_LOCKED, SQLITE_CONSTRAINT, SQLITE_INTERRUPT, SQLITE_READONLY, SQLITE_FULL,
      SQLITE_ERROR, SQLITE_MISUSE,
    ].contains(primary)
    return error
  }

  /// Another process or connection held the lock for longer than the time limit.
  package var isBusy: Bool { primary == SQLITE_BUSY || primary == SQLITE_LOCKED }

  /// The file is not a database, or its pages contradict each other.
  package var isCorruption: Bool { primary == SQLITE_CORRUPT || primary == SQLITE_NOTADB }

  /// The database does not have the tables, columns or indexes of the statement, its schema contains
  /// an expression that cannot be compiled, or its header names an unknown format of the schema.
  package var isForeignSchema: Bool {
    primary == SQLITE_ERROR
      && (Self.schemaProblems.contains { message.hasPrefix($0) }
        || message.contains(" has no column named "))
  }

  /// How messages of SQLite about a changed schema begin. The statements of iapctl are tested with the
  /// schema that it makes.
  private static let schemaProblems = [
    "no such ", "unknown function", "no query solution", "unsupported file format",
    "foreign key mismatch", "wrong number of arguments", "misuse of ", "row value misused",
    "ambiguous column", "incomplete input", "near ",
  ]

  /// The file, its folder or its disk cannot be written.
  package var isUnwritable: Bool {
    [SQLITE_READONLY, SQLITE_FULL, SQLITE_IOERR, SQLITE_CANTOPEN, SQLITE_PERM].contains(primary)
  }

  /// The file could not be opened because too many files are open.
  package var isOutOfFiles: Bool {
    primary == SQLITE_CANTOPEN && (systemError == EMFILE || systemError == ENFILE)
  }

  /// The process could not get memory.
  package var isOutOfMemory: Bool {
    // The second one is SQLITE_IOERR_NOMEM.
    primary == SQLITE_NOMEM || code == SQLITE_IOERR | 12 << 8
  }

  /// A constraint of the schema refused a row.
  package var isConstraint: Bool { primary == SQLITE_CONSTRAINT }

  /// A request to stop ended the statement.
  package var isInterrupted: Bool { primary == SQLITE_INTERRUPT }
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
