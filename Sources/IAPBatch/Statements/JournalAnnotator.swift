import IAPCore
import SQLite

/// Adds a person's annotation of a payment, inside a transaction.
struct JournalAnnotator<Runner: JournalRunner> {
  let runner: Runner
  let now: Instant
  /// Adds the run of a person, and gives its number and that of its entry.
  let begin: (RunFacts) throws -> (run: Int64, attempt: Int64)

  /// - Returns: the new entry; nil if nothing changes.
  func enter(
    _ annotation: JournalAnnotation, _ number: Identifier, at server: ServerName?,
    by person: RunFacts
  ) throws -> JournalEntry? {
    let rows = try LedgerRow.all(
      [number], at: server.map { Issuer($0) }, isLocked: true, in: runner)
    let payment = try LedgerRow.only(rows, of: number, at: server, in: runner.name)
    if case .settled(let outcome) = annotation {
      guard try payment.isToBeSettled(as: outcome) else { return nil }
    }
    var facts = person
    facts.server = payment.server
    let (run, attempt) = try begin(facts)
    let begun = LedgerChanges.Begun(
      id: attempt, payment: payment.id, action: annotation.action, time: now,
      priorUnknown: annotation.action == .settle && payment.mayBeUnknown, ticket: nil, facts: nil)
    let ended = LedgerChanges.Ended(
      id: attempt, time: now, outcome: annotation.outcome, sends: 0, priorUnknown: false,
      error: nil, message: nil, note: annotation.note)
    try runner.change([
      JournalCall(.beginAttempts, rows: [begun.values], common: [.integer(run)]),
      JournalCall(.endAttempts, rows: [ended.values]),
    ])
    if case .settled(let outcome) = annotation {
      try runner.change([
        JournalCall(
          .settlePayment,
          rows: [
            [
              .integer(payment.id), outcome == .consumed ? .text("consumed") : .null,
              .integer(attempt), .flag(payment.state.openCommand != nil),
            ]
          ])
      ])
    }
    return try runner.first(JournalQuery.entry(attempt)) {
      JournalRow($0).entry(isAtWork: false)
    } ?? nil
  }
}

extension JournalAnnotation {
  fileprivate var action: JournalEntry.Action {
    switch self {
    case .settled: .settle
    case .note: .note
    }
  }

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
    .heldByRun(
      user: holder.user, host: holder.host, process: holder.process, since: holder.since,
      commands: holder.commands)
  }
}
