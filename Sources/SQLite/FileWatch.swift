import System

/// Tells whether the files of an open database in WAL mode are still those that were opened. SQLite
/// itself goes on writing to files that were deleted, and then nothing that it commits is kept.
package struct FileWatch: Sendable {
  private let logPath: String
  /// The write-ahead log when the database was opened; it holds the latest commits.
  private let log: FileIdentity?

  /// - Parameter path: of the database, which has been read already, so that its log exists.
  package init(_ path: String) {
    logPath = path + "-wal"
    log = Files.identity(of: logPath)
  }

  /// Whether the database or its log was deleted, moved or replaced.
  package func isReplaced(_ connection: Connection) -> Bool {
    connection.hasMoved || Files.identity(of: logPath) != log
  }
}
