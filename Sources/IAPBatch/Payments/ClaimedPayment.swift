package import IAPCore

/// A payment, with what the journal answered when a run claimed it.
package struct ClaimedPayment: Hashable, Sendable {
  package internal(set) var payment: Payment
  /// The position in the input, from 0.
  let index: Int
  let claim: Claim
  /// Whether an earlier run, or an earlier call of this run, may have consumed the payment.
  var priorUnknown = false
  /// Whether the server proved before the last call that no earlier one has consumed the payment.
  var isProvenUnconsumed = false
  /// Whether the item was delivered, and not revoked since.
  var isDelivered = false
  /// Whether a person has settled an unknown outcome of the payment.
  private(set) var isSettledByHand = false

  /// - Parameter claim: the answer of the journal; without a journal, that it is new.
  package init(_ payment: Payment, _ claim: Claim = .new, index: Int = 0) {
    (self.payment, self.claim, self.index) = (payment, claim, index)
    if case .granted(let priorUnknown, let isDelivered, let isSettledByHand) = claim {
      (self.priorUnknown, self.isDelivered) = (priorUnknown, isDelivered)
      self.isSettledByHand = isSettledByHand
    }
  }

  /// The result if the claim does not let the payment be sent: skipped, already consumed, unknown, or not
  /// sent. Nil if it may be sent.
  ///
  /// - Parameter resumes: whether payments that earlier runs consumed are skipped without an error.
  func unsentResult(resumes: Bool) -> ConsumeResult? {
    let number = payment.paymentSeq
    return switch claim {
    case .granted: nil
    case .consumed where resumes: ConsumeResult(self, .skipped)
    case .consumed:
      ConsumeResult(
        self, .alreadyConsumed, error: .alreadyConsumed(.payment(number, .consumedByRun)))
    case .unknown:
      ConsumeResult(
        self, .unknown, priorUnknown: true,
        error: IAPError(.iapctl(.unsettled), .payment(number, .leftUnknown), outcome: .unknown))
    case .held(let holder):
      ConsumeResult(
        self, .notSent, error: .http(.alreadyInProgress, .payment(number, .heldByRun(holder))))
    }
  }

  /// Whether the payment may be sent although no unconsumed list contains it. That needs an earlier
  /// delivery, and a service that finds payments by their numbers.
  func canDoWithoutList(_ needsToken: Bool, _ error: IAPError) -> Bool {
    guard isDelivered, !needsToken else { return false }
    // The service decides. If it refuses the consume, iapctl revokes the item.
    return switch error.code {
    case .iap(let code): code != .storeNotAvailable
    case .iapctl(let code): code == .paymentNotFound
    case .http: false
    }
  }
}
