import IAPCore
import Postgres
import Synchronization
import System

/// A run in the journal of a database.
///
/// Each of its transactions begins with a statement that fails unless the run is still active, and
/// that extends the lease and counts the transaction. If the answer to a COMMIT is lost, the same
/// transaction is sent again: that statement fails if the first one was applied, and the count tells
/// so.
actor PostgresJournalRun: JournalRun {
  let row: PostgresRunRow
  let facts: RunFacts
  let journal: PostgresJournal
  private var connection: PostgresConnection?
  /// The transactions of this run that were applied.
  private var step: Int64 = 0
  /// Whether a transaction was given up before its answer came: it may be applied, now or later.
  private var isAbandoned = false
  private var isEnded = false
  private var given: (payments: Int64, attempts: Int64) = (0, 0)
  private var claimed: [Identifier: LedgerPayment] = [:]
  private(set) var otherNames: Set<ServerName> = []
  private let ownLease: Mutex<OwnLease>
  /// The time of day when the clock of this machine that never goes back was 0, by the clock of the
  /// database.
  private let epoch: Instant
  private var keeper: Task<Void, Never>?
  /// Shows the other processes of this machine that this one lives.
  private(set) var lock: FileLock?

  private struct OwnLease {
    /// Its end by the clock of this machine, from before its extension was sent.
    var end: Duration
    /// Why the run has lost it.
    var error: IAPError
  }

  init(
    _ row: PostgresRunRow, _ facts: RunFacts, in journal: PostgresJournal,
    _ connection: sending PostgresConnection, leasedUntil end: Duration, epoch: Instant,
    lock: FileLock?
  ) {
    (self.row, self.facts, self.journal, self.epoch) = (row, facts, journal, epoch)
    (self.connection, self.lock) = (connection, lock)
    ownLease = Mutex(OwnLease(end: end, error: journal.database.errors.runOver))
  }

  nonisolated var number: Int64 { row.number }

  deinit { keeper?.cancel() }

  func claim(_ payments: [Payment], _ rules: ClaimRules) async throws(IAPError) -> [Claim] {
    var answer: ClaimAnswer?
    while answer == nil {
      answer = try transact(canStop: true) { runner in
        try runner.claim(
          payments, rules, for: number, facts, claimed: claimed, number: nextPayment)
      }
    }
    guard let answer else { return [] }
    claimed.merge(answer.taken) { $1 }
    otherNames.formUnion(answer.otherNames)
    return answer.claims
  }

  /// A stop signal does not end this: the result of a request must be written.
  func write(_ steps: [JournalStep]) async throws(IAPError) {
    let changes = try LedgerChanges(steps, of: claimed, message: journal.words, number: nextAttempt)
    let calls = changes.calls(of: number)
    _ = try transact(canStop: false) { try $0.change(calls) }
    claimed.apply(changes)
  }

  func end() async {
    keeper?.cancel()
    guard !isEnded else { return }
    let now = journal.clocks.realTime().milliseconds
    // If this fails, the end of the lease ends the claims too.
    _ = try? transact(canStop: false, within: .seconds(5)) { $0.change([row.ending(at: now)]) }
    isEnded = true
    (claimed, connection, lock) = ([:], nil, nil)
  }

  // MARK: The lease

  nonisolated var lease: Lease? {
    let (own, time) = (ownLease.withLock { $0 }, journal.clocks.monotonicTime())
    return Lease(
      rest: own.end - time, margin: journal.database.patience, problem: own.error,
      realTime: Instant(epoch.milliseconds + Int64(time / .milliseconds(1))))
  }

  /// Extends the lease again and again, until the run ends.
  nonisolated func keepAlive() {
    let (pause, sleep) = (journal.clocks.lease / 4, journal.clocks.sleep)
    let keeper = Task.detached { [weak self] in
      while !Task.isCancelled {
        await sleep(pause)
        guard !Task.isCancelled, let self else { return }
        await self.extend()
      }
    }
    Task { await self.keep(keeper) }
  }

  private func keep(_ task: Task<Void, Never>) {
    if isEnded { task.cancel() }
    keeper = task
  }

  /// If this fails, the next write or the next extension tries again.
  func extend() {
    guard !isEnded, remaining > .zero else { return }
    let sent = journal.clocks.monotonicTime()
    let limit = PostgresConnection.Patience(
      until: Deadline(after: min(remaining, journal.clocks.lease / 4)), canStop: false)
    do {
      let length = journal.clocks.lease
      if try connectedOrReconnect(limit).run(row.extending(length), limit).changed == 1 {
        ownLease.withLock { $0.end = max($0.end, sent + length) }
      } else {
        _ = try findOutcome(false, limit)
      }
    } catch {
      dropIfLost()
    }
  }

  private var remaining: Duration {
    ownLease.withLock { $0.end } - journal.clocks.monotonicTime()
  }

  /// From now on, the run has no lease by the clock of this machine, too.
  private func lose(_ error: IAPError) {
    ownLease.withLock { $0 = OwnLease(end: .zero, error: error) }
  }

  // MARK: Transactions

  /// Runs one transaction of this run, on another connection if one is lost, as long as the lease
  /// lasts.
  ///
  /// - Parameters:
  ///   - longest: the longest time for all tries; nil for all that the lease allows.
  ///   - body: can be called again.
  /// - Returns: nil if an earlier try, whose answer was lost, had been applied.
  private func transact<Answer>(
    canStop: Bool, within longest: Duration? = nil,
    _ body: (PostgresRunner) throws -> Answer
  ) throws(IAPError) -> Answer? {
    let limit = try patience(canStop: canStop, within: longest)
    var (pauses, isUncertain) = (PostgresPauses(until: limit.deadline), false)
    // If this is given up while its answer is missing, the next transaction settles it first.
    defer { if isUncertain { isAbandoned = true } }
    while true {
      let sent = journal.clocks.monotonicTime()
      var isSent = false
      do {
        let connection = try connectedOrReconnect(limit)
        if isAbandoned { try settleAbandoned(connection, limit) }
        isSent = true
        let answer = try committed(by: connection, limit, body)
        step += 1
        isUncertain = false
        ownLease.withLock { $0.end = max($0.end, sent + journal.clocks.lease) }
        return answer
      } catch let error as PostgresError {
        if isSent, error.mayBeApplied { isUncertain = true }
        switch try next(after: error, &pauses, isUncertain, limit) {
        case .again: continue
        case .applied:
          isUncertain = false
          return nil
        }
      } catch {
        connection = nil
        isAbandoned = true
        throw error as? IAPError ?? .iapctl(.bug, .bug("\(error)"))
      }
    }
  }

  /// Runs statements behind the fence of this run, and commits them.
  private func committed<Answer>(
    by connection: PostgresConnection, _ limit: PostgresConnection.Patience,
    _ body: (PostgresRunner) throws -> Answer
  ) throws -> Answer {
    try journal.database.requiringReplication(by: connection) {
      let runner = PostgresRunner(
        connection, in: journal.database, limit,
        opening: PostgresJournal.opening + [row.fence(step, journal.clocks.lease)])
      let answer = try body(runner)
      try runner.commit()
      return answer
    }
  }

  /// - Throws: why the run may not write any more.
  private func patience(
    canStop: Bool, within longest: Duration?
  ) throws(IAPError) -> PostgresConnection.Patience {
    guard !isEnded else { throw .iapctl(.bug, .bug("a journal is written after its run")) }
    guard remaining > .zero else { throw ownLease.withLock { $0.error } }
    let end = min(remaining, longest ?? (canStop ? journal.database.patience : remaining))
    return PostgresConnection.Patience(until: Deadline(after: end), canStop: canStop)
  }

  private enum Next { case again, applied }

  private func next(
    after error: PostgresError, _ pauses: inout PostgresPauses, _ isUncertain: Bool,
    _ limit: PostgresConnection.Patience
  ) throws(IAPError) -> Next {
    do throws(PostgresError) {
      if error.kind == .refused {
        _ = try connection?.run(PostgresJournal.rollback, limit)
        if error.isMissingTable { throw replaced() }
        if error.isDivisionByZero { return try findOutcome(isUncertain, limit) }
        guard error.isConflict || (error.isTimeOut && !limit.canStop),
          try pauses.next(canStop: limit.canStop)
        else {
          throw error
        }
        return .again
      }
      connection = nil
      guard error.isOfConnection, try pauses.next(canStop: limit.canStop) else { throw error }
      return .again
    } catch {
      if error.kind == .refused || limit.canStop { throw journal.database.explain(error) }
      throw journal.database.errors.cutOff(why: error.message)
    }
  }

  /// Finds out why a statement failed that requires what this run has written.
  private func findOutcome(
    _ isUncertain: Bool, _ limit: PostgresConnection.Patience
  ) throws(PostgresError) -> Next {
    guard let connection else { return .again }
    let state = try connection.run(row.state, limit).rows.first
    // A row of an earlier time was restored.
    guard let state, let found = state.integer("step"), found >= step else { throw replaced() }
    if isUncertain, found == step + 1 {
      step += 1
      return .applied
    }
    // The run is active, so its payments or attempts are not as it has written them.
    if found == step, state.flag("is_held") { throw replaced() }
    lose(journal.database.errors.runOver)
    throw PostgresDatabase.runOver
  }

  /// After this, a transaction that was given up is applied or never will be.
  private func settleAbandoned(
    _ connection: PostgresConnection, _ limit: PostgresConnection.Patience
  ) throws(PostgresError) {
    let found = try connection.run(row.settling(step), limit).rows.first?.integer("step")
    guard let found else { throw replaced() }
    step = found
    isAbandoned = false
  }

  private func replaced() -> PostgresError {
    lose(journal.database.errors.replaced)
    return PostgresDatabase.replaced
  }

  /// The connection, or a new one to the same journal.
  private func connectedOrReconnect(_ limit: PostgresConnection.Patience) throws
    -> PostgresConnection
  {
    dropIfLost()
    if let connection { return connection }
    let made = try journal.database.connect(writes: true, limit)
    let identity = try PostgresIdentity(of: PostgresRunner(made, in: journal.database, limit))
    // Once it is promoted, its timeline tells whether it is the same journal.
    guard !identity.isStandby else { throw PostgresDatabase.standby }
    guard identity.agrees(with: row.identity) else { throw replaced() }
    connection = made
    return made
  }

  private func dropIfLost() { if connection?.isLost == true { connection = nil } }

  // MARK: Numbers

  private func nextPayment() -> Int64 {
    given.payments += 1
    return number << 32 | given.payments
  }

  private func nextAttempt() -> Int64 {
    given.attempts += 1
    return number << 32 | given.attempts
  }
}
