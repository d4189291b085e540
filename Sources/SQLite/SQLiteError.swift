import CLibrary
import CSQLite
import Text

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

  /// The file has an unfinished change in its log, and cannot be read before that is undone or applied:
  /// that needs access for writing.
  package var needsRecovery: Bool {
    primary == SQLITE_READONLY && [1, 3, 5].contains(code >> 8)
  }

  /// The disk is full, or the account may not use more of it.
  package var isFull: Bool {
    primary == SQLITE_FULL || isUnwritable && (systemError == ENOSPC || systemError == EDQUOT)
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
