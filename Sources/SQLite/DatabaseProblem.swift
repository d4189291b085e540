import System

/// Why a database file cannot be used. The caller turns it into an error that names the file.
package enum DatabaseProblem: Error, Equatable, Sendable {
  case missing
  case directory
  /// A file of another program, or no database.
  case foreign(String)
  case newer(version: Int, known: Int)
  /// It is of an older version, and cannot be migrated because it cannot be written.
  case older
  case damaged(String)
  case unreadable(String)
  case unwritable(String)
  /// The file to be created exists already.
  case present
  /// It was created, but could be lost in a power failure.
  case notDurable(String)
  /// Other processes hold a lock on it.
  case busy
  /// A signal asked the process to stop.
  case stopped(Int32)
  case outOfFiles
  /// A bug in iapctl.
  case unexpected(String)

  init(_ error: SystemError, or problem: (String) -> DatabaseProblem) {
    self = error.isOutOfFiles ? .outOfFiles : problem(error.text)
  }

  init(_ error: SQLiteError) {
    self =
      if error.isBusy || error.isInterrupted {
        .busy
      } else if error.isCorruption || error.isForeignSchema || error.isConstraint {
        .damaged(error.message)
      } else if error.isOutOfFiles {
        .outOfFiles
      } else if error.isUnwritable {
        .unwritable(error.message)
      } else {
        .unexpected("SQLite \(error.code): \(error.message)")
      }
  }
}
