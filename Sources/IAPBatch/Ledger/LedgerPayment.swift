package import IAPCore

/// A payment that a run has claimed, with every column of its row in the journal. No other run changes
/// the row, so each write replaces the whole row.
package struct LedgerPayment {
  package let id: Int64
  /// The ticket of this payment; nil if the ticket of the run applies.
  package let ticket: String?
  /// Unknown if an earlier attempt left it so. Only a consumed outcome settles that.
  package var outcome: ConsumeResult.Outcome?
  /// What the delivery that began last got (``Purchase/recordedText``), also if it failed: it may have
  /// granted. Nil after an undo that succeeded, and after a person's settlement.
  package var delivery: String?
  /// The attempt that has begun and not ended.
  package var open: (id: Int64, action: JournalEntry.Action)?
  /// The entry to show: the last consume or entry by hand; without one, the last delivery or undo.
  package var shown: (entry: Int64?, isCommand: Bool) = (nil, true)
  /// The entry to show if the open attempt is withdrawn.
  var shownBefore: (entry: Int64?, isCommand: Bool) = (nil, true)
  /// No run has the payment any more.
  package var isReleased = false
  /// Data that is new since the last write.
  package var facts: Payment?

  package init(_ id: Int64, ticket: String?) { (self.id, self.ticket) = (id, ticket) }

  /// The claim of a payment that is in the journal.
  init(_ row: LedgerRow, ticket: String?) {
    self.init(row.id, ticket: ticket)
    outcome = row.state.isUnknown ? .unknown : row.state.outcome
    delivery = row.delivery
    shown = (row.latest, [nil, "deliver", "undo"].contains(row.state.last))
  }
}

extension LedgerPayment {
  var isUnknown: Bool { outcome == .unknown }

  /// A command that may still be at work keeps the payment.
  var hasOpenCommand: Bool { open.map { $0.action != .consume } ?? false }

  /// Adds what is new of the payment. A known value is never lost.
  mutating func describe(_ new: Payment) {
    guard let old = facts else { return facts = new }
    var payment = old
    payment.purchase = new.known.filled(by: old.known)
    if old.isConfirmed, !new.isConfirmed { payment.purchase.userID = old.anyUser }
    payment.isConfirmed = old.isConfirmed || new.isConfirmed
    facts = payment
  }

  mutating func conclude(_ result: ConsumeResult) {
    outcome = result.concluded(afterUnknown: isUnknown)
    guard let receipt = result.receipt else { return }
    var purchase = Purchase(paymentSeq: result.paymentSeq)
    (purchase.price, purchase.currency) = (receipt.price, receipt.currency)
    (purchase.storeCode, purchase.productSeq) = (receipt.storeCode, receipt.productSeq)
    purchase.userID = receipt.userID
    var payment = Payment(said: purchase, ticket: nil)
    // A store says whose the payment is.
    payment.isConfirmed = receipt.userID != nil
    describe(payment)
  }
}
