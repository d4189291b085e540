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
  /// How unknown outcomes are settled in the same run; nil if they are left unknown.
  package var settling: Settling?

  /// Keeps what stays unknown; nil if it is not kept.
  package var unknownPayments: (any UnknownPayments)?

  package init() {}

  /// What a payment came to that this run must not send; nil where it may.
  func answer(to claim: Claim, on item: BatchItem) -> ConsumeResult? {
    let (payment, user) = (item.request.paymentSeq, item.known.userID)
    return switch claim {
    case .granted: nil
    case .settled where resumes: ConsumeResult(payment, .skipped, userID: user)
    case .settled:
      ConsumeResult(
        payment, .alreadyConsumed, userID: user,
        error: .alreadyConsumed(.payment(payment, .consumedByRun)))
    case .unknown:
      ConsumeResult(
        payment, .unknown, userID: user, priorUnknown: true,
        error: IAPError(.iapctl(.unsettled), .payment(payment, .leftUnknown), outcome: .unknown))
    case .held(let holder):
      ConsumeResult(
        payment, .notSent, userID: user,
        error: .http(
          .alreadyInProgress,
          .payment(payment, .heldByRun(holder))))
    }
  }
}
