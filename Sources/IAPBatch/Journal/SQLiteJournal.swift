package import IAPCore
import SQLite
import System

/// A journal in an SQLite file, which several processes of one machine can use at once.
///
/// A run is active as long as its lock is held. If its process dies, the system drops the lock, and
/// the outcome of its open attempts is unknown.
package struct SQLiteJournal: Journal {
  let file: JournalFile
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
    file = JournalFile(path, patience: patience, stopSignal: stopSignal)
    self.realTime = realTime
    self.words = words
  }

  /// Creates the file if it is missing.
  package func begin(_ run: RunFacts) async throws(IAPError) -> any JournalRun {
    let connection = try file.open()
    let file = file.resolved()
    try trustOwnValues(connection)
    let (number, lock) = try enter(run, in: file, connection)
    return SQLiteJournalRun(
      number, run, in: file, connection, lock: lock, realTime: realTime, words: words)
  }

  /// The types of a run guarantee what the constraints of the tables say; a test checks its rows
  /// against them. SQLite would make a table of 87 KB for each list of allowed values, and a journal
  /// of 64 KB for each change of a reference: together half of the time of a run's statements.
  private func trustOwnValues(_ connection: Connection) throws(IAPError) {
    try file.explained {
      try connection.execute("PRAGMA ignore_check_constraints = ON; PRAGMA foreign_keys = OFF")
    }
  }

  /// Does not create the file: if it is missing, there are no entries.
  package func entries(_ query: JournalQuery) async throws(IAPError) -> PageSequence<[JournalEntry]>
  {
    guard let connection = try file.openForReading() else {
      return PageSequence { { () async throws(IAPError) in nil } }
    }
    let reader = JournalReader(query, in: file, connection)
    return PageSequence(from: 0) { last async throws(IAPError) in
      try await reader.page(after: last)
    }
  }

  package func annotate(
    _ payment: Identifier, at server: ServerName?, _ annotation: JournalAnnotation,
    by person: RunFacts
  ) async throws(IAPError) -> JournalEntry? {
    guard let connection = try file.openForWriting() else {
      throw .iapctl(.paymentNotFound, .payment(payment, .notInJournal(path: file.path)))
    }
    let file = file.resolved()
    let annotator = JournalAnnotator(file: file, connection: connection, now: realTime())
    return try file.explained {
      do {
        return try connection.transaction {
          try annotator.enter(annotation, payment, at: server, by: person)
        }
      } catch let error as SQLiteError where error.mayHaveCommitted {
        throw IAPError(
          .iapctl(.unsettled),
          .payment(payment, .entryUncertain(path: file.path, why: error.message)),
          outcome: .unknown)
      }
    }
  }

  /// Does not create the file: if it is missing, the result is empty.
  package func known(
    _ payments: [Identifier], at server: ServerName
  ) async throws(IAPError) -> [Identifier: Claim] {
    guard let connection = try file.openForReading() else { return [:] }
    var runs = JournalRuns(of: file)
    var known: [Identifier: Claim] = [:]
    for payment in payments {
      known[payment] = try file.explained {
        try JournalPaymentRow.all(payment, at: server, in: connection).first?.knowledge(&runs)
      }
    }
    return known
  }

  /// The run is added and its lock is taken in one transaction, so that no process sees the run
  /// without its lock.
  private func enter(
    _ run: RunFacts, in file: JournalFile, _ connection: Connection
  ) throws(IAPError) -> (Int64, FileLock) {
    try file.explained {
      try connection.transaction {
        let number = try run.entered(into: connection, at: realTime(), isEnded: false)
        return (number, try JournalRuns.begin(number, in: file))
      }
    }
  }
}

