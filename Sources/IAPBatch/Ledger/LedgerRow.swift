import IAPCore

/// A payment as a journal has it, with the run that has claimed it.
struct LedgerRow {
  let id: Int64
  let paymentSeq: Identifier
  let server: ServerName
  var state: LedgerState
  let isDelivered: Bool
  /// Whether a delivery succeeded after the last undo that succeeded.
  let wasDelivered: Bool
  /// What is known of the payment.
  let payment: Payment
  let latest: Int64?
  /// Whether the entry to show is no consume and no entry by hand.
  let showsDelivery: Bool
  /// Whether any entry is a person's settlement.
  let wasSettledByHand: Bool
  /// See ``ClaimedPayment/lastCutOff``.
  let lastCutOff: Instant?
  let claimedBy: Int64?
  /// Where the machine of the run that has claimed it sees whether the run lives; nil in a file.
  let place: String?

  init(_ row: some JournalCells) {
    id = row.integer("id") ?? 0
    payment = Payment(journal: row)
    paymentSeq = payment.paymentSeq
    server = ServerName(text: row.text("server") ?? "")
    let outcome = row.text("outcome")
    (isDelivered, wasDelivered) = (row.flag("is_delivered"), row.flag("delivered"))
    (latest, claimedBy) = (row.integer("latest"), row.integer("claimed_by"))
    lastCutOff = row.integer("cut_off").map(Instant.init)
    let since = Instant(row.integer("claimed_at") ?? 0)
    let isOpen = LedgerState.isOpen(row.integer("open"), row.text("begun"))
    let (last, lastOutcome) = (row.text("last"), row.text("last_outcome"))
    let person = RunHolder(
      user: row.text("operator") ?? "", host: row.text("host") ?? "",
      process: Int32(clamping: row.integer("process") ?? 0), since: since)
    (place, wasSettledByHand) = (row.text("place"), row.flag("was_settled"))
    let isHeld = row.flag("held")
    let action = last.flatMap(JournalEntry.Action.init)
    showsDelivery = last == nil || action == .deliver || action == .undo
    state = LedgerState(
      outcome: LedgerState.outcome(outcome, last: last, lastOutcome), isOpen: isOpen,
      isTried: last != nil, endsSettledByHand: action == .settle,
      hasUndoBegun: wasDelivered && !isDelivered && !wasSettledByHand
        && !row.flag("may_be_ours"),
      holder: isHeld ? person : nil)
  }

  /// The beginning of a query for rows. The payment is `p`, and the run that has claimed it `r`.
  ///
  /// - Parameters:
  ///   - schema: stands before the names of the tables.
  ///   - place: the column of ``place``.
  ///   - isHeld: the condition for a run that may be at work.
  static func selection(from schema: String, place: String, isHeld: String) -> String {
    """
    SELECT p.id, p.payment_seq, p.server, p.user_id, p.claimed_user_id, p.store_code,
      p.product_seq, p.price, p.currency, NULL AS ticket, p.outcome, p.is_delivered, p.delivered, p.latest,
      p.claimed_by, p.claimed_at, p.open, begun.action AS begun, last.action AS last,
      last.outcome AS last_outcome, r.operator, r.host, r.process, \(place) AS place,
      EXISTS (SELECT 1 FROM \(schema)attempt AS s
        WHERE s.payment = p.id AND s.action = 'settle') AS was_settled,
      EXISTS (\(mayBeOurs(schema, of: "p.id"))) AS may_be_ours,
      (\(lastCutOff(schema, of: "p.id"))) AS cut_off,
      (r.id IS NOT NULL AND \(isHeld)) AS held
    FROM \(schema)payment AS p LEFT JOIN \(schema)attempt AS begun ON begun.id = p.open
      LEFT JOIN \(schema)attempt AS last ON last.id = p.latest
      LEFT JOIN \(schema)run AS r ON r.id = p.claimed_by
    """
  }

  /// Selects the consumes of a payment that may have been the one that consumed it.
  static func mayBeOurs(_ schema: String, of payment: String) -> String {
    """
    SELECT 1 FROM \(schema)attempt AS c WHERE c.payment = \(payment) AND c.action = 'consume'
      AND (c.prior_unknown OR c.ended IS NULL OR c.outcome IN ('unknown', 'consumed'))
    """
  }

  /// Selects when the last consume of a payment ended whose answer was lost. One that a dead run has left
  /// open had ended when the next run began something.
  private static func lastCutOff(_ schema: String, of payment: String) -> String {
    let statuses = IAPError.finalStatuses.sorted().map(String.init).joined(separator: ", ")
    return """
      SELECT max(coalesce(c.ended, (SELECT min(n.began) FROM \(schema)attempt AS n
          WHERE n.payment = c.payment AND n.id > c.id AND n.run <> c.run
            AND n.action IN ('deliver', 'consume', 'undo')),
          \(Instant.range.upperBound.milliseconds)))
        FROM \(schema)attempt AS c WHERE c.payment = \(payment) AND c.action = 'consume'
          AND (c.ended IS NULL OR c.outcome = 'unknown' AND c.sends > 0
            AND c.server_code IS NULL AND coalesce(c.http_status, 0) NOT IN (\(statuses)))
      """
  }

  /// What a new run would get.
  func claim(settles: Bool) -> Claim {
    claim(for: Self.newRun, own: nil, settles: settles, ticket: nil).0
  }

  /// No run has this number.
  private static let newRun: Int64 = 0

  /// What a run gets that asks for the payment.
  ///
  /// - Parameters:
  ///   - run: the number of the run.
  ///   - own: the payment, if the run has claimed it before.
  ///   - settles: whether the run takes payments that an earlier one left unknown, too.
  ///   - ticket: the ticket of the payment's input line.
  /// - Returns: the claim, and the new state of the payment if the run takes it now.
  func claim(
    for run: Int64, own: LedgerPayment?, settles: Bool, ticket: String?
  ) -> (Claim, LedgerPayment?) {
    var state = state
    if claimedBy == run { state.holder = nil }
    switch state.claim {
    case .consumed(.alreadyConsumed)? where state.isUndoLeft && claimedBy != run:
      return claimOfUndo(settles: settles, ticket: ticket)
    case .consumed(let outcome)?: return (.consumed(outcome), nil)
    case .held(let holder)?: return (.held(holder), nil)
    default: break
    }
    // The run continues with what it left open.
    if claimedBy == run, let own {
      return (
        .granted(
          priorUnknown: own.isUnknown, isDelivered: own.isDelivered,
          lastCutOff: own.isUnknown ? lastCutOff : nil), nil
      )
    }
    let payment = LedgerPayment(self, ticket: ticket)
    if payment.isUnknown, !settles { return (.unknown, nil) }
    return (
      .granted(
        priorUnknown: payment.isUnknown, isDelivered: payment.isDelivered,
        isSettledByHand: wasSettledByHand, lastCutOff: payment.isUnknown ? lastCutOff : nil),
      payment
    )
  }
}

extension LedgerRow {
  /// What a run gets if another client has consumed the payment and the item is not taken back. Only a
  /// run that resumes takes it back.
  private func claimOfUndo(settles: Bool, ticket: String?) -> (Claim, LedgerPayment?) {
    if let holder = state.holder {
      return (settles ? .held(holder) : .consumed(.alreadyConsumed), nil)
    }
    return (
      .undoLeft(of: payment),
      settles ? LedgerPayment(self, ticket: ticket) : nil
    )
  }
}

extension Claim {
  /// The claim of a payment that was not in the journal.
  static let new = Claim.granted(priorUnknown: false, isDelivered: false)
}
