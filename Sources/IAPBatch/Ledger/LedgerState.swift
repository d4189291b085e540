package import IAPCore

/// What the journal knows of a payment, in a file or in a database.
package struct LedgerState {
  package private(set) var outcome: ConsumeResult.Outcome?
  /// Whether a consume has begun and not ended, or an attempt that the journal has lost.
  package private(set) var isOpen: Bool
  /// See ``Claim/Grant/earlierDelivery``.
  package private(set) var earlierDelivery: Delivery?
  /// The action of the entry to show; nil if no run tried the payment.
  package var last: String?
  /// The active run that has claimed the payment.
  package var holder: RunHolder?
  /// The run whose command has no recorded end, if that run is over and the command may still be at work.
  package var openCommand: RunHolder?

  /// The outcome of a payment, from the columns of its row and of its last entry. A row that another
  /// program has changed does not let the payment be sent again: a text that is no outcome counts as
  /// unknown, and without a text, a last consume that succeeded counts.
  static func outcome(
    _ text: String?, last: String?, _ lastOutcome: String?
  ) -> ConsumeResult.Outcome? {
    if let text { return ConsumeResult.Outcome(rawValue: text) ?? .unknown }
    let ended = last == "consume" ? lastOutcome.flatMap(ConsumeResult.Outcome.init) : nil
    return ended == .consumed || ended == .alreadyConsumed ? ended : nil
  }

  /// Why the payment cannot be claimed, not even by a run that settles unknown outcomes. Nil if it can.
  ///
  /// - Parameter takesOver: ``ClaimRules/takesOver``.
  func refusal(takesOver: Bool) -> Claim? {
    if let outcome, outcome != .unknown { return .consumed(outcome, after: earlierDelivery) }
    if let holder { return .held(holder) }
    return takesOver ? nil : openCommand.map { .commandOpen($0) }
  }

  /// Adds what the journal knows of the same payment under another name.
  mutating func merge(_ other: LedgerState) {
    let known = [outcome, other.outcome].compactMap(\.self)
    outcome = [.consumed, .alreadyConsumed].first(where: known.contains) ?? known.first
    isOpen = isOpen || other.isOpen
    let deliveries = Set([earlierDelivery, other.earlierDelivery].compactMap(\.self))
    // Of two that differ it is not known which was the last.
    earlierDelivery =
      deliveries.count < 2
      ? deliveries.first
      : deliveries.isSubset(of: [.delivered, .failed]) ? .failed : .undoFailed
    holder = holder ?? other.holder
    openCommand = openCommand ?? other.openCommand
  }

  /// Whether an attempt of a run that is not at work any more may have consumed the payment.
  package var isUnknown: Bool { outcome == .unknown || (outcome == nil && isOpen) }

  /// Whether the outcome may be settled: it is unknown, or a person settled it differently before.
  /// False if the payment has this outcome already.
  func isToBeSettled(_ number: Identifier, as settled: SettledOutcome) throws(IAPError) -> Bool {
    let isConsumed = settled == .consumed
    if let holder { throw .http(.alreadyInProgress, .payment(number, .heldByRun(holder))) }
    if isUnknown { return true }
    // A person may have been wrong.
    if last == "settle" { return (outcome == .consumed) != isConsumed }
    guard isConsumed == (outcome != nil) else {
      throw .iapctl(.usage, .payment(number, .outcomeKnown(outcome?.rawValue)))
    }
    return false
  }
}

extension LedgerRow {
  /// Whether an unknown outcome is, or was, to be settled. Otherwise a settlement only makes the journal
  /// forget what a delivery got.
  package var mayBeUnknown: Bool { state.isUnknown || wasSettledByHand }

  /// Whether a settlement changes anything.
  package func isToBeSettled(as settled: SettledOutcome) throws(IAPError) -> Bool {
    let isNew = try state.isToBeSettled(paymentSeq, as: settled)
    return isNew || (settled == .notConsumed && delivery != nil)
  }

  /// The one payment with a number that a run has tried. With a server, all are the same payment: one
  /// that is to be settled, if there is any.
  package static func only(
    _ rows: [LedgerRow], of payment: Identifier, at server: ServerName?, in journal: String
  ) throws(IAPError) -> LedgerRow {
    let tried = rows.filter { $0.state.last != nil }
    guard let first = tried.first else {
      throw .iapctl(.paymentNotFound, .payment(payment, .notInJournal(path: journal)))
    }
    if server != nil { return tried.first(where: \.state.isUnknown) ?? first }
    guard tried.count == 1 else {
      throw .iapctl(.usage, .payment(payment, .onServers(tried.map(\.server))))
    }
    return first
  }
}