extension RunFacts {
  /// Adds the run, and returns its number.
  func entered(
    into connection: Connection, at now: Instant, isEnded: Bool
  ) throws -> Int64 {
    let number = try connection.first(
      """
      INSERT INTO run (server, fingerprint, user, host, process, profile, ticket, began, ended)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING id
      """,
      [
        .text(server.text), .text(appKeyFingerprint), .text(user), .text(host),
        .integer(Int64(CurrentProcess.number)), .text(profile), .text(ticket),
        .integer(now.milliseconds), isEnded ? .integer(now.milliseconds) : .null,
      ], make: { $0.integer(0) ?? 0 })
    guard let number else { throw IAPError.iapctl(.bug, .bug("a run without a number")) }
    return number
  }
}

/// A run in an SQLite journal.
actor SQLiteJournalRun: JournalRun {
  /// A payment that this run has claimed.
  struct Claimed {
    let row: Int64
    /// The ticket of this payment; nil if the ticket of the run applies.
    let ticket: String?
    /// Whether an earlier attempt left the outcome unknown. Only a consumed outcome settles it.
    var isUnknown: Bool
    /// The attempt that has begun and not ended.
    var open: Int64?
  }

  let number: Int64
  let facts: RunFacts
  let file: JournalFile
  let connection: Connection
  let words: @Sendable (IAPError) -> String
  private let realTime: @Sendable () -> Instant
  /// Marks the run as active; nil after the run has ended.
  private(set) var lock: FileLock?
  private let watch: FileWatch
  private var claimed = ClaimedPayments()

  init(
    _ number: Int64, _ facts: RunFacts, in file: JournalFile, _ connection: sending Connection,
    lock: FileLock, realTime: @escaping @Sendable () -> Instant,
    words: @escaping @Sendable (IAPError) -> String
  ) {
    (self.number, self.facts, self.file) = (number, facts, file)
    watch = FileWatch(file.path)
    (self.connection, self.lock) = (connection, lock)
    (self.realTime, self.words) = (realTime, words)
  }

  func claim(
    _ payments: [JournalPayment], settles: Bool
  ) async throws(IAPError) -> [Claim] {
    try change { claimed in
      var runs = JournalRuns(of: file)
      let now = realTime()
      return try payments.map { try claim($0, settles, at: now, &runs, &claimed) }
    }
  }

  /// A stop signal does not end this: the result of a request must be written.
  func write(_ steps: [JournalStep]) async throws(IAPError) {
    try change(canStop: false) { claimed in
      try write(steps, &claimed)
    }
  }

  func end() async {
    // If this write fails, dropping the lock ends the claims too.
    try? change(canStop: false) { _ in
      try connection.run(
        "UPDATE payment SET claimedBy = NULL, claimedAt = NULL WHERE claimedBy = ?",
        [.integer(number)])
      try connection.run(
        "UPDATE run SET ended = ? WHERE id = ?",
        [.integer(realTime().milliseconds), .integer(number)])
    }
    (claimed, lock) = (ClaimedPayments(), nil)
  }

  /// Runs `body` in one transaction, so that the file and `claimed` change together or not at all.
  /// Checks before and after that no file of the journal was deleted or replaced, because writes to
  /// a deleted file are lost.
  ///
  /// - Parameter canStop: whether a stop signal ends the wait for other processes.
  private func change<Answer>(
    canStop: Bool = true, _ body: (inout ClaimedPayments) throws -> Answer
  ) throws(IAPError) -> Answer {
    guard let lock else { throw .iapctl(.bug, .bug("a journal is written after its run")) }
    try checkNames(lock)
    var isDone = false
    defer { isDone ? claimed.commit() : claimed.revert() }
    let answer = try file.explained(canStop: canStop) {
      guard !canStop else { return try connection.transaction { try body(&claimed) } }
      return try connection.withoutStopping {
        try connection.transaction { try body(&claimed) }
      }
    }
    try checkNames(lock)
    isDone = true
    return answer
  }

  /// Refuses to go on if the journal, its log or its locks were deleted, moved or replaced.
  private func checkNames(_ lock: FileLock) throws(IAPError) {
    guard !watch.isReplaced(connection), lock.isAt(file.runsPath)
    else { throw .iapctl(.journalNotWritten, .file(file.path, .replaced)) }
  }
}
