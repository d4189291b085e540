import IAPCore
import SQLite

extension SQLiteJournalRun {
  /// What the journal knows of a payment that is wanted.
  private struct Known {
    let row: Int64
    let outcome: String?
    let isDelivered: Bool
    /// Whether a consume has begun and not ended.
    let isOpen: Bool
    let holder: Int64?
    let holderHasEnded: Bool
    let person: RunHolder

    init(_ row: Row) {
      self.row = row.integer(0) ?? 0
      outcome = row.text(1)
      isDelivered = row.flag(2)
      isOpen = row.text(3) == JournalEntry.Action.consume.rawValue
      holder = row.integer(4)
      holderHasEnded = row.integer(5) != nil
      person = RunHolder(
        user: row.text(6) ?? "", host: row.text(7) ?? "",
        process: Int32(clamping: row.integer(8) ?? 0), since: Instant(row.integer(9) ?? 0))
    }
  }

  func claim(
    _ payment: JournalPayment, _ settles: Bool, at now: Instant, _ runs: inout JournalRuns,
    _ claimed: inout [Identifier: Claimed]
  ) throws -> Claim {
    guard let known = try known(payment) else {
      let row = try enter(payment, at: now)
      claimed[payment.paymentSeq] = Claimed(row: row, ticket: payment.ticket, isUnknown: false)
      return .granted(priorUnknown: false, isDelivered: false)
    }
    if let outcome = known.outcome.flatMap(ConsumeResult.Outcome.init), outcome != .unknown {
      return .consumed(outcome)
    }
    if try isHeld(known, &runs) { return .held(known.person) }
    // The run that holds it now is this one: what it left open, it goes on with.
    if known.holder == number, let own = claimed[payment.paymentSeq] {
      return .granted(priorUnknown: own.isUnknown, isDelivered: known.isDelivered)
    }
    let isUnknown = known.outcome != nil || known.isOpen
    if isUnknown, !settles { return .unknown }
    try take(known.row, payment, isUnknown, at: now)
    claimed[payment.paymentSeq] = Claimed(
      row: known.row, ticket: payment.ticket, isUnknown: isUnknown)
    return .granted(priorUnknown: isUnknown, isDelivered: known.isDelivered)
  }

  private func isHeld(_ known: Known, _ runs: inout JournalRuns) throws -> Bool {
    guard let holder = known.holder, holder != number, !known.holderHasEnded else { return false }
    return try runs.isAtWork(holder)
  }

  private func known(_ payment: JournalPayment) throws -> Known? {
    try connection.first(
      """
      SELECT payment.id, payment.outcome, isDelivered, attempt.action, claimedBy, run.ended,
        run.user, run.host, run.process, claimedAt
      FROM payment LEFT JOIN attempt ON attempt.id = open LEFT JOIN run ON run.id = claimedBy
      WHERE paymentSeq = ? AND payment.server = ?
      """, [.text(payment.paymentSeq.text), .text(facts.server.text)], make: Known.init)
  }

  private func enter(_ payment: JournalPayment, at now: Instant) throws -> Int64 {
    let row = try connection.first(
      """
      INSERT INTO payment (userID, storeCode, productSeq, price, currency, claimedBy, claimedAt,
        paymentSeq, server)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING id
      """,
      facts(of: payment) + [
        .integer(number), .integer(now.milliseconds), .text(payment.paymentSeq.text),
        .text(facts.server.text),
      ], make: { $0.integer(0) ?? 0 })
    return row ?? 0
  }

  /// An attempt that was left open makes the payment unknown, for good; what is known of the
  /// payment is never replaced by nothing.
  private func take(
    _ row: Int64, _ payment: JournalPayment, _ isUnknown: Bool, at now: Instant
  ) throws {
    try connection.run(
      """
      UPDATE payment SET userID = coalesce(?, userID), storeCode = coalesce(?, storeCode),
        productSeq = coalesce(?, productSeq), price = coalesce(?, price),
        currency = coalesce(?, currency), claimedBy = ?, claimedAt = ?, outcome = ?, open = NULL
      WHERE id = ?
      """,
      facts(of: payment) + [
        .integer(number), .integer(now.milliseconds), isUnknown ? .text("unknown") : .null,
        .integer(row),
      ])
  }

  /// Fills in what was not known of a payment.
  func describe(_ row: Int64, _ payment: JournalPayment) throws(SQLiteError) {
    try connection.run(
      """
      UPDATE payment SET userID = coalesce(?, userID), storeCode = coalesce(?, storeCode),
        productSeq = coalesce(?, productSeq), price = coalesce(?, price),
        currency = coalesce(?, currency)
      WHERE id = ?
      """, facts(of: payment) + [.integer(row)])
  }

  private func facts(of payment: JournalPayment) -> [Value] {
    [
      .text(payment.user?.text), .text(payment.storeCode?.text), .integer(payment.productSeq),
      .text(payment.price?.digits), .text(payment.currency),
    ]
  }
}
