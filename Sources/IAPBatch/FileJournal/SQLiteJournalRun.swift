import IAPCore
import SQLite
import System

/// A run in an SQLite journal.
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
    let (claims, taken) = try change {
      let rows = try rows(of: payments.map(\.number))
      var taken: [Identifier: LedgerPayment] = [:]
      let claims = try payments.map { try claim($0, rules, rows, &taken) }
      return (claims, taken)
    }
    claimed.merge(taken) { $1 }
    return claims
  }

  /// A stop signal does not end this: the result of a request must be written.
  func write(_ steps: [JournalStep]) async throws(IAPError) {
    let changes = try change(canStop: false) {
      var last = try connection.first(Self.lastAttempt, make: { $0.integer(0) ?? 0 }) ?? 0
      let changes = try LedgerChanges(steps, of: claimed, message: words) {
        last += 1
        return last
      }
      try changes.write(to: connection, of: number)
      return changes
    }
    claimed.apply(changes)
  }

  /// SQLite keeps the largest number that was ever given.
  private static let lastAttempt = "SELECT seq FROM sqlite_sequence WHERE name = 'attempt'"

  func end() async {
    // If this write fails, dropping the lock ends the claims too.
    try? change(canStop: false) {
      try connection.run(
        "UPDATE payment SET claimed_by = NULL WHERE claimed_by = ? AND open IS NULL",
        [.integer(number)])
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
    canStop: Bool = true, _ body: () throws -> Answer
  ) throws(IAPError) -> Answer {
    guard let lock else { throw .iapctl(.bug, .bug("a journal is written after its run")) }
    try checkNames(lock)
    let answer = try file.explained(canStop: canStop) {
      guard !canStop else { return try connection.transaction(body) }
      return try connection.withoutStopping { try connection.transaction(body) }
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

extension SQLiteJournalRun {
  private func rows(of payments: [Identifier]) throws -> [Identifier: LedgerRow] {
    var runs = JournalRuns(of: file)
    return LedgerRow.byNumber(
      try LedgerRow.all(payments, at: facts.issuer, besides: number, in: connection, &runs))
  }

  private func claim(
    _ payment: Payment, _ rules: ClaimRules, _ rows: [Identifier: LedgerRow],
    _ taken: inout [Identifier: LedgerPayment]
  ) throws -> Claim {
    let paymentSeq = payment.number
    // A payment that the group has twice is in the journal since.
    let isTwice = taken[paymentSeq] != nil
    guard let row = try (isTwice ? self.rows(of: [paymentSeq]) : rows)[paymentSeq] else {
      taken[paymentSeq] = LedgerPayment(try insert(payment), ticket: payment.ticket)
      return .new
    }
    if row.server != facts.server { otherNames.insert(row.server) }
    let (claim, state) = row.claim(
      for: number, own: taken[paymentSeq] ?? claimed[paymentSeq], rules, ticket: payment.ticket)
    if let state {
      try take(state, payment)
      taken[paymentSeq] = state
    }
    return claim
  }

  /// Claims a payment that is not in the file.
  ///
  /// - Returns: its row.
  private func insert(_ payment: Payment) throws -> Int64 {
    let row = try connection.insertRow(
      Self.inserting,
      [
        .text(payment.number.text), .text(facts.server.text), .text(facts.issuer.fingerprint),
        .integer(number),
      ] + payment.journalValues)
    guard let row else {
      throw IAPError.iapctl(.bug, .bug("payment \(payment.paymentSeq) is in the journal twice"))
    }
    return row
  }

  private static let inserting = """
    INSERT INTO payment (payment_seq, server, fingerprint, claimed_by,
      \(Payment.journalColumns.joined(separator: ", ")))
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
    """

  /// Claims a payment that is in the file. If an attempt was left open, the outcome becomes unknown.
  private func take(_ state: LedgerPayment, _ payment: Payment) throws {
    try connection.run(
      Self.taking,
      [
        .integer(number), .text(state.outcome?.rawValue), .integer(state.id),
      ] + payment.journalValues)
  }

  private static let taking = """
    UPDATE payment SET claimed_by = ?1, outcome = ?2, open = NULL,
      \(Payment.journalAssignments(from: 4)) WHERE id = ?3
    """
}
