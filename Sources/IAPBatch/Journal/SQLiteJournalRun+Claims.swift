import IAPCore
import SQLite

extension SQLiteJournalRun {
  func claim(
    _ payment: JournalPayment, _ settles: Bool, at now: Instant, _ runs: inout JournalRuns,
    _ claimed: inout [Identifier: Claimed]
  ) throws -> Claim {
    guard
      let known = try JournalPaymentRow.all(
        payment.paymentSeq, at: facts.server, in: connection
      ).first
    else {
      let row = try enter(payment, at: now)
      claimed[payment.paymentSeq] = Claimed(row: row, ticket: payment.ticket, isUnknown: false)
      return .granted(priorUnknown: false, isDelivered: false)
    }
    let knowledge = try known.knowledge(besides: number, &runs)
    switch knowledge {
    case .consumed(let outcome)?: return .consumed(outcome)
    case .held(let holder)?: return .held(holder)
    default: break
    }
    // This run has the claim: it continues with what it left open.
    if known.holder == number, let own = claimed[payment.paymentSeq] {
      return .granted(priorUnknown: own.isUnknown, isDelivered: known.isDelivered)
    }
    let isUnknown = knowledge == .unknown
    if isUnknown, !settles { return .unknown }
    try take(known.id, payment, isUnknown, at: now)
    claimed[payment.paymentSeq] = Claimed(
      row: known.id, ticket: payment.ticket, isUnknown: isUnknown)
    return .granted(priorUnknown: isUnknown, isDelivered: known.isDelivered)
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

  /// Claims a payment that is in the file. If an attempt was left open, the outcome becomes
  /// unknown. A known value is never replaced by NULL.
  private func take(
    _ row: Int64, _ payment: JournalPayment, _ isUnknown: Bool, at now: Instant
  ) throws {
    try connection.run(
      """
      UPDATE payment SET \(Self.described), claimedBy = ?, claimedAt = ?, outcome = ?, open = NULL
      WHERE id = ?
      """,
      facts(of: payment) + [
        .integer(number), .integer(now.milliseconds), isUnknown ? .text("unknown") : .null,
        .integer(row),
      ])
  }

  /// Fills in data of the payment that was not known before.
  func describe(_ row: Int64, _ payment: JournalPayment) throws(SQLiteError) {
    try connection.run(
      "UPDATE payment SET \(Self.described) WHERE id = ?", facts(of: payment) + [.integer(row)])
  }

  /// The assignments for the values of ``facts(of:)``.
  private static let described = """
    userID = coalesce(?, userID), storeCode = coalesce(?, storeCode),
    productSeq = coalesce(?, productSeq), price = coalesce(?, price),
    currency = coalesce(?, currency)
    """

  private func facts(of payment: JournalPayment) -> [Value] {
    [
      .text(payment.user?.text), .text(payment.storeCode?.text), .integer(payment.productSeq),
      .text(payment.price?.digits), .text(payment.currency),
    ]
  }
}
