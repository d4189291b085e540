package import IAPCore

/// A payment as a journal has it, with the run that has claimed it.
package struct LedgerRow {
  package let id: Int64
  package let paymentSeq: Identifier
  package let server: ServerName
  package var state: LedgerState
  /// See ``LedgerPayment/delivery``.
  package private(set) var delivery: String?
  /// The entry to show.
  let latest: Int64?
  /// What a list has confirmed of the payment.
  private(set) var recorded: Purchase?
  /// The user, confirmed or not.
  private var user: Identifier?
  /// The ticket of that entry or of its run.
  private var ticket: String?
  /// Whether any entry is a person's settlement of an unknown outcome.
  private(set) var wasSettledByHand: Bool
  /// See ``ClaimedPayment/lastCutOff``.
  private(set) var lastCutOff: Instant?
  package let claimedBy: Int64?
  /// Where the machine of the run that has claimed it sees whether the run lives; nil in a file.
  let place: String?

  package init(_ row: some JournalCells) {
    id = row.integer("id") ?? 0
    paymentSeq = Identifier(row.text("payment_seq") ?? "")
    server = ServerName(text: row.text("server") ?? "")
    let (item, itemEnd) = (row.text("item"), row.text("item_outcome"))
    let isDone = itemEnd == "done"
    let isTakenBack = item == "undo" && isDone
    delivery = isTakenBack ? nil : row.text("facts")
    ticket = row.text("ticket")
    let payment = Payment(journal: row)
    recorded = payment.isConfirmed ? payment.purchase : nil
    user = payment.anyUser
    (latest, claimedBy) = (row.integer("latest"), row.integer("claimed_by"))
    lastCutOff = row.integer("cut_off").map(Instant.init)
    let (begun, last, isHeld) = (row.text("begun"), row.text("last"), row.flag("held"))
    let person = RunHolder(
      user: row.text("operator") ?? "", host: row.text("host") ?? "",
      process: Int32(clamping: row.integer("process") ?? 0),
      since: Instant(row.integer("began") ?? 0))
    (place, wasSettledByHand) = (row.text("place"), row.flag("was_settled"))
    let isCommand = begun == "deliver" || begun == "undo"
    let earlier: Delivery? =
      switch row.text("command") {
      case "undo": isTakenBack ? .takenBack : .undoFailed
      case "deliver": item == "deliver" && isDone ? .delivered : .failed
      default: nil
      }
    state = LedgerState(
      outcome: LedgerState.outcome(row.text("outcome"), last: last, row.text("last_outcome")),
      isOpen: row.integer("open") != nil && !isCommand,
      earlierDelivery: earlier,
      last: last,
      holder: isHeld ? person : nil, openCommand: isCommand && !isHeld ? person : nil)
  }

  /// What a new run would get. No run has the number 0.
  package func claim(_ rules: ClaimRules) -> Claim { claim(for: 0, own: nil, rules, ticket: nil).0 }

  /// One row of all that are the same payment: the first one, with what the others know.
  package static func merged(_ rows: some Collection<LedgerRow>) -> LedgerRow? {
    guard var row = rows.first else { return nil }
    for other in rows.dropFirst() {
      row.state.merge(other.state)
      row.delivery = row.delivery ?? other.delivery
      row.recorded = row.recorded ?? other.recorded
      row.ticket = row.ticket ?? other.ticket
      row.user = row.user ?? other.user
      row.lastCutOff = [row.lastCutOff, other.lastCutOff].compactMap(\.self).max()
      row.wasSettledByHand = row.wasSettledByHand || other.wasSettledByHand
    }
    return row
  }

  /// The merged rows of each payment.
  package static func byNumber(_ rows: [LedgerRow]) -> [Identifier: LedgerRow] {
    Dictionary(grouping: rows, by: \.paymentSeq).compactMapValues { merged($0) }
  }

  /// What a run gets that asks for the payment.
  ///
  /// - Parameters:
  ///   - run: the number of the run.
  ///   - own: the payment, if the run has claimed it before.
  ///   - ticket: the ticket of the payment's input line.
  /// - Returns: the claim, and the new state of the payment if the run takes it now.
  package func claim(
    for run: Int64, own: LedgerPayment?, _ rules: ClaimRules, ticket: String?
  ) -> (Claim, LedgerPayment?) {
    var state = state
    if claimedBy == run { (state.holder, state.openCommand) = (nil, nil) }
    if let refusal = state.refusal(takesOver: rules.takesOver) { return (refusal, nil) }
    // The run continues with what it left open.
    if claimedBy == run, let own { return (granted(own), nil) }
    let payment = LedgerPayment(self, ticket: ticket)
    return payment.isUnknown && !rules.settles
      ? (.unknown(ticket: self.ticket, user: user), nil) : (granted(payment), payment)
  }

  private func granted(_ payment: LedgerPayment) -> Claim {
    var grant = Claim.Grant(
      priorUnknown: payment.isUnknown, earlierDelivery: state.earlierDelivery,
      isSettledByHand: wasSettledByHand,
      delivery: payment.delivery.flatMap(Purchase.init(recorded:)))
    if grant.priorUnknown {
      (grant.lastCutOff, grant.ticket, grant.recorded) = (lastCutOff, ticket, recorded)
    }
    return .granted(grant)
  }
}
