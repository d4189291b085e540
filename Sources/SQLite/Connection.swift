import CSQLite

/// A connection to one database. Only one task may use it at a time.
///
/// Statements are prepared once and kept, up to a limit. An error of SQLite is thrown as ``SQLiteError``.
package final class Connection {
  package enum Access: Sendable {
    case readWrite
    case create
    case readOnly
    /// Read-only, while no process writes. It needs no `-shm` file beside the database.
    case immutable
  }

  let handle: OpaquePointer
  private var statements: [(text: String, statement: Statement)] = []

  /// Opens the database at `path`. With an empty path, it makes a private one that exists until the
  /// connection is closed.
  ///
  /// - Parameters:
  ///   - patience: how long a statement waits for the locks of other processes, in milliseconds.
  ///   - isStopped: if it returns true, a wait or a long statement ends: see ``watch(_:)``.
  package init(
    path: String, access: Access, patience: Int32,
    isStopped: (@Sendable () -> Bool)? = nil
  ) throws(SQLiteError) {
    _ = Self.countsMemory
    var opened: OpaquePointer?
    let flags =
      switch access {
      case .readWrite: SQLITE_OPEN_READWRITE
      case .create: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
      case .readOnly, .immutable: SQLITE_OPEN_READONLY
      }
    guard !path.utf8.contains(0) else {
      throw SQLiteError(code: SQLITE_CANTOPEN, message: "the path has a null character")
    }
    let name = path.isEmpty ? "" : Self.address(of: path, isImmutable: access == .immutable)
    let options = flags | SQLITE_OPEN_URI | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE
    let code = sqlite3_open_v2(name, &opened, options, nil)
    guard code == SQLITE_OK, let opened else {
      defer { sqlite3_close_v2(opened) }
      throw SQLiteError(
        code: code, message: String(cString: sqlite3_errstr(code)),
        systemError: sqlite3_system_errno(opened))
    }
    handle = opened
    watch = Watch(patience: .milliseconds(Int(patience)))
    sqlite3_busy_handler(
      handle,
      { context, _ in
        guard let context else { return 0 }
        return Unmanaged<Watch>.fromOpaque(context).takeUnretainedValue().waits() ? 1 : 0
      }, Unmanaged.passUnretained(watch).toOpaque())
    _ = iapctl_sqlite_configure(handle, SQLITE_DBCONFIG_DEFENSIVE, 1)
    _ = iapctl_sqlite_configure(handle, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0)
    _ = iapctl_sqlite_configure(handle, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0)
    _ = iapctl_sqlite_configure(handle, SQLITE_DBCONFIG_ENABLE_VIEW, 0)
    if let isStopped { watch(isStopped) }
  }

  /// Off: SQLite would take a lock for each piece of memory, to count what iapctl never asks for.
  private static let countsMemory = iapctl_sqlite_count_memory(0) != SQLITE_OK

  deinit {
    statements.removeAll()
    // The last connection to a file empties the write-ahead log and removes it by its name. If the
    // file is not at its path any more, that may be the log of another file.
    if hasMoved { _ = iapctl_sqlite_configure(handle, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1) }
    sqlite3_close_v2(handle)
  }

  /// Copies everything in the write-ahead log into the database file and empties the log.
  package func checkpoint() throws(SQLiteError) {
    guard sqlite3_wal_checkpoint_v2(handle, nil, SQLITE_CHECKPOINT_TRUNCATE, nil, nil) == SQLITE_OK
    else { throw SQLiteError(of: handle) }
  }

  /// Runs statements without values and rows.
  package func execute(_ sql: String) throws(SQLiteError) {
    watch.begin()
    guard sqlite3_exec(handle, sql, nil, nil, nil) == SQLITE_OK else {
      throw SQLiteError(of: handle)
    }
  }

  /// Binds the values to the statement, ready for its first step.
  func begin(_ sql: String, _ values: [Value]) throws(SQLiteError) -> Statement {
    watch.begin()
    let statement = try self.statement(sql)
    try statement.bind(values)
    statement.isInUse = true
    return statement
  }

  /// The prepared statement for a text. If it is in use, a second one is prepared.
  private func statement(_ sql: String) throws(SQLiteError) -> Statement {
    // Programs have few texts, and few of one length.
    let index = statements.firstIndex { kept in
      kept.text.utf8.count == sql.utf8.count && kept.text == sql
    }
    if let index, !statements[index].statement.isInUse { return statements[index].statement }
    let statement = try prepare(sql)
    if let index {
      statements[index].statement = statement
      return statement
    }
    // No caller should have so many texts. If one has, memory stays bounded all the same.
    if statements.count == Self.mostStatements {
      statements.removeAll { !$0.statement.isInUse }
    }
    statements.append((sql, statement))
    return statement
  }

  private static let mostStatements = 512

  /// The number of statements that are kept for their next use.
  package var keptStatements: Int { statements.count }

  /// Prepares a change that is made for many rows.
  package func prepared(_ sql: String) throws(SQLiteError) -> PreparedChange {
    PreparedChange(try prepare(sql), of: handle)
  }

  private func prepare(_ sql: String) throws(SQLiteError) -> Statement {
    var prepared: OpaquePointer?
    guard
      sqlite3_prepare_v3(handle, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &prepared, nil)
        == SQLITE_OK, let prepared
    else { throw SQLiteError(of: handle) }
    return Statement(prepared, of: handle)
  }

  package func run(_ sql: String, _ values: [Value] = []) throws(SQLiteError) {
    let statement = try begin(sql, values)
    defer { statement.end() }
    while try statement.step() {}
  }

  /// Calls `each` for every row of a query.
  package func rows(
    _ sql: String, _ values: [Value] = [], each: (Row) throws -> Void
  ) throws {
    let statement = try begin(sql, values)
    defer { statement.end() }
    while try statement.step() { try each(Row(statement)) }
  }

  /// Returns the result of `make` for each row.
  package func all<Element>(
    _ sql: String, _ values: [Value] = [], make: (Row) -> Element
  ) throws(SQLiteError) -> [Element] {
    let statement = try begin(sql, values)
    defer { statement.end() }
    var elements: [Element] = []
    while try statement.step() { elements.append(make(Row(statement))) }
    return elements
  }

  /// Returns the result of `make` for the first row, or nil if there is no row.
  package func first<Element>(
    _ sql: String, _ values: [Value] = [], make: (Row) -> Element
  ) throws(SQLiteError) -> Element? {
    let statement = try begin(sql, values)
    defer { statement.end() }
    return try statement.step() ? make(Row(statement)) : nil
  }

  /// Whether a query finds a row.
  package func finds(_ sql: String, _ values: [Value] = []) throws(SQLiteError) -> Bool {
    try first(sql, values, make: { _ in true }) != nil
  }

  /// Runs `body` in one transaction: either everything is durable, or nothing is changed.
  ///
  /// - Parameter isWriting: if true, the write lock is taken at the start. No other process can
  ///   change what `body` has read.
  /// - Throws: the error of `body`, or ``SQLiteError``. Nothing is changed, unless
  ///   ``SQLiteError/mayHaveCommitted`` is true.
  package func transaction<Answer>(
    writing isWriting: Bool = true, _ body: () throws -> Answer
  ) throws -> Answer {
    try run(isWriting ? "BEGIN IMMEDIATE" : "BEGIN")
    do {
      let answer = try body()
      do { try run("COMMIT") } catch { throw error.ofCommit }
      return answer
    } catch {
      // After some errors SQLite has rolled back already, and ROLLBACK would fail.
      if isInTransaction { try? execute("ROLLBACK") }
      throw error
    }
  }

  /// Runs `body` in a transaction that writes, and undoes all that it did.
  package func rollingBack<Answer>(_ body: () throws -> Answer) throws -> Answer {
    try run("BEGIN IMMEDIATE")
    defer { if isInTransaction { try? execute("ROLLBACK") } }
    return try body()
  }

  package var isInTransaction: Bool { sqlite3_get_autocommit(handle) == 0 }

  /// Runs `body` inside a transaction. If it throws, its changes are rolled back and the
  /// transaction goes on.
  package func attempt<Answer>(_ body: () throws -> Answer) throws -> Answer {
    try run("SAVEPOINT attempt")
    do {
      let answer = try body()
      try run("RELEASE attempt")
      return answer
    } catch {
      guard isInTransaction else {
        // SQLite rolled back the whole transaction, so it cannot go on.
        throw SQLiteError(code: SQLITE_ABORT, message: "the transaction was ended: \(error)")
      }
      try? execute("ROLLBACK TO attempt; RELEASE attempt")
      throw error
    }
  }

  /// Replaces the content of this database by that of another one.
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

  /// Sets the check that ends a long statement, or a wait for the locks of other processes. A
  /// statement on a few thousand rows is not long: it is always finished, so that a result that has
  /// arrived can be recorded.
  package func watch(_ isStopped: @escaping @Sendable () -> Bool) {
    watch.isStopped = isStopped
    sqlite3_progress_handler(
      handle, 1_000_000,
      { context in
        guard let context else { return 0 }
        let watch = Unmanaged<Watch>.fromOpaque(context).takeUnretainedValue()
        watch.advance()
        return watch.isToStop ? 1 : 0
      }, Unmanaged.passUnretained(watch).toOpaque())
  }

  /// Runs `body`, and meanwhile calls a function again and again, also during a long statement.
  package func advancing<Answer>(
    _ advance: @escaping () -> Void, _ body: () throws -> Answer
  ) rethrows -> Answer {
    watch.advance = advance
    defer { watch.advance = {} }
    return try body()
  }

  /// Throws if a stop was requested: for many short statements.
  package func requireNotStopped() throws(SQLiteError) {
    if watch.isToStop { throw SQLiteError(code: SQLITE_INTERRUPT, message: "interrupted") }
  }

  /// Whether the database cannot be written although it was opened to be written. The header of an
  /// intact file never says so.
  package var isReadOnly: Bool { sqlite3_db_readonly(handle, "main") == 1 }

  /// Runs `body` without reacting to a request to stop, for changes that must be written.
  package func withoutStopping<Answer>(_ body: () throws -> Answer) rethrows -> Answer {
    let before = watch.ignoresStops
    watch.ignoresStops = true
    defer { watch.ignoresStops = before }
    return try body()
  }

  let watch: Watch

  /// A `file:` URI. It can contain any character of a path, and a parameter.
  private static func address(of path: String, isImmutable: Bool) -> String {
    // An empty host before an absolute path. Otherwise a path that begins with `//` would name a
    // host.
    var address = path.utf8.first == UInt8(ascii: "/") ? "file://" : "file:./"
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
