import IAPCore

/// A payment that this run has claimed.
struct ClaimedItem: Sendable {
  var item: BatchItem
  /// The position in the input, from 0.
  let index: Int
  /// Whether an earlier run, or an earlier call of this run, may have consumed the payment.
  var priorUnknown: Bool
  /// Whether the item was delivered, and not revoked since.
  var isDelivered: Bool
  /// Whether a person has settled an unknown outcome of the payment.
  private let isSettledByHand: Bool

  init(_ item: BatchItem, _ claim: Claim, index: Int) {
    self.item = item
    self.index = index
    if case .granted(let priorUnknown, let isDelivered, let isSettledByHand) = claim {
      (self.priorUnknown, self.isDelivered) = (priorUnknown, isDelivered)
      self.isSettledByHand = isSettledByHand
    } else {
      (priorUnknown, isDelivered, isSettledByHand) = (false, false, false)
    }
  }

  var paymentSeq: Identifier { item.request.paymentSeq }

  /// The result that follows from a call.
  func result(of call: CallResult<ConsumeReceipt>) -> ConsumeResult {
    ConsumeResult(
      item, call,
      priorUnknown: priorUnknown || (isSettledByHand && call.isAlreadyConsumed))
  }

  func step(_ call: CallResult<ConsumeReceipt>) -> ClaimStage.Step {
    .result(result(of: call), item, index: index)
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
