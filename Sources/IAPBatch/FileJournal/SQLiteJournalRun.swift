import IAPCore
import SQLite
import System

actor SQLiteJournalRun: JournalRun {
  let number: Int64
  let facts: RunFacts
  let file: JournalFile
  let connection: Connection
  let words: @Sendable (IAPError) -> String
  private let realTime: @Sendable () -> Instant
  /// Marks the run as active; nil after the run has ended.
  private(set) var lock: FileLock?
  private let watch: FileWatch
  private var claimed: [Identifier: LedgerPayment] = [:]
  private(set) var otherNames: Set<ServerName> = []
  /// The largest number of an attempt that the run has given. One that was withdrawn is not given again.
  private var lastAttempt: Int64 = 0

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

  func claim(_ payments: [Payment], _ rules: ClaimRules) async throws(IAPError) -> [Claim] {
    let answer = try change { runner in
      var last = try runner.lastNumber("payment")
      return try runner.claim(payments, rules, for: number, facts, claimed: claimed) {
        last += 1
        return last
      }
    }
    claimed.merge(answer.taken) { $1 }
    otherNames.formUnion(answer.otherNames)
    return answer.claims
  }

  /// A stop signal does not end this: the result of a request must be written.
  func write(_ steps: [JournalStep]) async throws(IAPError) {
    let (changes, last) = try change(canStop: false) { runner in
      var last = max(try runner.lastNumber("attempt"), lastAttempt)
      let changes = try LedgerChanges(steps, of: claimed, message: words) {
        last += 1
        return last
      }
      try runner.change(changes.calls(of: number))
      return (changes, last)
    }
    lastAttempt = last
    claimed.apply(changes)
  }

  func end() async {
    // If this write fails, dropping the lock ends the claims too.
    try? change(canStop: false) { _ in
      try connection.run(
        "UPDATE run SET ended = ? WHERE id = ?",
        [.integer(realTime().milliseconds), .integer(number)])
    }
    (claimed, lock) = ([:], nil)
  }

  /// Runs `body` in one transaction. What it returns counts only if the transaction is durable. Checks
  /// before and after that no file of the journal was deleted or replaced, because writes to a deleted
  /// file are lost.
  ///
  /// - Parameter canStop: whether a stop signal ends the wait for other processes.
  private func change<Answer>(
    canStop: Bool = true, _ body: (FileRunner) throws -> Answer
  ) throws(IAPError) -> Answer {
    guard let lock else { throw .iapctl(.bug, .bug("a journal is written after its run")) }
    try checkNames(lock)
    let answer = try file.explained(canStop: canStop) {
      let runner = FileRunner(connection, in: file)
      guard !canStop else { return try connection.transaction { try body(runner) } }
      return try connection.withoutStopping { try connection.transaction { try body(runner) } }
    }
    try checkNames(lock)
    return answer
  }

  /// Refuses to go on if the journal, its log or its locks were deleted, moved or replaced.
  private func checkNames(_ lock: FileLock) throws(IAPError) {
    guard !watch.isReplaced(connection), lock.isAt(file.runsPath)
    else { throw .iapctl(.journalNotWritten, .file(file.path, .replaced)) }
  }
}
