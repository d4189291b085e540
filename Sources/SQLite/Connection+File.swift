import CSQLite
import System

/// What a connection knows of its file.
extension Connection {
  /// ``Files/mark(of:)`` of the file; nil for a private database, and if ``hasMoved``.
  package var fileMark: String? {
    guard let path = sqlite3_db_filename(handle, "main") else { return nil }
    let mark = Files.mark(of: String(cString: path))
    return hasMoved ? nil : mark
  }

  /// True if the open file was deleted, moved or replaced, so that the path does not name it any
  /// more.
  package var hasMoved: Bool {
    var hasMoved: Int32 = 0
    sqlite3_file_control(handle, "main", SQLITE_FCNTL_HAS_MOVED, &hasMoved)
    return hasMoved != 0
  }

  /// A number that changes with each change of the database, by this connection or by another one.
  ///
  /// In a transaction it also fixes what the transaction reads: everything that is read later is of
  /// the same version.
  package func dataVersion() throws(SQLiteError) -> UInt32 {
    // It takes the lock for reading, and so finds the changes of other processes.
    try run("PRAGMA data_version")
    var version: UInt32 = 0
    let code = sqlite3_file_control(handle, "main", SQLITE_FCNTL_DATA_VERSION, &version)
    guard code == SQLITE_OK else {
      throw SQLiteError(code: code, message: String(cString: sqlite3_errstr(code)))
    }
    return version
  }

  /// The first problem that SQLite finds in its pages, rows and indexes; nil if it finds none.
  ///
  /// - Parameters:
  ///   - table: the table to check, with its indexes; nil for everything.
  ///   - time: how long to look for problems.
  package func damage(
    in table: String? = nil, within time: Duration? = nil
  ) throws(SQLiteError) -> String? {
    watch.end = time.map { ContinuousClock.now + $0 }
    defer { watch.end = nil }
    do {
      return try problem(foundBy: "integrity_check(\(table ?? "1"))")
    } catch {
      guard error.isInterrupted, !watch.isStopWanted else { throw error }
      return nil
    }
  }

  /// What a check of SQLite finds; nil if it finds nothing.
  func problem(foundBy check: String) throws(SQLiteError) -> String? {
    let found = try first("PRAGMA \(check)", make: { $0.text(0) })
    guard let problem = found ?? nil, problem != "ok" else { return nil }
    // The first line can be a heading: "*** in database main ***".
    return problem.split(separator: "\n").last.map(String.init) ?? problem
  }
}
