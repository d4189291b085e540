package import IAPCore

/// What became of one payment that was to be consumed.
package struct ConsumeResult: Hashable, Sendable {
  package enum Outcome: String, Sendable, CaseIterable {
    case consumed
    /// It was consumed before, it is not known by whom: never a reason to grant.
    case alreadyConsumed = "already-consumed"
    case refused
    /// Nothing was applied, and IAP refused nothing: the last attempt at least was not sent.
    case notSent = "not-sent"
    /// It may or may not have happened.
    case unknown
    case skipped
  }

  package let paymentSeq: Identifier
  /// Whose payment it is, if that is known.
  package let userID: Identifier?
  package let outcome: Outcome
  /// Whether an earlier attempt of ours had ended as unknown.
  package let priorUnknown: Bool
  /// What the server says of it, else what is known of it.
  package let receipt: ConsumeReceipt?
  /// How often it was sent.
  package internal(set) var attempts: Int
  package let error: IAPError?
  /// Why what was delivered for a refused payment could not be taken back.
  package internal(set) var undoError: IAPError?
  /// Whether the player was given what the payment is for, and nothing was consumed or taken back.
  package internal(set) var isDeliveredOnly = false

  package init(
    _ paymentSeq: Identifier, _ outcome: Outcome, userID: Identifier? = nil,
    priorUnknown: Bool = false, attempts: Int = 0, error: IAPError? = nil,
    receipt: ConsumeReceipt? = nil
  ) {
    self.paymentSeq = paymentSeq
    self.userID = userID
    self.outcome = outcome
    self.priorUnknown = priorUnknown
    self.attempts = attempts
    self.error = error
    self.receipt = receipt
  }

  /// What a call means for the payment.
  ///
  /// - Parameters:
  ///   - purchase: what is known of it, where the server says nothing.
  ///   - priorUnknown: whether an earlier call may have consumed it: then only "already consumed"
  ///     says what became of it.
  package init(
    _ paymentSeq: Identifier, _ call: CallResult<ConsumeReceipt>, of purchase: Purchase? = nil,
    priorUnknown: Bool = false
  ) {
    let call = priorUnknown ? call.afterUnknown : call
    self.paymentSeq = paymentSeq
    userID = purchase?.userID ?? (try? call.result.get())?.userID
    self.priorUnknown = call.priorUnknown
    switch call.result {
    case .success(let receipt):
      (outcome, self.receipt, attempts, error) = (.consumed, receipt, call.attempts, nil)
    case .failure(let failure):
      let outcome = Self.outcome(of: failure, attempts: call.attempts)
      self.outcome = outcome
      receipt = purchase.map { ConsumeReceipt(of: $0) }
      // What failed on this side never came to an attempt.
      let isOurs = if case .iapctl = failure.code { true } else { false }
      attempts = outcome == .notSent && isOurs ? 0 : call.attempts
      error = call.priorUnknown ? failure.afterUnknown(of: paymentSeq, call.attempts) : failure
    }
  }

  private static func outcome(of failure: IAPError, attempts: Int) -> Outcome {
    if failure.isAlreadyConsumed { return .alreadyConsumed }
    guard failure.outcome == .notApplied else { return .unknown }
    if attempts == 0 { return .notSent }
    // What is no error of IAP happened on this side: the payment was not reached.
    return switch failure.code {
    case .iapctl, .http(.networkNotAvailable), .http(.requestTimeout), .http(.urlInvalid),
      .http(.alreadyInProgress), .http(.requiresSecureConnection):
      .notSent
    case .iap, .http: .refused
    }
  }
}

extension IAPError {
  /// What it means for a payment that an earlier call may have consumed.
  fileprivate func afterUnknown(of payment: Identifier, _ attempts: Int) -> IAPError {
    if isAlreadyConsumed { return .alreadyConsumed(.payment(payment, .consumedAfterUnknown)) }
    // Without a list that has it there is no token to ask the server with.
    return attempts == 0 && code == .iapctl(.paymentNotFound)
      ? IAPError.iapctl(.unsettled, .payment(payment, .unlisted)).afterUnknown : self
  }
}

extension ConsumeReceipt {
  /// What is known of a purchase, in place of what the server would say.
  init(of purchase: Purchase) {
    self.init(
      price: purchase.price, currency: purchase.currency, productSeq: purchase.productSeq)
  }
}

/// How many payments ended in which way.
package struct ConsumeSummary: Hashable, Sendable {
  private var counts: [ConsumeResult.Outcome: Int] = [:]

  package init() {}

  package subscript(outcome: ConsumeResult.Outcome) -> Int { counts[outcome, default: 0] }

  package var total: Int { counts.values.reduce(0, +) }

  package mutating func count(_ result: ConsumeResult) { counts[result.outcome, default: 0] += 1 }
}
