import IAPBatch

extension Claim {
  /// The claim without ``ClaimedPayment/lastCutOff``.
  var withoutTimes: Claim {
    guard case .granted(let priorUnknown, let isDelivered, let isSettledByHand, _) = self else {
      return self
    }
    return .granted(
      priorUnknown: priorUnknown, isDelivered: isDelivered, isSettledByHand: isSettledByHand)
  }
}
