import IAPCore
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
  /// The run that has claimed the payment and has not recorded its end.
  let holder: Int64?
  private let person: RunHolder

  /// The payments with a given number: one for each server.
  private static let query = """
    SELECT payment.id, payment.server, payment.outcome, isDelivered, begun.action AS begun,
      last.action AS last, run.id AS holder, run.user, run.host, run.process, claimedAt
    FROM payment LEFT JOIN attempt AS begun ON begun.id = open
      LEFT JOIN attempt AS last ON last.id = latest
      LEFT JOIN run ON run.id = claimedBy AND run.ended IS NULL
    WHERE paymentSeq = ?1 AND payment.server = coalesce(?2, payment.server)
    ORDER BY payment.server
    """

  private init(_ row: Row) {
    id = row.integer("id") ?? 0
    server = ServerName(text: row.text("server") ?? "")
    outcome = row.text("outcome").flatMap(ConsumeResult.Outcome.init)
    isDelivered = row.flag("isDelivered")
    isOpen = row.text("begun") == JournalEntry.Action.consume.rawValue
    let last = row.text("last")
    isTried = last != nil
    isSettledByHand = last == JournalEntry.Action.settle.rawValue
    holder = row.integer("holder")
    person = RunHolder(
      user: row.text("user") ?? "", host: row.text("host") ?? "",
      process: Int32(clamping: row.integer("process") ?? 0),
      since: Instant(row.integer("claimedAt") ?? 0))
  }

  /// - Parameter server: nil for all servers that have this payment number.
  static func all(
    _ payment: Identifier, at server: ServerName?, in connection: Connection
  ) throws(SQLiteError) -> [JournalPaymentRow] {
    try connection.all(query, [.text(payment.text), .text(server?.text)], make: Self.init)
  }

  /// The active run that has claimed the payment; nil if it is the run `own` or if no run has.
  func holder(
    besides own: Int64? = nil, _ runs: inout JournalRuns
  ) throws(IAPError) -> RunHolder? {
    guard let holder, holder != own, try runs.isAtWork(holder) else { return nil }
    return person
  }

  /// The claim that the known data gives; nil if the payment may be sent.
  func knowledge(
    besides own: Int64? = nil, _ runs: inout JournalRuns
  ) throws(IAPError) -> Claim? {
    if let outcome, outcome != .unknown { return .consumed(outcome) }
    if let person = try holder(besides: own, &runs) { return .held(person) }
    return outcome == .unknown || isOpen ? .unknown : nil
  }
}
