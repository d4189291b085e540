import IAPCore
import SQLite

extension SQLiteJournalRun {
  func claim(
    _ payment: JournalPayment, _ settles: Bool, at now: Instant, _ runs: inout JournalRuns,
    _ claimed: inout ClaimedPayments
  ) throws -> Claim {
    if let row = try enter(payment, at: now) {
      claimed[payment.paymentSeq] = Claimed(row: row, ticket: payment.ticket, isUnknown: false)
      return .granted(priorUnknown: false, isDelivered: false)
    }
    guard
      let known = try JournalPaymentRow.all(
        payment.paymentSeq, at: facts.server, in: connection
      ).first
    else {
      throw IAPError.iapctl(.bug, .bug("payment \(payment.paymentSeq) is not in the journal"))
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
    return .granted(
      priorUnknown: isUnknown, isDelivered: known.isDelivered,
      isSettledByHand: known.wasSettledByHand)
  }

  /// Claims a payment that is not in the file.
  ///
  /// - Returns: its row; nil if it is in the file.
  private func enter(_ payment: JournalPayment, at now: Instant) throws -> Int64? {
    try connection.insertRow(
      """
      INSERT INTO payment (user_id, claimed_user_id, store_code, product_seq, price, currency,
        claimed_by, claimed_at, payment_seq, server)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (payment_seq, server) DO NOTHING
      """,
      facts(of: payment) + [
        .integer(number), .integer(now.milliseconds), .text(payment.paymentSeq.text),
        .text(facts.server.text),
      ])
  }

  /// Claims a payment that is in the file. If an attempt was left open, the outcome becomes
  /// unknown. A known value is never replaced by NULL.
  private func take(
    _ row: Int64, _ payment: JournalPayment, _ isUnknown: Bool, at now: Instant
  ) throws {
    try connection.run(
      Self.taking,
      facts(of: payment) + [
        .integer(number), .integer(now.milliseconds), isUnknown ? .text("unknown") : .null,
        .integer(row),
      ])
  }

  /// Fills in data of the payment that was not known before.
  func describe(_ row: Int64, _ payment: JournalPayment) throws(SQLiteError) {
    try connection.run(Self.describing, facts(of: payment) + [.integer(row)])
  }

  /// The assignments for the values of ``facts(of:)``.
  private static let described = """
    user_id = coalesce(?, user_id), claimed_user_id = coalesce(?, claimed_user_id),
    store_code = coalesce(?, store_code), product_seq = coalesce(?, product_seq),
    price = coalesce(?, price), currency = coalesce(?, currency)
    """

  private static let describing = "UPDATE payment SET \(described) WHERE id = ?"
  private static let taking =
    "UPDATE payment SET \(described), claimed_by = ?, claimed_at = ?, outcome = ?, open = NULL "
    + "WHERE id = ?"

  private func facts(of payment: JournalPayment) -> [Value] {
    [
      .text(payment.user?.text), .text(payment.claimedUser?.text), .text(payment.storeCode?.text),
      .integer(payment.productSeq), .text(payment.price?.digits), .text(payment.currency),
    ]
  }
}

extension SQLiteJournalRun {
  func write(_ steps: [JournalStep], _ claimed: inout ClaimedPayments) throws {
    var rest = steps[...]
    while let step = rest.popFirst() {
      guard var payment = claimed[step.paymentSeq] else {
        throw bug(step, "is recorded without a claim")
      }
      let isLast = try write(step, &payment, following: rest.first)
      if isLast, step.kind != .released { rest.removeFirst() }
      claimed[step.paymentSeq] = isLast ? nil : payment
    }
  }

  /// - Parameter next: the next step. If it releases the payment of this one, it may be written
  ///   together with this one.
  /// - Returns: whether the payment is released.
  private func write(
    _ step: JournalStep, _ payment: inout Claimed, following next: JournalStep?
  ) throws -> Bool {
    switch step.kind {
    case .described(let facts): try describe(payment.row, facts)
    case .deliveryBegins: try begin(.deliver, &payment, step)
    case .consumeBegins: try begin(.consume, &payment, step)
    case .consumeWithdrawn: try withdraw(&payment, step)
    case .undoBegins: try begin(.undo, &payment, step)
    case .deliveryEnds(let error):
      try end(&payment, step, JournalStep.outcome(error), error: error)
      try connection.run(error == nil ? Self.delivered : Self.ended, [.integer(payment.row)])
    case .undoEnds(let error):
      try end(&payment, step, JournalStep.outcome(error), error: error)
      try connection.run(error == nil ? Self.ended : Self.notUndone, [.integer(payment.row)])
    case .consumeEnds(let result):
      try end(
        &payment, step, result.outcome.rawValue, error: result.error, sends: result.attempts,
        priorUnknown: result.priorUnknown)
      let isReleased = next?.paymentSeq == step.paymentSeq && next?.kind == .released
      try conclude(&payment, result, releases: isReleased)
      return isReleased
    case .released:
      try connection.run(
        "UPDATE payment SET claimed_by = NULL, claimed_at = NULL WHERE id = ?",
        [.integer(payment.row)])
      return true
    }
    return false
  }

  private static let ended = "UPDATE payment SET open = NULL WHERE id = ?"
  private static let delivered = "UPDATE payment SET open = NULL, is_delivered = 1 WHERE id = ?"
  /// The item is with the player if a delivery succeeded after the last successful undo.
  private static let notUndone = """
    UPDATE payment SET open = NULL, is_delivered = EXISTS (
      SELECT 1 FROM attempt WHERE attempt.payment = payment.id
        AND action = 'deliver' AND attempt.outcome = 'done' AND attempt.id > coalesce(
          (SELECT max(undo.id) FROM attempt AS undo WHERE undo.payment = payment.id
            AND undo.action = 'undo' AND undo.outcome = 'done'), 0))
    WHERE id = ?
    """

