import IAPBatch
import IAPCore

/// What a payment is now, by all that is known of it.
enum PaymentSituation: Equatable, Sendable {
  /// Paid, and not consumed.
  case stuck
  /// - Parameter entry: what the journal has of it; nil if the journal does not know who did it.
  case consumed(JournalEntry?)
  /// A consume may have been applied.
  case unknown(JournalEntry?)
  /// A run is at work for it.
  case inProgress(RunHolder)
  case refunded
  /// Charged, and not verified.
  case interrupted
  case reserved
  /// Waits for an approval.
  case pending
  case closed
  case failed
  /// Paid, and never consumed, because it is for a subscription.
  case subscription
  /// Paid, and cannot be consumed.
  case withheld(IAPError)
  /// In no unconsumed list that was asked.
  case absent
  /// No list says whether it is consumed.
  case unclear

  init(_ findings: PaymentFindings) {
    let journal = Self.ofJournal(in: findings)
    if let history = findings.history {
      self = Self.situation(in: history, journal, findings)
    } else if let journal {
      self = journal
    } else if findings.isUnconsumed {
      self = .stuck
    } else if findings.transaction?.purchase.productType == .autoRenewable {
      self = .subscription
    } else {
      self = findings.isListAnswered ? .absent : .unclear
    }
  }

  /// What the journal says; nil if the payment may be consumed.
  private static func ofJournal(in findings: PaymentFindings) -> PaymentSituation? {
    switch findings.claim {
    case .consumed: .consumed(findings.entries.last { $0.isOfConsumed })
    case .held(let holder), .commandOpen(let holder): .inProgress(holder)
    case .unknown: .unknown(findings.entries.last { $0.action == .consume })
    case .granted, nil: nil
    }
  }

  /// The store knows best, except what a run is about to do.
  private static func situation(
    in history: PaymentHistory, _ journal: PaymentSituation?, _ findings: PaymentFindings
  ) -> PaymentSituation {
    let payment = history.payment
    switch payment.state {
    case .reserved: return payment.isPending ? .pending : .reserved
    case .charged: return .interrupted
    case .userClose: return .closed
    case .failure: return .failed
    case .refund: return .refunded
    case .success where payment.isConsumed:
      return .consumed(findings.entries.last { $0.isOfConsumed })
    case .success: break
    }
    if payment.purchase.productType == .autoRenewable { return .subscription }
    if let refusal = history.refusal { return .withheld(refusal) }
    if case .inProgress(let holder)? = journal { return .inProgress(holder) }
    return .stuck
  }

  /// The name in JSON.
  var name: String {
    switch self {
    case .stuck: "stuck"
    case .consumed: "consumed"
    case .unknown: "unknown"
    case .inProgress: "in-progress"
    case .refunded: "refunded"
    case .interrupted: "interrupted"
    case .reserved: "reserved"
    case .pending: "pending"
    case .closed: "closed"
    case .failed: "failed"
    case .subscription: "subscription"
    case .withheld: "withheld"
    case .absent: "absent"
    case .unclear: "unclear"
    }
  }
}

extension JournalEntry {
  /// Whether the payment is consumed because of this entry, or was found to be consumed.
  fileprivate var isOfConsumed: Bool {
    guard case .consume(let outcome) = outcome else { return false }
    return [.consume, .settle].contains(action) && [.consumed, .alreadyConsumed].contains(outcome)
  }
}
