import IAPCore
import Postgres
import SQLite

/// A row of the `payment` table.
struct JournalPaymentRow {
  let id: Int64
  let server: ServerName
  let outcome: ConsumeResult.Outcome?
  let isDelivered: Bool
  /// Whether a consume has begun and not ended.
  let isOpen: Bool
  /// Whether any run tried it.
  let isTried: Bool
  /// Whether the latest entry is a person's settlement, which may be wrong.
  let isSettledByHand: Bool
  /// Whether any entry is a person's settlement.
  let wasSettledByHand: Bool
  /// The run that has claimed the payment and has not recorded its end.
  let holder: Int64?
  private let person: RunHolder

  /// The payments with a given number: one for each server.
  private static let query = """
    SELECT payment.id, payment.server, payment.outcome, is_delivered, open, begun.action AS begun,
      last.action AS last, last.outcome AS last_outcome, run.id AS holder, run.operator, run.host,
      run.process, claimed_at, EXISTS (SELECT 1 FROM attempt WHERE attempt.payment = payment.id
        AND attempt.action = 'settle') AS was_settled
    FROM payment LEFT JOIN attempt AS begun ON begun.id = open
      LEFT JOIN attempt AS last ON last.id = latest
      LEFT JOIN run ON run.id = claimed_by AND run.ended IS NULL
    WHERE payment_seq = ?1 AND payment.server = coalesce(?2, payment.server)
    ORDER BY payment.server
    """

  private init(_ row: Row) {
    id = row.integer("id") ?? 0
    server = ServerName(text: row.text("server") ?? "")
    outcome = JournalPaymentState.outcome(
      row.text("outcome"), last: row.text("last"), row.text("last_outcome"))
    isDelivered = row.flag("is_delivered")
    isOpen = JournalPaymentState.isOpen(row.integer("open"), row.text("begun"))
    let last = row.text("last")
    isTried = last != nil
    isSettledByHand = last == JournalEntry.Action.settle.rawValue
    wasSettledByHand = row.flag("was_settled")
    holder = row.integer("holder")
    person = RunHolder(
      user: row.text("operator") ?? "", host: row.text("host") ?? "",
      process: Int32(clamping: row.integer("process") ?? 0),
      since: Instant(row.integer("claimed_at") ?? 0))
  }

  /// - Parameter server: nil for all servers that have this payment number.
  static func all(
    _ payment: Identifier, at server: ServerName?, in connection: Connection
  ) throws(SQLiteError) -> [JournalPaymentRow] {
    try connection.all(query, [.text(payment.text), .text(server?.text)], make: Self.init)
  }

  /// The active run that has claimed the payment; nil if it is the run `own` or if no run has.
  private func holder(
    besides own: Int64?, _ runs: inout JournalRuns
  ) throws(IAPError) -> RunHolder? {
    guard let holder, holder != own, try runs.isAtWork(holder) else { return nil }
    var person = person
    person.commands = runs.commands(of: holder, process: person.process)
    return person
  }

  /// The claim that the known data gives; nil if the payment may be sent.
  func knowledge(
    besides own: Int64? = nil, _ runs: inout JournalRuns
  ) throws(IAPError) -> Claim? {
    if let outcome, outcome != .unknown { return .consumed(outcome) }
    return try state(besides: own, &runs).claim
  }

  func state(
    besides own: Int64? = nil, _ runs: inout JournalRuns
  ) throws(IAPError) -> JournalPaymentState {
    JournalPaymentState(
      outcome: outcome, isOpen: isOpen, isTried: isTried, isSettledByHand: isSettledByHand,
      holder: try holder(besides: own, &runs))
  }
}
