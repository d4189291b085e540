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
}
