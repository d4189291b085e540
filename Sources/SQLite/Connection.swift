import CSQLite

/// A connection to one database, used by one task at a time.
///
/// Statements are prepared once and kept. Everything that SQLite refuses is a ``SQLiteError``.
package final class Connection {
  package enum Access: Sendable {
    case readWrite
    case create
    case readOnly
    /// Read-only, and nobody else writes: needs no file beside the database.
    case immutable
  }

  private let handle: OpaquePointer
  private var statements: [String: Statement] = [:]

  /// Opens the database at `path`; an empty path makes a private one that ends with the
  /// connection.
  ///
  /// - Parameter patience: how long to wait for the locks of others, in milliseconds.
  package init(path: String, access: Access, patience: Int32) throws(SQLiteError) {
    var opened: OpaquePointer?
    let flags =
      switch access {
      case .readWrite: SQLITE_OPEN_READWRITE
      case .create: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
      case .readOnly, .immutable: SQLITE_OPEN_READONLY
      }
    let name = path.isEmpty ? "" : Self.address(of: path, isImmutable: access == .immutable)
    let options = flags | SQLITE_OPEN_URI | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE
    let code = sqlite3_open_v2(name, &opened, options, nil)
    guard code == SQLITE_OK, let opened else {
      defer { sqlite3_close_v2(opened) }
      throw SQLiteError(code: code, message: String(cString: sqlite3_errstr(code)))
    }
    handle = opened
    sqlite3_busy_timeout(handle, patience)
    _ = iapctl_sqlite_configure(handle, SQLITE_DBCONFIG_DEFENSIVE, 1)
    _ = iapctl_sqlite_configure(handle, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0)
    _ = iapctl_sqlite_configure(handle, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0)
    _ = iapctl_sqlite_configure(handle, SQLITE_DBCONFIG_ENABLE_VIEW, 0)
  }

  deinit {
    statements.removeAll()
    sqlite3_close_v2(handle)
  }

  /// Ends the connection now; nothing may be asked of it afterwards.
  ///
  /// - Throws: what writing the last pages back met.
  package func close() throws(SQLiteError) {
    statements.removeAll()
    try checkpoint()
  }

  /// Runs statements that take no values and give no rows.
  package func execute(_ sql: String) throws(SQLiteError) {
    guard sqlite3_exec(handle, sql, nil, nil, nil) == SQLITE_OK else {
      throw SQLiteError(of: handle)
    }
  }

  /// The statement for a text, prepared once and reset.
  package func statement(_ sql: String) throws(SQLiteError) -> Statement {
    if let kept = statements[sql], !kept.isInUse {
      kept.reset()
      return kept
    }
    var prepared: OpaquePointer?
    guard
      sqlite3_prepare_v3(handle, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &prepared, nil)
        == SQLITE_OK, let prepared
    else { throw SQLiteError(of: handle) }
    let statement = Statement(prepared, of: handle)
    statements[sql] = statement
    return statement
  }

  /// Runs a statement with values, for its effect.
  ///
  /// - Returns: how many rows it changed.
  @discardableResult
  package func run(_ sql: String, _ values: [Value] = []) throws(SQLiteError) -> Int {
    let statement = try self.statement(sql)
    try statement.bind(values)
    defer { statement.reset() }
    while try statement.step() {}
    return Int(sqlite3_changes(handle))
  }

  /// Calls `each` with every row of a query.
  package func rows<Failure: Error>(
    _ sql: String, _ values: [Value] = [], each: (Row) throws(Failure) -> Void
  ) throws {
    let statement = try self.statement(sql)
    try statement.bind(values)
    statement.isInUse = true
    defer {
      statement.reset()
      statement.isInUse = false
    }
    while try statement.step() { try each(Row(statement)) }
  }

  /// What `make` makes of each row.
  package func all<Element>(
    _ sql: String, _ values: [Value] = [], make: (Row) -> Element
  ) throws(SQLiteError) -> [Element] {
    let statement = try self.statement(sql)
    try statement.bind(values)
    statement.isInUse = true
    defer {
      statement.reset()
      statement.isInUse = false
    }
    var elements: [Element] = []
    while try statement.step() { elements.append(make(Row(statement))) }
    return elements
  }

  /// What `make` makes of the first row, or nil where there is none.
  package func first<Element>(
    _ sql: String, _ values: [Value] = [], make: (Row) -> Element
  ) throws(SQLiteError) -> Element? {
    let statement = try self.statement(sql)
    try statement.bind(values)
    defer { statement.reset() }
    return try statement.step() ? make(Row(statement)) : nil
  }

  /// The number of the row that was inserted last.
  package var lastInsertedRow: Int64 { sqlite3_last_insert_rowid(handle) }

  /// Runs `body` in one transaction: all of it is durable, or nothing of it happened.
  ///
  /// - Parameter isWriting: takes the write lock at the start, so that what is read stays true.
  package func transaction<Answer>(
    writing isWriting: Bool = true, _ body: () throws -> Answer
  ) throws -> Answer {
    try execute(isWriting ? "BEGIN IMMEDIATE" : "BEGIN")
    do {
      let answer = try body()
      try execute("COMMIT")
      return answer
    } catch {
      // Some failures have ended the transaction already; then there is nothing to take back.
      if sqlite3_get_autocommit(handle) == 0 { try execute("ROLLBACK") }
      throw error
    }
  }

  /// Runs `body` inside the transaction: if it throws, what it wrote is taken back and the
  /// transaction goes on.
  package func attempt<Answer>(_ body: () throws -> Answer) throws -> Answer {
    try execute("SAVEPOINT attempt")
    do {
      let answer = try body()
      try execute("RELEASE attempt")
      return answer
    } catch {
      if sqlite3_get_autocommit(handle) == 0 {
        try execute("ROLLBACK TO attempt; RELEASE attempt")
      }
      throw error
    }
  }

  /// Replaces everything in this database by what is in another.
  package func copy(from source: Connection) throws(SQLiteError) {
    guard let backup = sqlite3_backup_init(handle, "main", source.handle, "main") else {
      throw SQLiteError(of: handle)
    }
    let code = sqlite3_backup_step(backup, -1)
    sqlite3_backup_finish(backup)
    guard code == SQLITE_DONE else {
      throw SQLiteError(code: code, message: String(cString: sqlite3_errstr(code)))
    }
  }

  /// Lets `isStopped` end a long statement or wait; it is asked every few thousand steps.
  package func watch(_ isStopped: @escaping @Sendable () -> Bool) {
    let box = Watch(isStopped)
    self.watch = box
    sqlite3_progress_handler(
      handle, 10_000,
      { context in
        guard let context else { return 0 }
        return Unmanaged<Watch>.fromOpaque(context).takeUnretainedValue().isStopped() ? 1 : 0
      }, Unmanaged.passUnretained(box).toOpaque())
  }

  private var watch: Watch?

  private final class Watch {
    let isStopped: @Sendable () -> Bool
    init(_ isStopped: @escaping @Sendable () -> Bool) { self.isStopped = isStopped }
  }

  private func checkpoint() throws(SQLiteError) {
    guard sqlite3_wal_checkpoint_v2(handle, nil, SQLITE_CHECKPOINT_TRUNCATE, nil, nil) == SQLITE_OK
    else { throw SQLiteError(of: handle) }
  }

  /// A `file:` address, so that a path may hold any character and carry a parameter.
  private static func address(of path: String, isImmutable: Bool) -> String {
    var address = "file:"
    // A relative path that begins with two slashes or a letter and a colon stays a path.
    if path.utf8.first != UInt8(ascii: "/") { address += "./" }
    for byte in path.utf8 {
      switch byte {
      case UInt8(ascii: "%"), UInt8(ascii: "?"), UInt8(ascii: "#"), 0x80...:
        address += "%" + String(byte >> 4, radix: 16) + String(byte & 0xF, radix: 16)
      default: address.unicodeScalars.append(Unicode.Scalar(byte))
      }
    }
    return isImmutable ? address + "?immutable=1" : address
  }
}
