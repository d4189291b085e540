package import IAPCore

/// The outcome of one payment of a consume command.
package struct ConsumeResult: Hashable, Sendable {
  package enum Outcome: String, Sendable, CaseIterable {
    case consumed
    /// The payment was consumed before, and iapctl does not know by which client. Never a reason to
    /// grant the item.
    case alreadyConsumed = "already-consumed"
    case refused
    /// The payment is not consumed, and IAP did not refuse it: the last attempt did not reach the
    /// server.
    case notSent = "not-sent"
    /// The payment may or may not have been consumed.
    case unknown
    case skipped
  }

  /// The payment, with what the journal answered to its claim.
  package let claimed: ClaimedPayment
  package internal(set) var outcome: Outcome
  /// Whether an earlier attempt of iapctl ended with an unknown outcome.
  package internal(set) var priorUnknown: Bool
  /// The receipt from the server, else the known data of the purchase.
  package internal(set) var receipt: ConsumeReceipt?
  /// How many times the request was sent.
  package internal(set) var attempts: Int
  package internal(set) var error: IAPError?
  /// Why the item of a refused payment could not be revoked.
  package internal(set) var undoError: IAPError?
  /// What this run did with the item. Nil if it delivered nothing.
  package internal(set) var delivery: Delivery?
  /// The number of the call (``IAPError/callNumber``).
  let callNumber: String?

  /// The result of a payment of which the journal has the outcome.
  package init(
    _ claimed: ClaimedPayment, _ outcome: Outcome, priorUnknown: Bool = false,
    error: IAPError? = nil
  ) {
    (self.claimed, self.outcome, self.priorUnknown) = (claimed, outcome, priorUnknown)
    (attempts, self.error, callNumber) = (0, error, nil)
    delivery = claimed.isDelivered ? .delivered : nil
  }

  /// The result that follows from a call. If an earlier call may have consumed the payment, only
  /// "consumed" and "already consumed" settle the outcome, and a refusal of a payment that the server
  /// proved not to be consumed.
  package init(_ claimed: ClaimedPayment, _ call: CallResult<ConsumeReceipt>) {
    let isRepeated =
      claimed.priorUnknown || (claimed.isSettledByHand && call.isAlreadyConsumed)
    // A refusal settles the outcome if the payment was not consumed before the call.
    let isSettled = claimed.isProvenUnconsumed && call.isRefusal
    let call = isRepeated && !isSettled ? call.afterUnknown : call
    (self.claimed, callNumber) = (claimed, call.callNumber)
    priorUnknown = isRepeated || call.priorUnknown
    delivery = claimed.isDelivered ? .delivered : nil
    switch call.result {
    case .success(let receipt):
      (outcome, self.receipt, attempts, error) = (.consumed, receipt, call.attempts, nil)
    case .failure(let failure):
      outcome = Self.outcome(of: failure, attempts: call.attempts)
      let known = claimed.payment.known
      receipt = ConsumeReceipt(
        price: known.price, currency: known.currency, productSeq: known.productSeq)
      // A failure inside iapctl happens before the first attempt.
      let isOurs = if case .iapctl = failure.code { true } else { false }
      attempts = outcome == .notSent && isOurs ? 0 : call.attempts
      error =
        call.priorUnknown
        ? failure.afterUnknown(of: claimed.payment.paymentSeq, call.attempts) : failure
    }
  }

  package var paymentSeq: Identifier { claimed.payment.paymentSeq }
  /// The ticket of the payment's row, or of the earlier attempt whose outcome is unknown.
  package var ticket: String? { claimed.payment.ticket ?? claimed.claim.ticket }
  /// The user by which the payment is found in a list: that of this run, or of the journal.
  package var listedUser: Identifier? { user ?? claimed.claim.user }
  /// Whether the item was delivered, and the payment is not consumed.
  package var isDeliveredOnly: Bool { delivery == .delivered && outcome == .notSent }
  /// What an earlier run did with the item, if the payment is consumed now, by this run or by an attempt whose
  /// outcome was unknown, and this run delivered nothing.
  package var earlierDelivery: Delivery? {
    let isConsumed = outcome == .consumed || outcome == .alreadyConsumed && priorUnknown
    return isConsumed && delivery == nil ? claimed.earlierDelivery : nil
  }
  /// Whether the item was delivered, or an earlier run tried to, and another client has consumed the payment.
  package var isConsumedElsewhere: Bool {
    guard outcome == .alreadyConsumed, !priorUnknown else { return false }
    return [.delivered, .failed].contains(delivery ?? claimed.earlierDelivery)
  }
  /// Whether the server may still be working on a request: it is not known what became of it. The answers
  /// to all but the last one are not kept.
  var isCutOff: Bool {
    outcome == .unknown && (attempts > 1 || attempts == 1 && error?.isFinalAnswer != true)
  }
  /// The user that the payment belongs to; nil if no list, store or answer says it.
  package var userID: Identifier? {
    claimed.payment.confirmedUser ?? receipt?.userID
  }
  /// The user that the input or the command names, if nothing confirms that.
  package var claimedUserID: Identifier? { userID == nil ? claimed.payment.claimedUser : nil }
  /// The user of the payment, confirmed or not.
  package var user: Identifier? { userID ?? claimedUserID }

  private static func outcome(of failure: IAPError, attempts: Int) -> Outcome {
    if failure.isAlreadyConsumed { return .alreadyConsumed }
    guard failure.outcome == .notApplied else { return .unknown }
    if attempts == 0 { return .notSent }
    // These errors happen on the client: the request did not reach the payment.
    return switch failure.code {
    case .iapctl, .http(.networkNotAvailable), .http(.requestTimeout), .http(.urlInvalid),
      .http(.alreadyInProgress), .http(.requiresSecureConnection):
      .notSent
    // The server refuses no payment with "try again later".
    case .http(.requestFailed) where failure.httpStatus == 429: .notSent
    case .iap, .http: .refused
    }
  }
}

