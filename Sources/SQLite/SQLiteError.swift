import CLibrary
import CSQLite

/// What SQLite answered instead of success.
package struct SQLiteError: Error, Equatable, Sendable {
  /// The extended result code.
  package let code: Int32
  package let message: String
  /// Whether what failed was the COMMIT of a transaction, in a way that can leave the whole
  /// transaction in the write-ahead log: a later recovery of the database may then apply it.
  package private(set) var mayHaveCommitted = false
  /// The number of the system's error behind it, if there was one.
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

  /// The same error as that of a COMMIT.
  ///
  /// These codes prove that the log did not get the whole transaction: SQLite found them before it
  /// wrote the log, or could not write the last page of it. Any other, a failed sync above all, can
  /// come when the log is complete.
  var ofCommit: SQLiteError {
    var error = self
    error.mayHaveCommitted = ![
      SQLITE_BUSY, SQLITE_LOCKED, SQLITE_CONSTRAINT, SQLITE_INTERRUPT, SQLITE_READONLY, SQLITE_FULL,
      SQLITE_ERROR, SQLITE_MISUSE,
    ].contains(primary)
    return error
  }

  /// Somebody else held the lock for longer than the time-out.
  package var isBusy: Bool { primary == SQLITE_BUSY || primary == SQLITE_LOCKED }

  /// The file is not a database or its pages contradict each other.
  package var isCorruption: Bool { primary == SQLITE_CORRUPT || primary == SQLITE_NOTADB }

  /// The tables are not those that the statement was written for.
  package var isForeignSchema: Bool {
    primary == SQLITE_ERROR && message.hasPrefix("no such ")
  }

  /// The file, its folder or its disk does not take what is written.
  package var isUnwritable: Bool {
    [SQLITE_READONLY, SQLITE_FULL, SQLITE_IOERR, SQLITE_CANTOPEN, SQLITE_PERM].contains(primary)
  }

  /// A file could not be opened because too many are open.
  package var isOutOfFiles: Bool {
    primary == SQLITE_CANTOPEN && (systemError == EMFILE || systemError == ENFILE)
  }

  /// A rule of the schema refused a row.
  package var isConstraint: Bool { primary == SQLITE_CONSTRAINT }

  /// It was stopped by a request from outside.
  package var isInterrupted: Bool { primary == SQLITE_INTERRUPT }
}
