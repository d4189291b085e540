import IAPCore
import SQLite

/// Adds a person's annotation of a payment, inside a transaction.
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
        .integer(payment.id), .integer(run), .text(annotation.action.rawValue),
        .integer(now.milliseconds), .text(annotation.outcome), .flag(annotation.isSettlement),
        .text(annotation.note),
      ], make: { $0.integer(0) ?? 0 })
    if case .settled(let outcome) = annotation {
      try conclude(payment.id, outcome == .consumed, attempt ?? 0)
    }
    return try connection.first(
      JournalRow.query(where: "attempt.id = ?3"),
      [.integer(0), .integer(1), .integer(attempt)],
      make: { JournalRow($0).entry(isAtWork: false) }) ?? nil
  }

  // MARK: Steps

  private func find(
    _ payment: Identifier, at server: ServerName?
  ) throws -> JournalPaymentRow {
    let found = try JournalPaymentRow.all(payment, at: server, in: connection).filter(\.isTried)
    guard let first = found.first else {
      throw IAPError.iapctl(.paymentNotFound, .payment(payment, .notInJournal(path: file.path)))
    }
    guard found.count == 1 else {
      throw IAPError.iapctl(.usage, .payment(payment, .onServers(found.map(\.server))))
    }
    return first
  }

  /// Whether the outcome may be settled: it is unknown, or a person settled it differently before.
  /// False if the payment has this outcome already.
  private func isToBeSettled(
    _ payment: JournalPaymentRow, _ number: Identifier, _ isConsumed: Bool
  ) throws -> Bool {
    var runs = JournalRuns(of: file)
    if let holder = try payment.holder(&runs) {
      throw IAPError.http(.alreadyInProgress, .payment(number, .heldByRun(holder)))
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

  /// The text in the `outcome` column.
  fileprivate var outcome: String {
    switch self {
    case .settled(let outcome): outcome.rawValue
    case .note: "done"
    }
  }

  fileprivate var note: String? { if case .note(let text) = self { text } else { nil } }
}

extension IAPError.PaymentProblem {
  /// Another run has claimed the payment.
  static func heldByRun(_ holder: RunHolder) -> Self {
    .heldByRun(user: holder.user, host: holder.host, process: holder.process, since: holder.since)
  }
}
