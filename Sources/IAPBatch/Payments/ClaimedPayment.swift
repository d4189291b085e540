package import IAPCore

/// A payment, with what the journal answered when a run claimed it.
package struct ClaimedPayment: Hashable, Sendable {
  /// In a box, so that a payment on its way costs little to pass on.
  package internal(set) var payment: Payment {
    get { box.payment }
    set { box = PaymentBox(newValue) }
  }

  private var box: PaymentBox
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
  /// Why the payment is not sent, if only the undo of an earlier run is left. Nil if it may be sent.
  private(set) var undoReason: IAPError?

  /// - Parameter claim: the answer of the journal; without a journal, that it is new.
  package init(_ payment: Payment, _ claim: Claim = .new, index: Int = 0) {
    (box, self.claim, self.index) = (PaymentBox(payment), claim, index)
    if case .granted(let priorUnknown, let isDelivered, let isSettledByHand) = claim {
      (self.priorUnknown, self.isDelivered) = (priorUnknown, isDelivered)
      self.isSettledByHand = isSettledByHand
    }
    guard case .undoLeft(let recorded, let isConsumed) = claim else { return }
    // What was delivered is taken back, whatever the input says.
    var known = payment.updated(by: recorded)
    known.user = payment.user ?? recorded.anyUser
    self.payment = known
    if isConsumed { undoReason = consumedByRun }
  }

  private var consumedByRun: IAPError {
    .alreadyConsumed(.payment(payment.paymentSeq, .consumedByRun))
  }

  /// The result if the claim does not let the payment be sent: skipped, already consumed, unknown, or not
  /// sent. Nil if it may be sent.
  ///
  /// - Parameter resumes: whether payments that earlier runs consumed are skipped without an error.
  func unsentResult(resumes: Bool) -> ConsumeResult? {
    let number = payment.paymentSeq
    return switch claim {
    case .granted, .undoLeft(_, isConsumed: false): nil
    case .undoLeft: resumes ? nil : unsent(consumedByRun)
    case .consumed where resumes: ConsumeResult(self, .skipped)
    case .consumed:
      ConsumeResult(self, .alreadyConsumed, error: consumedByRun)
    case .unknown:
      ConsumeResult(
        self, .unknown, priorUnknown: true,
        error: IAPError(.iapctl(.unsettled), .payment(number, .leftUnknown), outcome: .unknown))
    case .held(let holder):
      unsent(.http(.alreadyInProgress, .payment(number, .heldByRun(holder))))
    }
  }

  /// The result if the run ends before it processes the payment.
  func unsent(_ reason: IAPError) -> ConsumeResult {
    var result = ConsumeResult(self, .notSent(undoReason ?? reason))
    if undoReason != nil {
      result.undoError = .iapctl(.undoFailed, .payment(payment.paymentSeq, .undoInterrupted))
    }
    return result
  }

  /// Leaves only the undo of an earlier run, if the payment is in no list of its user any more, or cannot
  /// be consumed.
  ///
  /// - Parameter error: the answer to the look-up of the payment.
  /// - Returns: false if there is no such undo, or the answer does not say that. Then the payment may
  ///   still be consumed, and its item stays with the player.
  mutating func leavesUndo(_ error: IAPError) -> Bool {
    guard let recorded = claim.undoOf, error.saysNotPayable else { return false }
    let isOfUser = recorded.anyUser == nil || recorded.anyUser == payment.user
    let isOfMarket =
      payment.markets.isEmpty || recorded.storeCode.map(payment.markets.contains) ?? false
    guard isOfUser, isOfMarket else { return false }
    undoReason = error
    return true
  }

  /// Whether the payment may be sent although no unconsumed list contains it. That needs an earlier
  /// delivery, and a service that finds payments by their numbers.
  func canDoWithoutList(_ needsToken: Bool, _ error: IAPError) -> Bool {
    // The service decides. If it refuses the consume, iapctl revokes the item.
    isDelivered && !needsToken && error.isOfPayment
  }
}

extension IAPError {
  /// Whether a look-up found that the payment cannot be consumed by anybody.
  fileprivate var saysNotPayable: Bool {
    code == .iapctl(.paymentNotFound) || code == .iap(.purchaseStatusInvalid) || isAlreadyConsumed
  }

  /// Whether a look-up failed because of the payment itself: it is in no list, or cannot be consumed.
  fileprivate var isOfPayment: Bool {
    switch code {
    case .iap(let code): code != .storeNotAvailable
    case .iapctl(let code): code == .paymentNotFound
    case .http: false
    }
  }
}
