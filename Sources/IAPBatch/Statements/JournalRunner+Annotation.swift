import IAPCore
import SQLite

extension JournalRunner {
  /// Adds a person's annotation of a payment, inside a transaction.
  ///
  /// - Parameter begin: adds the run of a person, and gives its number and that of its entry.
  /// - Returns: the new entry; nil if nothing changes.
  func enter(
    _ annotation: JournalAnnotation, of number: Identifier, at server: ServerName?,
    by person: RunFacts, now: Instant,
    begin: (RunFacts) throws -> (run: Int64, attempt: Int64)
  ) throws -> JournalEntry? {
    let payment = try payment(number, at: server)
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
    try change([
      JournalCall(.beginAttempts, rows: [begun.values], common: [.integer(run)]),
      JournalCall(.endAttempts, rows: [ended.values]),
    ])
    if case .settled(let outcome) = annotation {
      try change([
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
    return try first(JournalQuery.entry(attempt)) {
      JournalRow($0).entry(isAtWork: false)
    } ?? nil
  }

  /// The payment that a person means. An address without payments of its own is that of its APIs.
  private func payment(_ number: Identifier, at server: ServerName?) throws -> LedgerRow {
    let rows = try LedgerRow.all(
      [number], at: server.map { Issuer($0) }, isLocked: true, in: self)
    guard let server, rows.isEmpty else {
      return try LedgerRow.only(rows, of: number, at: server, in: name)
    }
    let all = try LedgerRow.all([number], at: nil, isLocked: true, in: self)
    return try LedgerRow.only(
      all.filter { server.means($0.server) }, of: number, at: nil, in: name)
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
