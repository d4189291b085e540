import IAPBatch

extension Claim {
  /// The claim without the time of the last attempt that was cut off.
  var withoutTimes: Claim {
    guard
      case .granted(let priorUnknown, let isTakenBack, let isSettledByHand, let delivery, _) = self
    else { return self }
    return .granted(
      priorUnknown: priorUnknown, isTakenBack: isTakenBack, isSettledByHand: isSettledByHand,
      delivery: delivery)
  }
}
