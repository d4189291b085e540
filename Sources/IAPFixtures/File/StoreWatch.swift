import IAPCore
import SQLite
import System

/// Notices that the file of an open store was deleted, moved or replaced, also if the content of
/// another store was copied over it.
struct StoreWatch {
  private let file: StoreFile
  private let files: FileWatch
  /// The identity that the file contained when it was opened.
  private let identity: String
  /// The last write to the database file. It is written when the log is copied into it, and by those
  /// who replace it.
  private var lastWrite: Int64?

  /// Nil for a store that cannot be written: it has no log of its own.
  init?(_ file: StoreFile, _ connection: Connection) throws(SQLiteError) {
    guard file.isWritable, let identity = try StoreIdentity.stored(in: connection)?.identity
    else { return nil }
    (self.file, self.identity) = (file, identity)
    files = FileWatch(file.path)
    lastWrite = Files.lastWrite(to: file.path)
  }

  mutating func isReplaced(_ connection: Connection) -> Bool {
    guard !files.isReplaced(connection) else { return true }
    let last = Files.lastWrite(to: file.path)
    guard last != lastWrite else { return false }
    guard !file.holdsOther(than: identity) else { return true }
    lastWrite = last
    return false
  }
}
