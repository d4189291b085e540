import IAPCore

/// How a journaled batch goes about its payments.
package struct BatchOptions: Sendable {
  /// How many payments are in flight at most.
  package var concurrency = 8
  /// Whether what earlier runs left unknown is settled.
  package var resumes = false
  /// Whether results leave in the order of their payments.
  package var isOrdered = false
  /// Delivers before the consume; nil where somebody else does, at another time.
  package var deliverer: (any Deliverer)?

  package init() {}

  /// What a payment came to that this run must not send; nil where it may.
  func answer(to claim: Claim, on payment: Identifier) -> ConsumeResult? {
    switch claim {
    case .granted: nil
    case .settled where resumes: ConsumeResult(payment, .skipped)
    case .settled:
      ConsumeResult(
        payment, .alreadyConsumed, error: .alreadyConsumed(.consumedByRun(payment: payment)))
    case .unknown:
      ConsumeResult(
        payment, .unknown, priorUnknown: true,
        error: IAPError(.iapctl(.unsettled), .leftUnknown(payment: payment), outcome: .unknown))
    case .held(let holder):
      ConsumeResult(
        payment, .notSent,
        error: .http(
          .alreadyInProgress,
          .heldByRun(payment, holder)))
    }
  }
}
