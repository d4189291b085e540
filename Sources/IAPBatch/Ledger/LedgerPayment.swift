import IAPCore

/// A payment that a run has claimed, with every column of its row in the journal. No other run changes
/// the row, so each write replaces the whole row.
struct LedgerPayment {
  /// The number of the row.
  let id: Int64
  /// The ticket of this payment; nil if the ticket of the run applies.
  let ticket: String?
  /// Whether an earlier attempt left the outcome unknown. Only a consumed outcome settles it.
  var isUnknown: Bool
  var outcome: ConsumeResult.Outcome?
  /// Whether the item counts as delivered: false from the beginning of an undo on, however that ends, so
  /// that the next run delivers before it consumes.
  var isDelivered = false
  /// What the delivery that began last got (``Purchase/recordedText``), also if it failed: it may have
  /// granted. Nil after an undo that succeeded.
  var delivery: String?
  /// The attempt that has begun and not ended, and its action.
  var open: Int64?
  var openAction: JournalEntry.Action?
  /// The entry to show: the last consume or entry by hand; without one, the last delivery or undo.
  var latest: Int64?
  /// Whether ``latest`` is a delivery or an undo, or nil.
  var showsDelivery = true
  /// The entry to show if the open attempt is withdrawn.
  var before: (latest: Int64?, showsDelivery: Bool) = (nil, true)
  var isReleased = false
  /// Data that is new since the last write.
  var facts: Payment? {
    get { box?.payment }
    set { box = newValue.map(PaymentBox.init) }
  }

  private var box: PaymentBox?

  init(_ id: Int64, ticket: String?) {
    (self.id, self.ticket, isUnknown) = (id, ticket, false)
  }

  /// The claim of a payment that is in the journal.
  init(_ row: LedgerRow, ticket: String?) {
    self.init(row.id, ticket: ticket)
    isUnknown = row.state.isUnknown
    outcome = isUnknown ? .unknown : row.state.outcome
    (isDelivered, delivery) = (row.isDelivered, row.delivery)
    (latest, showsDelivery) = (row.latest, row.showsDelivery)
  }
}

extension LedgerPayment {
  func granted(isSettledByHand: Bool, _ lastCutOff: Instant?) -> Claim {
    .granted(
      priorUnknown: isUnknown, isDelivered: isDelivered, isSettledByHand: isSettledByHand,
      delivery: delivery.flatMap(Purchase.init(recorded:)),
      lastCutOff: isUnknown ? lastCutOff : nil)
  }

  /// Adds what is new of the payment. A known value is never lost.
  mutating func describe(_ new: Payment) { facts = facts?.updated(by: new) ?? new }

  mutating func conclude(_ result: ConsumeResult) {
    outcome = result.concluded(afterUnknown: isUnknown)
    isUnknown = outcome == .unknown
    guard let receipt = result.receipt else { return }
    var purchase = Purchase(paymentSeq: result.paymentSeq)
    (purchase.price, purchase.currency) = (receipt.price, receipt.currency)
    purchase.productSeq = receipt.productSeq
    var payment = Payment(purchase)
    payment.isConfirmed = false
    describe(payment)
  }
}

extension Payment {
  /// The payment, with what is new of the data that a journal stores. A known value is never lost.
  func updated(by new: Payment) -> Payment {
    var payment = self
    let purchase = new.known
    if new.isConfirmed || !isConfirmed {
      payment.purchase.userID = purchase.userID ?? anyUser
      payment.isConfirmed = isConfirmed || new.isConfirmed
    }
    payment.purchase.storeCode = purchase.storeCode ?? storeCode
    payment.purchase.productSeq = purchase.productSeq ?? productSeq
    payment.purchase.price = purchase.price ?? self.purchase.price
    payment.purchase.currency = purchase.currency ?? self.purchase.currency
    return payment
  }
}
