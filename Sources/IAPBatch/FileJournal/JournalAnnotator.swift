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
      guard try payment.isToBeSettled(as: outcome) else { return nil }
    }
    var facts = person
    facts.server = payment.server
    let run = try facts.entered(into: connection, at: now, isEnded: true)
    let attempt = try connection.first(
      """
      INSERT INTO attempt (payment, run, action, began, ended, outcome, prior_unknown, note)
      VALUES (?1, ?2, ?3, ?4, ?4, ?5, ?6, ?7) RETURNING id
      """,
      [
        .integer(payment.id), .integer(run), .text(annotation.action.rawValue),
        .integer(now.milliseconds), .text(annotation.outcome),
        .flag(annotation.isSettlement && payment.mayBeUnknown),
        .text(annotation.note),
      ], make: { $0.integer(0) ?? 0 })
    if case .settled(let outcome) = annotation {
      // The commands of a run in a file have ended if the run has.
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
  ) throws -> LedgerRow {
    var runs = JournalRuns(of: file)
    return try LedgerRow.only(
      LedgerRow.all([payment], at: server.map { Issuer($0) }, in: connection, &runs), of: payment,
      at: server, in: file.path)
  }

  private func conclude(_ payment: Int64, _ isConsumed: Bool, _ entry: Int64) throws {
    try connection.run(
      """
      UPDATE payment SET outcome = ?, latest = ?, open = NULL, claimed_by = NULL
      WHERE id = ?
      """,
      [isConsumed ? .text("consumed") : .null, .integer(entry), .integer(payment)])
  }
}

extension JournalAnnotation {
  var action: JournalEntry.Action {
    switch self {
    case .settled: .settle
    case .note: .note
    }
  }

  var isSettlement: Bool { action == .settle }

  /// The text in the `outcome` column.
  var outcome: String {
    switch self {
    case .settled(let outcome): outcome.rawValue
    case .note: "done"
    }
  }

  var note: String? { if case .note(let text) = self { text } else { nil } }
}

extension IAPError.PaymentProblem {
  /// Another run has claimed the payment.
  static func heldByRun(_ holder: RunHolder) -> Self {
    .heldByRun(
      user: holder.user, host: holder.host, process: holder.process, since: holder.since,
      commands: holder.commands)
  }
}