extension ConsumeResult {
  /// Whether the payment was left when the batch was stopped: by a signal, an outage, a server that
  /// asks to wait, or a reader that went away. A failure of the payment itself does not count.
  package var isUnsentRest: Bool {
    guard outcome == .notSent, let error else { return false }
    return switch (error.code, error.reason) {
    case (.iapctl(.interrupted), _), (.iapctl(.outage), _), (_, .askedToWait), (_, .resultsUnread):
      true
    case (_, .server(_, .asksToWait)): attempts == 0
    default: false
    }
  }
}

extension ConsumeResult {
  /// The result if the journal could not be written: for the next run the outcome is unknown.
  func unrecorded(_ error: IAPError?) -> ConsumeResult {
    guard let error else { return self }
    var result = self
    result.outcome = .unknown
    result.error = IAPError(
      error.code, .payment(paymentSeq, .outcomeUnrecorded(outcome: outcome.rawValue)),
      outcome: .unknown)
    result.undoError = nil
    return result
  }
}

extension IAPError {
  /// The error, if an earlier call may have consumed the payment.
  fileprivate func afterUnknown(of payment: Identifier, _ attempts: Int) -> IAPError {
    if isAlreadyConsumed { return .alreadyConsumed(.payment(payment, .consumedAfterUnknown)) }
    // A payment that is in no list has no token, so the server cannot be asked.
    return attempts == 0 && code == .iapctl(.paymentNotFound)
      ? .unsettled(.payment(payment, .unlisted)) : self
  }
}

/// The number of payments for each outcome.
package struct ConsumeSummary: Hashable, Sendable {
  private var counts: [ConsumeResult.Outcome: Int] = [:]

  package init() {}

  package subscript(outcome: ConsumeResult.Outcome) -> Int { counts[outcome, default: 0] }

  package var total: Int { counts.values.reduce(0, +) }

  package mutating func count(_ result: ConsumeResult) { counts[result.outcome, default: 0] += 1 }
}

extension ConsumeResult {
  /// What a journal knows of the payment after this result. An unknown outcome stays unknown until the
  /// payment is known to be consumed: a refused attempt shows nothing about an earlier one, unless the
  /// server proved before that the payment was not consumed.
  func concluded(afterUnknown wasUnknown: Bool) -> Outcome? {
    switch outcome {
    case .consumed, .alreadyConsumed: outcome
    case .unknown: .unknown
    case .refused where claimed.isProvenUnconsumed: nil
    case .refused, .notSent, .skipped: wasUnknown || priorUnknown ? .unknown : nil
    }
  }
}
