import IAPCore
import SQLite
import System

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
        "UPDATE payment SET claimed_by = NULL, claimed_at = NULL WHERE claimed_by = ?",
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
