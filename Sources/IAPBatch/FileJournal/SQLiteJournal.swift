package import IAPCore
import SQLite
import System

/// A journal in an SQLite file, which several processes of one machine can use at once.
///
/// A run is active as long as its lock is held. If its process dies, the system drops the lock, and
/// the outcome of its open attempts is unknown.
package struct SQLiteJournal: Journal {
  let file: JournalFile
  private let reader: KnownPayments
  private let realTime: @Sendable () -> Instant
  private let words: @Sendable (IAPError) -> String

  /// Does not open the file.
  ///
  /// - Parameters:
  ///   - patience: how long to wait for locks of other processes.
  ///   - stopSignal: the signal that requested a stop, or nil. A stop ends a wait for locks, except
  ///     while the result of a request is being written.
  ///   - words: gives the message of an error that the journal stores.
  package init(
    at path: String, patience: Duration, realTime: @escaping @Sendable () -> Instant,
    stopSignal: @escaping @Sendable () -> Int32? = { nil },
    words: @escaping @Sendable (IAPError) -> String
  ) {
    file = JournalFile(path, patience: patience, realTime: realTime, stopSignal: stopSignal)
    reader = KnownPayments(file)
    self.realTime = realTime
    self.words = words
  }

  /// Creates the file if it is missing.
  package func begin(_ run: RunFacts) async throws(IAPError) -> any JournalRun {
    let connection = try file.open()
    let file = file.resolved()
    let (number, lock) = try enter(run, in: file, connection)
    return SQLiteJournalRun(
      number, run, in: file, connection, lock: lock, realTime: realTime, words: words)
  }

  /// Does not create the file: if it is missing, there are no entries.
  package func entries(_ query: JournalQuery) async throws(IAPError) -> PageSequence<[JournalEntry]>
  {
    guard let connection = try file.openForReading() else {
      return PageSequence { { () async throws(IAPError) in nil } }
    }
    return JournalReader.pages(query, FileRunner(connection, in: file))
  }

  package func annotate(
    _ payment: Identifier, at server: ServerName?, _ annotation: JournalAnnotation,
    by person: RunFacts
  ) async throws(IAPError) -> JournalEntry? {
    guard let connection = try file.openForWriting() else {
      throw .iapctl(.paymentNotFound, .payment(payment, .notInJournal(path: file.path)))
    }
    let (file, payment) = (file.resolved(), payment.withoutLeadingZeros)
    let (runner, now) = (FileRunner(connection, in: file), realTime())
    return try file.explained {
      do {
        return try connection.transaction {
          try runner.enter(annotation, of: payment, at: server, by: person, now: now) { person in
            let run = try runner.enter(RunEntry(person, at: now, isEnded: true))
            return (run, try runner.lastNumber("attempt") + 1)
          }
        }
      } catch let error as SQLiteError where error.mayHaveCommitted {
        throw IAPError.unsettled(
          .payment(payment, .entryUncertain(path: file.path, why: error.message)))
      }
    }
  }

  /// Does not create the file: if it is missing, the result is empty.
  package func claims(
    of payments: [Identifier], at issuer: Issuer, _ rules: ClaimRules
  ) async throws(IAPError) -> [Identifier: Claim] {
    try await reader.claims(of: payments, at: issuer, rules)
  }

  package func checkWritable(by run: RunFacts) async throws(IAPError) -> Bool {
    guard let connection = try file.openForWriting() else {
      try file.checkMakeable()
      return false
    }
    _ = try file.explained {
      try connection.rollingBack {
        try FileRunner(connection, in: file).enter(RunEntry(run, at: realTime(), isEnded: true))
      }
    }
    return true
  }

  /// The run is added and its lock is taken in one transaction, so that no process sees the run
  /// without its lock.
  private func enter(
    _ run: RunFacts, in file: JournalFile, _ connection: Connection
  ) throws(IAPError) -> (Int64, FileLock) {
    try file.explained {
      try connection.transaction {
        try connection.execute(JournalTables.names(.file))
        let entry = RunEntry(run, at: realTime(), isEnded: false)
        let number = try FileRunner(connection, in: file).enter(entry)
        let lock = try JournalRuns.begin(number, in: file) { run in
          try connection.first(
            "SELECT 1 FROM run WHERE id = ?", [.integer(run)], make: { _ in true }) ?? false
        }
        return (number, lock)
      }
    }
  }
}

/// Reads what a journal knows of payments, on one connection for the life of the journal: to open the
/// file costs more than to read a group of payments.
private actor KnownPayments {
  private let file: JournalFile
  private var connection: Connection?

  init(_ file: JournalFile) { self.file = file }

  func claims(
    of payments: [Identifier], at issuer: Issuer, _ rules: ClaimRules
  ) throws(IAPError) -> [Identifier: Claim] {
    guard let connection = try opened() else { return [:] }
    let rows = try file.explained {
      try LedgerRow.all(
        payments, at: issuer, isLocked: false, in: FileRunner(connection, in: file))
    }
    return LedgerRow.byNumber(rows).mapValues { $0.claim(rules) }
  }

  private func opened() throws(IAPError) -> Connection? {
    // A file that was replaced is another journal.
    if connection?.hasMoved == true { connection = nil }
    if connection == nil { connection = try file.openForReading() }
    return connection
  }
}
