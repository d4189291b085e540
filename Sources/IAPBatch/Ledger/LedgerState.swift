import IAPCore
import SQLite

/// What the journal knows of a payment, in a file or in a database.
struct LedgerState {
  private(set) var outcome: ConsumeResult.Outcome?
  /// Whether a consume has begun and not ended.
  private(set) var isOpen: Bool
  /// Whether any run tried it.
  let isTried: Bool
  /// Whether the latest entry is a person's settlement, which may be wrong.
  let endsSettledByHand: Bool
  /// The active run that has claimed the payment.
  var holder: RunHolder?
  /// The run whose command has no recorded end, if that run is over and the command may still be at work.
  var openCommand: RunHolder?

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
  ///
  /// - Parameter takesOver: ``ClaimRules/takesOver``.
  func claim(takesOver: Bool) -> Claim? {
    if let outcome, outcome != .unknown { return .consumed(outcome) }
    if let holder { return .held(holder) }
    if let openCommand, !takesOver { return .commandOpen(openCommand) }
    return outcome == .unknown || isOpen ? .unknown : nil
  }

  /// Adds what the journal knows of the same payment under another name.
  mutating func merge(_ other: LedgerState) {
    func rank(_ outcome: ConsumeResult.Outcome?) -> Int {
      switch outcome {
      case .consumed: 3
      case .alreadyConsumed: 2
      case nil: 0
      default: 1
      }
    }
    if rank(other.outcome) > rank(outcome) { outcome = other.outcome }
    isOpen = isOpen || other.isOpen
    holder = holder ?? other.holder
    openCommand = openCommand ?? other.openCommand
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
      return false
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
