import IAPCore
import SQLite

/// Enters what a person says of a payment, inside a transaction.
struct JournalAnnotator {
  let file: JournalFile
  let connection: Connection
  let now: Instant

  func enter(
    _ annotation: JournalAnnotation, _ number: Identifier, at server: ServerName?,
    by person: RunFacts
  ) throws -> JournalEntry? {
    let payment = try find(number, at: server)
    if case .settled(let outcome) = annotation {
      guard try isToBeSettled(payment, number, outcome == .consumed) else { return nil }
    }
    var facts = person
    facts.server = payment.server
    let run = try facts.entered(into: connection, at: now, isEnded: true)
    let attempt = try connection.first(
      """
      INSERT INTO attempt (payment, run, action, began, ended, outcome, priorUnknown, note)
      VALUES (?1, ?2, ?3, ?4, ?4, ?5, ?6, ?7) RETURNING id
      """,
      [
        .integer(payment.row), .integer(run), .text(annotation.action.rawValue),
        .integer(now.milliseconds), .text(annotation.outcome), .flag(annotation.isSettlement),
        .text(annotation.note),
      ], make: { $0.integer(0) ?? 0 })
    if case .settled(let outcome) = annotation {
      try conclude(payment.row, outcome == .consumed, attempt ?? 0)
    }
    return try connection.first(
      JournalRow.query(where: "attempt.id = ?3"),
      [.integer(0), .integer(1), .integer(attempt)],
      make: { JournalRow($0).entry(isAtWork: false) }) ?? nil
  }

  // MARK: Steps

  private struct Found {
    let row: Int64
    let server: ServerName
    let outcome: ConsumeResult.Outcome?
    /// Whether a consume has begun and not ended.
    let isOpen: Bool
    /// Whether the last word on it is a person's, who may be wrong.
    let isSettledByHand: Bool
    let holder: Int64?
    let person: RunHolder
  }

  private func find(_ payment: Identifier, at server: ServerName?) throws -> Found {
    let found = try connection.all(
      """
      SELECT payment.id, payment.server, payment.outcome, attempt.action, claimedBy,
        run.user, run.host, run.process, claimedAt, last.action
      FROM payment LEFT JOIN attempt ON attempt.id = open
        LEFT JOIN attempt AS last ON last.id = payment.latest
        LEFT JOIN run ON run.id = claimedBy AND run.ended IS NULL
      WHERE paymentSeq = ?1 AND payment.server = coalesce(?2, payment.server)
        AND EXISTS (SELECT 1 FROM attempt AS any WHERE any.payment = payment.id)
      ORDER BY payment.server
      """, [.text(payment.text), .text(server?.text)]
    ) { row in
      Found(
        row: row.integer(0) ?? 0, server: ServerName(text: row.text(1) ?? ""),
        outcome: row.text(2).flatMap(ConsumeResult.Outcome.init),
        isOpen: row.text(3) == JournalEntry.Action.consume.rawValue,
        isSettledByHand: row.text(9) == JournalEntry.Action.settle.rawValue,
        holder: row.text(5) == nil ? nil : row.integer(4),
        person: RunHolder(
          user: row.text(5) ?? "", host: row.text(6) ?? "",
          process: Int32(clamping: row.integer(7) ?? 0), since: Instant(row.integer(8) ?? 0)))
    }
    guard let first = found.first else {
      throw IAPError.iapctl(.paymentNotFound, .payment(payment, .notInJournal(path: file.path)))
    }
    guard found.count == 1 else {
      throw IAPError.iapctl(.usage, .payment(payment, .onServers(found.map(\.server))))
    }
    return first
  }

  /// Whether the payment's outcome is unknown, or was settled otherwise by hand; not if it is known
  /// to be what the person says.
  private func isToBeSettled(
    _ payment: Found, _ number: Identifier, _ isConsumed: Bool
  ) throws -> Bool {
    var runs = JournalRuns(of: file)
    if let holder = payment.holder, try runs.isAtWork(holder) {
      throw IAPError.http(.alreadyInProgress, .payment(number, .heldByRun(payment.person)))
    }
    if payment.isSettledByHand { return (payment.outcome == .consumed) != isConsumed }
    switch payment.outcome {
    case .unknown: return true
    case nil where payment.isOpen: return true
    case nil where isConsumed: throw IAPError.iapctl(.usage, .payment(number, .outcomeKnown(nil)))
    case nil: return false
    case let known?:
      guard isConsumed else {
        throw IAPError.iapctl(.usage, .payment(number, .outcomeKnown(known.rawValue)))
      }
      return false
    }
  }

  private func conclude(_ payment: Int64, _ isConsumed: Bool, _ entry: Int64) throws {
    try connection.run(
      """
      UPDATE payment SET outcome = ?, latest = ?, open = NULL, claimedBy = NULL, claimedAt = NULL
      WHERE id = ?
      """,
      [isConsumed ? .text("consumed") : .null, .integer(entry), .integer(payment)])
  }
}

extension JournalAnnotation {
  fileprivate var action: JournalEntry.Action {
    switch self {
    case .settled: .settle
    case .note: .note
    }
  }

  fileprivate var isSettlement: Bool { action == .settle }

  /// As the file has it.
  fileprivate var outcome: String {
    switch self {
    case .settled(let outcome): outcome.rawValue
    case .note: JournalEntry.Outcome.done.name
    }
  }

  fileprivate var note: String? { if case .note(let text) = self { text } else { nil } }
}

extension IAPError.Reason {
  /// Another run has the payment.
  static func heldByRun(_ payment: Identifier, _ holder: RunHolder) -> Self {
    .payment(
      payment,
      .heldByRun(user: holder.user, host: holder.host, process: holder.process, since: holder.since)
    )
  }
}
