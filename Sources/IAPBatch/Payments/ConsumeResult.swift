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

  package let paymentSeq: Identifier
  /// The user that the payment belongs to; nil if no list, store or answer says it.
  package let userID: Identifier?
  /// The user that the input or the command names, if nothing confirms that.
  package let claimedUserID: Identifier?
  package let outcome: Outcome
  /// Whether an earlier attempt of iapctl ended with an unknown outcome.
  package let priorUnknown: Bool
  /// The receipt from the server, else the known data of the purchase.
  package let receipt: ConsumeReceipt?
  /// How many times the request was sent.
  package internal(set) var attempts: Int
  package let error: IAPError?
  /// Why the item of a refused payment could not be revoked.
  package internal(set) var undoError: IAPError?
  /// Whether the item was delivered, but neither was the payment consumed nor the item revoked.
  package internal(set) var isDeliveredOnly = false

  package init(
    _ paymentSeq: Identifier, _ outcome: Outcome, userID: Identifier? = nil,
    claimedUserID: Identifier? = nil, priorUnknown: Bool = false, attempts: Int = 0,
    error: IAPError? = nil,
    receipt: ConsumeReceipt? = nil
  ) {
    self.paymentSeq = paymentSeq
    self.userID = userID
    self.claimedUserID = claimedUserID
    self.outcome = outcome
    self.priorUnknown = priorUnknown
    self.attempts = attempts
    self.error = error
    self.receipt = receipt
  }

  /// The result of a payment that was not sent.
  init(
    _ item: BatchItem, _ outcome: Outcome, priorUnknown: Bool = false, error: IAPError? = nil
  ) {
    self.init(
      item.request.paymentSeq, outcome, userID: item.confirmedUser,
      claimedUserID: item.claimedUser, priorUnknown: priorUnknown, error: error)
  }

  /// The user of the payment, confirmed or not.
  package var user: Identifier? { userID ?? claimedUserID }

  /// The result that follows from a call.
  ///
  /// - Parameters:
  ///   - item: what is known of the payment. It is used if the server sends nothing.
  ///   - priorUnknown: whether an earlier call may have consumed the payment. Then only "consumed"
  ///     and "already consumed" settle the outcome.
  package init(
    _ item: BatchItem, _ call: CallResult<ConsumeReceipt>, priorUnknown: Bool = false
  ) {
    let call = priorUnknown ? call.afterUnknown : call
    let (paymentSeq, purchase) = (item.request.paymentSeq, item.known)
    self.paymentSeq = paymentSeq
    userID = item.confirmedUser ?? (try? call.result.get())?.userID
    claimedUserID = userID == nil ? item.claimedUser : nil
    self.priorUnknown = call.priorUnknown
    switch call.result {
    case .success(let receipt):
      (outcome, self.receipt, attempts, error) = (.consumed, receipt, call.attempts, nil)
    case .failure(let failure):
      let outcome = Self.outcome(of: failure, attempts: call.attempts)
      self.outcome = outcome
      receipt = ConsumeReceipt(of: purchase)
      // A failure inside iapctl happens before the first attempt.
      let isOurs = if case .iapctl = failure.code { true } else { false }
      attempts = outcome == .notSent && isOurs ? 0 : call.attempts
      error = call.priorUnknown ? failure.afterUnknown(of: paymentSeq, call.attempts) : failure
    }
  }

  private static func outcome(of failure: IAPError, attempts: Int) -> Outcome {
    if failure.isAlreadyConsumed { return .alreadyConsumed }
    guard failure.outcome == .notApplied else { return .unknown }
    if attempts == 0 { return .notSent }
    // These errors happen on the client: the request did not reach the payment.
    return switch failure.code {
    case .iapctl, .http(.networkNotAvailable), .http(.requestTimeout), .http(.urlInvalid),
      .http(.alreadyInProgress), .http(.requiresSecureConnection):
      .notSent
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
    default: false
    }
  }
}

extension IAPError {
  /// The error, if an earlier call may have consumed the payment.
  fileprivate func afterUnknown(of payment: Identifier, _ attempts: Int) -> IAPError {
    if isAlreadyConsumed { return .alreadyConsumed(.payment(payment, .consumedAfterUnknown)) }
    // A payment that is in no list has no token, so the server cannot be asked.
    return attempts == 0 && code == .iapctl(.paymentNotFound)
      ? IAPError.iapctl(.unsettled, .payment(payment, .unlisted)).afterUnknown : self
  }
}

extension ConsumeReceipt {
  /// A receipt from the known data of a purchase, used if the server sends none.
  init(of purchase: Purchase) {
    self.init(
      price: purchase.price, currency: purchase.currency, productSeq: purchase.productSeq)
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

/// One payment of a batch: the request, and what is known of the purchase.
package struct BatchItem: Hashable, Sendable {
  package var request: ConsumeRequest
  /// The purchase from an unconsumed list or the input; nil if nothing is known but the request.
  package var purchase: Purchase?
  /// The ticket from the payment's input line, for the journal; nil if the line has none.
  package var ticket: String?
  /// Whether the purchase is as a list or a store has it, and not as the input says.
  package var isConfirmed = false

  package init(
    request: ConsumeRequest, purchase: Purchase? = nil, ticket: String? = nil,
    isConfirmed: Bool = false
  ) {
    self.request = request
    self.purchase = purchase
    self.ticket = ticket
    self.isConfirmed = isConfirmed
  }

  /// The user, if a list or a store says whose the payment is.
  package var confirmedUser: Identifier? { isConfirmed ? known.userID : nil }
  /// The user, if only the input or the command says whose the payment is.
  package var claimedUser: Identifier? { isConfirmed ? nil : known.userID }

  /// What is known of the purchase, from ``purchase`` and ``request``.
  package var known: Purchase {
    var purchase = purchase ?? Purchase(paymentSeq: request.paymentSeq)
    purchase.userID = purchase.userID ?? request.user
    if purchase.storeCode == nil, request.markets.count == 1 {
      purchase.storeCode = request.markets.first
    }
    purchase.productSeq = purchase.productSeq ?? request.productSeq
    purchase.accessToken = purchase.accessToken ?? request.accessToken
    return purchase
  }
}
