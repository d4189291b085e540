package import IAPCore
import Platform
import SQLite

/// A journal in a file of SQLite, which several processes of one machine may use at once.
///
/// An attempt whose run has died is unknown; a run lives for as long as its lock is held, which the
/// system drops with the process.
package struct SQLiteJournal: Journal {
  let file: JournalFile
  private let realTime: @Sendable () -> Instant
  private let words: @Sendable (IAPError) -> String

  /// Opens nothing yet.
  ///
  /// - Parameters:
  ///   - patience: how long to wait for other processes.
  ///   - words: what is kept of an error for people.
  package init(
    at path: String, patience: Duration, realTime: @escaping @Sendable () -> Instant,
    words: @escaping @Sendable (IAPError) -> String
  ) {
    file = JournalFile(path, patience: patience)
    self.realTime = realTime
    self.words = words
  }

  /// Makes the file where there is none.
  package func begin(_ run: RunFacts) async throws(IAPError) -> any JournalRun {
    let connection = try file.open()
    let file = file.resolved()
    let (number, lock) = try enter(run, in: file, connection)
    return SQLiteJournalRun(
      number, run, in: file, connection, lock: lock, realTime: realTime, words: words)
  }

  /// Makes no file: where there is none, there are no entries.
  package func entries(_ query: JournalQuery) async throws(IAPError) -> any JournalPages {
    SQLiteJournalPages(query, in: file, try file.openForReading())
  }

  /// Nobody sees a run before it has its lock.
  private func enter(
    _ run: RunFacts, in file: JournalFile, _ connection: Connection
  ) throws(IAPError) -> (Int64, LockFile) {
    try file.explained {
      try connection.transaction {
        let number = try connection.first(
          """
          INSERT INTO run (origin, fingerprint, user, host, process, profile, ticket, began)
          VALUES (?, ?, ?, ?, ?, ?, ?, ?) RETURNING id
          """,
          [
            .text(run.origin), .text(run.appKeyFingerprint), .text(run.user), .text(run.host),
            .integer(Int64(CurrentProcess.number)), .text(run.profile), .text(run.ticket),
            .integer(realTime().milliseconds),
          ], make: { $0.integer(0) })
        guard let number, let number else {
          throw IAPError.iapctl(.bug, .bug("a run without a number"))
        }
        return (number, try JournalRuns.begin(number, in: file))
      }
    }
  }
}