  private func begin(
    _ action: JournalEntry.Action, _ payment: inout Claimed, _ step: JournalStep
  ) throws {
    guard payment.open == nil else { throw bug(step, "begins twice") }
    let attempt = try connection.insertRow(
      """
      INSERT INTO attempt (payment, run, action, began, prior_unknown, ticket)
      VALUES (?, ?, ?, ?, ?, ?)
      """,
      [
        .integer(payment.row), .integer(number), .text(action.rawValue),
        .integer(step.time.milliseconds), .flag(action == .consume && payment.isUnknown),
        .text(payment.ticket),
      ])
    payment.open = attempt
    try connection.run(
      action == .consume ? Self.begunConsume : Self.begun,
      [.integer(attempt), .integer(payment.row)]
        + (action == .consume ? [] : [.text(action.rawValue)]))
  }

  /// Removes an attempt that has begun. Nothing of it was sent.
  private func withdraw(_ payment: inout Claimed, _ step: JournalStep) throws {
    guard let attempt = payment.open else { throw bug(step, "is withdrawn without a beginning") }
    payment.open = nil
    try connection.run(Self.withdrawn, [.integer(payment.row), .integer(attempt)])
    try connection.run("DELETE FROM attempt WHERE id = ?", [.integer(attempt)])
  }

  /// Shows the last consume or the last entry by hand; without one, the last delivery.
  private static let withdrawn = """
    UPDATE payment SET open = NULL, latest = coalesce(
      (SELECT max(id) FROM attempt WHERE payment = ?1 AND id <> ?2
        AND action NOT IN ('deliver', 'undo')),
      (SELECT max(id) FROM attempt WHERE payment = ?1 AND id <> ?2))
    WHERE id = ?1
    """

  private static let begunConsume = "UPDATE payment SET open = ?1, latest = ?1 WHERE id = ?2"
  /// While an undo is in progress, the payment does not count as delivered.
  private static let begun = """
    UPDATE payment SET open = ?1, is_delivered = is_delivered AND ?3 <> 'undo',
      latest = iif(latest IS NULL
        OR (SELECT action FROM attempt WHERE id = latest) IN ('deliver', 'undo'), ?1, latest)
    WHERE id = ?2
    """

  private func end(
    _ payment: inout Claimed, _ step: JournalStep, _ outcome: String, error: IAPError?,
    sends: Int = 0, priorUnknown: Bool = false
  ) throws {
    guard let attempt = payment.open else { throw bug(step, "ends without a beginning") }
    payment.open = nil
    guard let error else {
      return try connection.run(
        Self.succeeding,
        [
          .integer(step.time.milliseconds), .text(outcome), .integer(Int64(sends)),
          .flag(priorUnknown), .integer(attempt),
        ])
    }
    try connection.run(
      Self.failing,
      [
        .integer(step.time.milliseconds), .text(outcome), .integer(Int64(sends)),
        .flag(priorUnknown), .integer(attempt), .text(error.domain),
        .integer(error.number.map(Int64.init)), .text(error.name),
        .integer(error.serverCode.map(Int64.init)), .integer(error.httpStatus.map(Int64.init)),
        .text(words(error)),
      ])
  }

  private static let succeeding = """
    UPDATE attempt SET ended = ?1, outcome = ?2, sends = ?3, prior_unknown = prior_unknown OR ?4
    WHERE id = ?5
    """
  private static let failing = """
    UPDATE attempt SET ended = ?1, outcome = ?2, sends = ?3, prior_unknown = prior_unknown OR ?4,
      error_domain = ?6, error_code = ?7, error_name = ?8, server_code = ?9, http_status = ?10,
      message = ?11
    WHERE id = ?5
    """

  private func conclude(
    _ payment: inout Claimed, _ result: ConsumeResult, releases: Bool
  ) throws {
    let outcome = result.concluded(afterUnknown: payment.isUnknown)
    payment.isUnknown = outcome == .unknown
    let receipt = result.receipt
    try connection.run(
      releases ? Self.concludedAndReleased : Self.concluded,
      [
        .text(outcome?.rawValue), .text(receipt?.price?.digits), .text(receipt?.currency),
        .integer(receipt?.productSeq), .integer(payment.row),
      ])
  }

  private static let conclusion = """
    UPDATE payment SET open = NULL, outcome = ?1, price = coalesce(?2, price),
      currency = coalesce(?3, currency), product_seq = coalesce(?4, product_seq)
    """
  private static let concluded = conclusion + " WHERE id = ?5"
  private static let concludedAndReleased =
    conclusion + ", claimed_by = NULL, claimed_at = NULL WHERE id = ?5"

  private func bug(_ step: JournalStep, _ what: String) -> IAPError {
    .iapctl(.bug, .bug("payment \(step.paymentSeq): a step \(what)"))
  }
}

/// The payments that a run has claimed. What a transaction changes can be taken back: a copy of all
/// of them for each transaction would take longer than its changes.
struct ClaimedPayments {
  private var all: [Identifier: SQLiteJournalRun.Claimed] = [:]
  /// The values before the changes of this transaction, in the order of the changes.
  private var before: [(Identifier, SQLiteJournalRun.Claimed?)] = []

  subscript(payment: Identifier) -> SQLiteJournalRun.Claimed? {
    get { all[payment] }
    set {
      let old = all[payment]
      before.append((payment, old))
      all[payment] = newValue
    }
  }

  /// Keeps the changes.
  mutating func commit() { before.removeAll(keepingCapacity: true) }

  /// Takes back the changes since the last ``commit()``.
  mutating func revert() {
    while let (payment, old) = before.popLast() { all[payment] = old }
  }
}
