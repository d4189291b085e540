import System

/// A database file of iapctl: a fixture store or a journal. It opens and creates the file, and
/// refuses files of other programs and versions.
///
/// It throws ``DatabaseProblem``, ``SQLiteError``, `SystemError` and the errors of closures.
/// ``problem(of:canStop:)`` turns these into a ``DatabaseProblem``.
package struct DatabaseFile: Sendable {
  /// What identifies the files of one kind.
  package struct Format: Sendable {
    /// `PRAGMA application_id`
    let applicationID: Int64
    /// `PRAGMA user_version`. A file of an older version is refused: there was no release that made
    /// one.
    package let version: Int
    /// Creates the tables of a new file.
    package let make: @Sendable (Connection) throws -> Void

    package init(
      applicationID: Int64, version: Int, make: @escaping @Sendable (Connection) throws -> Void
    ) {
      (self.applicationID, self.version, self.make) = (applicationID, version, make)
    }
  }

  package let path: String
  private let format: Format
  /// How long a statement waits for other processes, in milliseconds.
  let patience: Int32
  /// The signal that asked the process to stop, or nil. It ends a long statement and a wait.
  private let stopSignal: @Sendable () -> Int32?

  package init(
    _ path: String, _ format: Format, patience: Duration,
    stopSignal: @escaping @Sendable () -> Int32?
  ) {
    self.patience = Int32(min(max(0, patience / .milliseconds(1)), Double(Int32.max)))
    (self.path, self.format, self.stopSignal) = (path, format, stopSignal)
  }

  /// A file of the same format at another path.
  package func at(_ path: String) -> DatabaseFile { DatabaseFile(path, like: self) }

  private init(_ path: String, like other: DatabaseFile) {
    (self.path, format, patience) = (path, other.format, other.patience)
    stopSignal = other.stopSignal
  }

  // MARK: Inspecting

  /// True if there is a file. Throws if it cannot be a database. The file is not opened.
  package func isPresent() throws(DatabaseProblem) -> Bool {
    let status: FileStatus
    do {
      status = try Files.status(of: path)
    } catch  where error.isMissing {
      return false
    } catch {
      throw .unreadable(error.text)
    }
    guard !status.isDirectory else { throw .directory }
    guard status.isRegular else { throw .foreign("not a regular file") }
    guard status.size > 0 else { throw .foreign("an empty file") }
    // SQLite would take a file that is shorter than its header for an empty database.
    guard status.size >= Self.headerSize else { throw .foreign("not an SQLite database") }
    return true
  }

  /// Whether the write-ahead log at the path is older than the file, so that it is the log of another
  /// file, which was deleted or replaced while a process used it. SQLite would apply it to this one.
  package var hasForeignLog: Bool {
    guard let size = try? Files.status(of: path + "-wal").size, size > 0,
      let birth = Files.birth(of: path), let logBirth = Files.birth(of: path + "-wal")
    else { return false }
    return logBirth < birth
  }

  /// In bytes.
  private static let headerSize = 100

  /// In bytes; 0 if there is no file.
  package var size: Int64 { (try? Files.status(of: path))?.size ?? 0 }

  /// True if the file and its folder, which also holds SQLite's temporary files, can be written. A
  /// file without any write permission counts as read-only for root too.
  package var isWritable: Bool {
    (try? Files.status(of: path))?.hasWritePermission == true && Files.isWritable(path)
      && (Files.isWritable(Files.folder(of: path)) || Files.isWritable(path + "-shm"))
  }

  /// The access for reading only. A read-only database in WAL mode needs a `-shm` file beside it,
  /// unless it is opened as immutable. That is allowed only if the write-ahead log is empty.
  package var readingAccess: Connection.Access {
    let logs = ["-wal", "-journal"].map { (try? Files.status(of: path + $0))?.size ?? 0 }
    return logs.contains { $0 > 0 } ? .readOnly : .immutable
  }

  /// Refuses a file of another program or version, before SQLite opens it.
  ///
  /// This process must not have the file open: closing it here would drop SQLite's POSIX locks.
  package func checkHeader() throws(DatabaseProblem) {
    let header: [UInt8]
    do {
      header = Array(try Files.read(path, limit: Self.headerSize - 1).prefix(Self.headerSize))
    } catch {
      throw DatabaseProblem(error, or: DatabaseProblem.unreadable)
    }
    func number(at offset: Int) -> Int64 {
      header[offset..<offset + 4].reduce(0) { $0 << 8 | Int64($1) }
    }
    guard header.count == Self.headerSize, header.starts(with: "SQLite format 3\0".utf8) else {
      throw .foreign("not an SQLite database")
    }
    try check(application: number(at: 68), version: Int(number(at: 60)))
  }

  private func check(application: Int64, version: Int) throws(DatabaseProblem) {
    guard application == format.applicationID else {
      throw .foreign("an SQLite database of another program")
    }
    guard version <= format.version else { throw .newer(version: version, known: format.version) }
    guard version > 0 else { throw .damaged("invalid version \(version)") }
    guard version == format.version else { throw .older(version: version, known: format.version) }
  }

  // MARK: Opening

  /// Opens the file. Refuses a file of another program or version.
  package func connect(_ access: Connection.Access) throws -> Connection {
    let connection = try Connection(
      path: path, access: access, patience: patience, isStopped: isStopped)
    try check(
      application: number("application_id", of: connection),
      version: Int(number("user_version", of: connection)))
    if access == .readWrite, connection.isReadOnly, isWritable {
      throw DatabaseProblem.damaged("its header says that it cannot be written")
    }
    return connection
  }

  private func number(_ pragma: String, of connection: Connection) throws(SQLiteError) -> Int64 {
    try connection.first("PRAGMA \(pragma)", make: { $0.integer(0) ?? 0 }) ?? 0
  }

  /// A private temporary copy, which exists until its connection is closed.
  package func privateCopy(of connection: Connection) throws -> Connection {
    let copy = try Connection(path: "", access: .create, patience: 0, isStopped: isStopped)
    try copy.copy(from: connection)
    return copy
  }

  // MARK: Creating

  /// Creates the file in a temporary folder, calls `fill`, and moves it to its path when it is
  /// complete. If anything fails, there is no file at the path.
  ///
  /// - Parameter isPrivate: if true, only the owner can read the file, and missing folders are
  ///   created.
  package func make(
    isPrivate: Bool, fill: (Connection) throws -> Void = { _ in }
  ) throws {
    // Read before it is known that there is no file: the logs of a file that is made meanwhile are not
    // among them.
    let oldLogs = ["-wal", "-shm", "-journal"].map { path + $0 }.map { ($0, Files.mark(of: $0)) }
    guard (try? Files.status(of: path)) == nil else { throw DatabaseProblem.present }
    let folder = try NewFileFolder(for: path, isPrivate: isPrivate)
    let temporary = folder.file
    defer { folder.remove() }
    do {
      if isPrivate { _ = try NewFile(at: temporary) }
      try write(temporary, fill)
      // Logs of a file that was deleted are not those of the new one. SQLite would apply them to it.
      for (log, mark) in oldLogs where mark != nil && Files.mark(of: log) == mark {
        Files.remove(log)
      }
      try Files.publish(temporary, as: path)
    } catch let error as SystemError where error.isPresent {
      throw DatabaseProblem.present
    } catch let error as SystemError where error.isAfterEffect {
      throw DatabaseProblem.notDurable(error.text)
    }
  }

  /// Throws if ``make(isPrivate:fill:)`` could not make a private file. Writes and removes a file in
  /// the folder, or in the one above in which the folder would be made.
  package func checkMakeable() throws(DatabaseProblem) {
    var folder = Files.folder(of: path)
    while Files.identity(of: folder) == nil, folder != Files.folder(of: folder) {
      folder = Files.folder(of: folder)
    }
    do {
      try Files.tryWriting(in: folder)
    } catch {
      throw .unwritable("\(folder): \(error.text)")
    }
  }

  /// No other process can see the file yet, so it needs no journal until it is complete.
  private func write(_ temporary: String, _ fill: (Connection) throws -> Void) throws {
    let connection = try Connection(
      path: temporary, access: .create, patience: 0, isStopped: isStopped)
    try connection.execute(
      """
      PRAGMA page_size = 4096; PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF;
      PRAGMA foreign_keys = ON
      """)
    try connection.transaction {
      try connection.execute("PRAGMA application_id = \(format.applicationID)")
      try connection.execute("PRAGMA user_version = \(format.version)")
      try format.make(connection)
      try fill(connection)
    }
    try connection.execute("PRAGMA journal_mode = WAL")
    try connection.checkpoint()
  }

  var isStopped: @Sendable () -> Bool { { [stopSignal] in stopSignal() != nil } }

  /// The problem with the file that an error means; nil if a closure threw an error of its own.
  ///
  /// - Parameter canStop: true if a request to stop ends a wait for other processes.
  package func problem(of error: any Error, canStop: Bool = true) -> DatabaseProblem? {
    switch error {
    case let problem as DatabaseProblem: return problem
    case let error as SystemError: return DatabaseProblem(error, or: DatabaseProblem.unwritable)
    case let error as SQLiteError:
      let problem = DatabaseProblem(error)
      guard problem == .busy, canStop, let signal = stopSignal() else { return problem }
      return .stopped(signal)
    default: return nil
    }
  }
}
