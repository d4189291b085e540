import System

/// Why a database file cannot be used; what it means for a user is for its owner to say.
package enum DatabaseProblem: Error, Equatable, Sendable {
  case missing
  case directory
  /// It is none of ours.
  case foreign(String)
  case newer(version: Int, known: Int)
  /// It is older, and cannot be written to bring it up to date.
  case older
  case damaged(String)
  case unreadable(String)
  case unwritable(String)
  /// What was to be made is there already.
  case present
  /// It was made, and a power failure may take it away again.
  case notDurable(String)
  /// Other processes hold a lock on it.
  case busy
  /// A signal asked to stop.
  case stopped(Int32)
  case outOfFiles
  /// A mistake of ours.
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
