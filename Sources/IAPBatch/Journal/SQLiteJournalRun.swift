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

extension SQLiteJournalRun {
  func write(_ step: JournalStep, _ claimed: inout [Identifier: Claimed]) throws {
    guard var payment = claimed[step.paymentSeq] else {
      throw bug(step, "is recorded without a claim")
    }
    switch step.kind {
    case .described(let facts): try describe(payment.row, facts)
    case .deliveryBegins: try begin(.deliver, &payment, step)
    case .consumeBegins: try begin(.consume, &payment, step)
    case .undoBegins: try begin(.undo, &payment, step)
    case .deliveryEnds(let error):
      try end(&payment, step, outcome(error), error: error)
      if error == nil { try setDelivered("1", payment) }
    case .undoEnds(let error):
      try end(&payment, step, outcome(error), error: error)
      if error != nil { try setDelivered(Self.wasDelivered, payment) }
    case .consumeEnds(let result):
      try end(
        &payment, step, result.outcome.rawValue, error: result.error, sends: result.attempts,
        priorUnknown: result.priorUnknown)
      try conclude(&payment, result)
    case .released:
      try connection.run(
        "UPDATE payment SET claimedBy = NULL, claimedAt = NULL WHERE id = ?",
        [.integer(payment.row)])
      claimed[step.paymentSeq] = nil
      return
    }
    claimed[step.paymentSeq] = payment
  }

  /// The SQL condition for a successful delivery after the last successful undo.
  private static let wasDelivered = """
    EXISTS (SELECT 1 FROM attempt WHERE attempt.payment = payment.id
      AND action = 'deliver' AND attempt.outcome = 'done' AND attempt.id > coalesce(
        (SELECT max(undo.id) FROM attempt AS undo WHERE undo.payment = payment.id
          AND undo.action = 'undo' AND undo.outcome = 'done'), 0))
    """

  private func setDelivered(_ value: String, _ payment: Claimed) throws {
    try connection.run(
      "UPDATE payment SET isDelivered = \(value) WHERE id = ?", [.integer(payment.row)])
  }

  private func outcome(_ error: IAPError?) -> String { error == nil ? "done" : "failed" }

  /// While an undo is in progress, the payment does not count as delivered.
  private func begin(
    _ action: JournalEntry.Action, _ payment: inout Claimed, _ step: JournalStep
  ) throws {
    guard payment.open == nil else { throw bug(step, "begins twice") }
    let attempt = try connection.first(
      """
      INSERT INTO attempt (payment, run, action, began, priorUnknown, ticket)
      VALUES (?, ?, ?, ?, ?, ?) RETURNING id
      """,
      [
        .integer(payment.row), .integer(number), .text(action.rawValue),
        .integer(step.time.milliseconds), .flag(action == .consume && payment.isUnknown),
        .text(payment.ticket),
      ], make: { $0.integer(0) ?? 0 })
    payment.open = attempt
    try connection.run(
      """
      UPDATE payment SET open = ?1, isDelivered = isDelivered AND ?2 <> 'undo',
        latest = iif(?2 = 'consume' OR latest IS NULL
          OR (SELECT action FROM attempt WHERE id = latest) IN ('deliver', 'undo'), ?1, latest)
      WHERE id = ?3
      """,
      [.integer(attempt), .text(action.rawValue), .integer(payment.row)])
  }

  private func end(
    _ payment: inout Claimed, _ step: JournalStep, _ outcome: String, error: IAPError?,
    sends: Int = 0, priorUnknown: Bool = false
  ) throws {
    guard let attempt = payment.open else { throw bug(step, "ends without a beginning") }
    payment.open = nil
    try connection.run(
      """
      UPDATE attempt SET ended = ?, outcome = ?, sends = ?, priorUnknown = priorUnknown OR ?,
        errorDomain = ?, errorCode = ?, errorName = ?, serverCode = ?, httpStatus = ?, message = ?
      WHERE id = ?
      """,
      [
        .integer(step.time.milliseconds), .text(outcome), .integer(Int64(sends)),
        .flag(priorUnknown), .text(error?.domain), .integer(error?.number.map(Int64.init)),
        .text(error?.name), .integer(error?.serverCode.map(Int64.init)),
        .integer(error?.httpStatus.map(Int64.init)), .text(error.map(words)), .integer(attempt),
      ])
    try connection.run(
      "UPDATE payment SET open = NULL WHERE id = ?", [.integer(payment.row)])
  }

  /// An unknown outcome stays unknown until the payment is known to be consumed. A refused attempt
  /// shows nothing about an earlier attempt.
  private func conclude(_ payment: inout Claimed, _ result: ConsumeResult) throws {
    let outcome: ConsumeResult.Outcome? =
      switch result.outcome {
      case .consumed, .alreadyConsumed: result.outcome
      case .unknown: .unknown
      case .refused, .notSent, .skipped:
        payment.isUnknown || result.priorUnknown ? .unknown : nil
      }
    payment.isUnknown = outcome == .unknown
    let receipt = result.receipt
    try connection.run(
      """
      UPDATE payment SET outcome = ?, price = coalesce(?, price),
        currency = coalesce(?, currency), productSeq = coalesce(?, productSeq)
      WHERE id = ?
      """,
      [
        .text(outcome?.rawValue), .text(receipt?.price?.digits), .text(receipt?.currency),
        .integer(receipt?.productSeq), .integer(payment.row),
      ])
  }

  private func bug(_ step: JournalStep, _ what: String) -> IAPError {
    .iapctl(.bug, .bug("payment \(step.paymentSeq): a step \(what)"))
  }
}
