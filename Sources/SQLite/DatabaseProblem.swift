import System

/// Why a database file cannot be used. The caller turns it into an error that names the file.
package enum DatabaseProblem: Error, Equatable, Sendable {
  case missing
  case directory
  /// A file of another program, or no database.
  case foreign(String)
  /// The write-ahead log beside it is one of another file: see ``DatabaseFile/hasForeignLog``.
  case foreignLog
  case newer(version: Int, known: Int)
  case older(version: Int, known: Int)
  case damaged(String)
  case unreadable(String)
  case unwritable(String)
  /// The folder for a new file does not exist.
  case folderMissing(String)
  /// The file to be created exists already.
  case present
  /// It was created, but could be lost in a power failure.
  case notDurable(String)
  /// Other processes hold a lock on it.
  case busy
  /// A signal asked the process to stop.
  case stopped(Int32)
  case outOfFiles
  case outOfMemory
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
      } else if error.isOutOfMemory {
        .outOfMemory
      } else if error.isUnwritable {
        .unwritable(error.message)
      } else {
        .unexpected("SQLite \(error.code): \(error.message)")
      }
  }
}
