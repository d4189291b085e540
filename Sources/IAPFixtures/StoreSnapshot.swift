import IAPCore
import SQLite

/// The state of a store at one moment, to which the store can return.
///
/// At first it is a transaction that goes on reading, which costs nothing: SQLite keeps the pages of
/// that moment, and writes all changes to the write-ahead log. When the log has grown to
/// ``longestLog``, the state is copied into a private temporary database, and the transaction ends.
/// So a large store is copied only if much of it was changed.
final class StoreSnapshot {
  private let file: StoreFile
  private var state: Connection
  private var isCopied = false
  private var longestLog: Int64

  /// - Parameter longestLog: in bytes.
  init(of file: StoreFile, longestLog: Int64 = 64 << 20) throws(IAPError) {
    (self.file, self.longestLog) = (file, longestLog)
    state = try file.open(isForCheck: true)
    do {
      try state.execute("BEGIN")
      // The state is that of the first read.
      _ = try state.dataVersion()
    } catch {
      throw file.explain(error)
    }
  }

  /// Copies the state if the log has become long. Call it after changes, outside of a transaction.
  func limitLog() {
    guard !isCopied, file.logSize > longestLog else { return }
    do {
      state = try file.privateCopy(of: state)
      isCopied = true
    } catch {
      // There is no room for the copy. The log goes on growing, and the next attempt is far away.
      longestLog *= 2
    }
  }

  /// Replaces the content of a store by the state, in one transaction.
  func restore(into store: Connection) throws(SQLiteError) { try store.copy(from: state) }
}
