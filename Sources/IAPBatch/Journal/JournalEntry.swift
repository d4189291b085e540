package import IAPCore
import System

/// One attempt to process a payment, or a person's annotation of it.
package struct JournalEntry: Hashable, Sendable {
  package enum Action: String, Sendable, CaseIterable {
    case deliver, consume, undo
    /// A person settled an unknown outcome.
    case settle
    /// A person added a note.
    case note
  }

  package enum Outcome: Hashable, Sendable {
    /// The attempt is in progress.
    case open
    case consume(ConsumeResult.Outcome)
    /// A person found that the payment was not consumed.
    case notConsumed
    case done
    case failed
    /// The attempt began, and its run died before the end.
    case unknown

    package var name: String {
      switch self {
      case .open: "open"
      case .consume(let outcome): outcome.rawValue
      case .notConsumed: SettledOutcome.notConsumed.rawValue
      case .done: "done"
      case .failed: "failed"
      case .unknown: "unknown"
      }
    }
  }

  package var payment: Payment
  package var action: Action
  package var outcome: Outcome
  package var began: Instant
  package var ended: Instant?
  /// How many times the request was sent.
  package var attempts: Int
  package var priorUnknown: Bool
  /// The error as iapctl reported it.
  package var error: JournalError?
  /// The text of a person's note.
  package var note: String?
  package var run: RunFacts
  package var process: Int32
  /// Whether the payment may or may not have been consumed by now, by this or an earlier attempt.
  package var isPaymentUnknown = false

  /// Whether another client consumed the payment after its item was delivered.
  package var isConsumedElsewhere = false

  /// The ticket of the payment's own input line, else the ticket of the run.
  package var ticket: String? { payment.ticket ?? run.ticket }
}
