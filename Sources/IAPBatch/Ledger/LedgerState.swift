import IAPCore
import SQLite

/// What the journal knows of a payment, in a file or in a database.
struct LedgerState {
  let outcome: ConsumeResult.Outcome?
  /// Whether a consume has begun and not ended.
  let isOpen: Bool
  /// Whether any run tried it.
  let isTried: Bool
  /// Whether the latest entry is a person's settlement, which may be wrong.
  let endsSettledByHand: Bool
  /// Whether an undo has begun and did not succeed, no person has settled the payment, and no consume of
  /// iapctl may have been the one that consumed it.
  let hasUndoBegun: Bool
  /// The active run that has claimed the payment.
  var holder: RunHolder?

  /// Whether the item is still to be taken back, because another client has consumed the payment. (A payment
  /// that is not consumed may be claimed again; whether its item is to be taken back, its next consume says.)
  var isUndoLeft: Bool { hasUndoBegun && outcome == .alreadyConsumed }

  /// The outcome of a payment, from the columns of its row and of its last entry. A row that another
  /// program has changed does not let the payment be sent again: a text that is no outcome counts as
  /// unknown, and without a text, a last consume that succeeded counts.
  static func outcome(
    _ text: String?, last: String?, _ lastOutcome: String?
  ) -> ConsumeResult.Outcome? {
    if let text { return ConsumeResult.Outcome(rawValue: text) ?? .unknown }
    guard last == JournalEntry.Action.consume.rawValue,
      let outcome = lastOutcome.flatMap(ConsumeResult.Outcome.init),
      outcome == .consumed || outcome == .alreadyConsumed
    else { return nil }
    return outcome
  }

  /// Whether a consume has begun and not ended: also if the attempt that has begun is lost.
  ///
  /// - Parameters:
  ///   - attempt: the attempt that is open.
  ///   - action: its action; nil if there is no such attempt.
  static func isOpen(_ attempt: Int64?, _ action: String?) -> Bool {
    attempt != nil && (action == nil || action == JournalEntry.Action.consume.rawValue)
  }

  /// The claim that the known data gives; nil if the payment may be sent.
  var claim: Claim? {
    if let outcome, outcome != .unknown { return .consumed(outcome) }
    if let holder { return .held(holder) }
    return outcome == .unknown || isOpen ? .unknown : nil
  }

  /// Whether an attempt of a run that is not at work any more may have consumed the payment.
  var isUnknown: Bool { outcome == .unknown || (outcome == nil && isOpen) }

  /// Whether the outcome may be settled: it is unknown, or a person settled it differently before.
  /// False if the payment has this outcome already.
  func isToBeSettled(
    _ number: Identifier, as settled: SettledOutcome
  ) throws(IAPError) -> Bool {
    let isConsumed = settled == .consumed
    if let holder { throw .http(.alreadyInProgress, .payment(number, .heldByRun(holder))) }
    if endsSettledByHand, outcome != .unknown { return (outcome == .consumed) != isConsumed }
    switch outcome {
    case .unknown: return true
    case nil where isOpen: return true
    case nil where isConsumed: throw .iapctl(.usage, .payment(number, .outcomeKnown(nil)))
    case nil: return false
    case let known?:
      guard isConsumed else {
        throw .iapctl(.usage, .payment(number, .outcomeKnown(known.rawValue)))
      }
      // A person has taken the item back, so that no run does it.
      return isUndoLeft
    }
  }
}

extension LedgerRow {
  /// The one payment with a number that a run has tried.
  static func only(
    _ rows: [LedgerRow], of payment: Identifier, in journal: String
  ) throws(IAPError) -> LedgerRow {
    let tried = rows.filter(\.state.isTried)
    guard let first = tried.first else {
      throw .iapctl(.paymentNotFound, .payment(payment, .notInJournal(path: journal)))
    }
    guard tried.count == 1 else {
      throw .iapctl(.usage, .payment(payment, .onServers(tried.map(\.server))))
    }
    return first
  }
}
