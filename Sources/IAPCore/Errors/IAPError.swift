import Text

/// An error: a code for programs, and a reason for the message.
///
/// ``ErrorMessages`` gives the message, `ExitStatus` the exit code.
package struct IAPError: Error, Hashable, Sendable {
  /// An error code. It is always shown with its domain, because the same number has other meanings
  /// in other domains.
  package enum Code: Hashable, Sendable {
    case iap(IAPCode)
    case http(HTTPCode)
    case iapctl(ConsoleCode)
  }

  /// What is known about the payment after the failure.
  package enum Outcome: String, Sendable {
    case notApplied = "not-applied"
    case applied
    case unknown
  }

  /// What an error says, apart from its codes.
  private struct Details: Hashable, Sendable {
    let reason: Reason
    /// The values that the caller added and the reason does not contain.
    var context = Subject()
    var callNumber: String?
    var missing: MissingList?
  }

  package let code: Code
  /// The result code that the IAP server gave, or that it gives for this error.
  package let serverCode: Int?
  package let httpStatus: Int?
  package internal(set) var outcome: Outcome
  /// A result of a batch has room for two errors, and rarely has one. The codes are not in the box: the
  /// compiler (6.3.1) crashes at async functions whose typed error fits into registers.
  @Boxed private var details: Details

  package var reason: Reason { details.reason }

  /// The number that iapctl gave the call, by which the operators of the server find it, behind the
  /// name of its header.
  package var callNumber: String? { details.callNumber }

  /// What is missing from a list because of this error; nil for any other error. The user, if there are several.
  package struct MissingList: Hashable, Sendable {
    package let market: StoreCode, user: Identifier?
  }

  package var missing: MissingList? { details.missing }

  package init(
    _ code: Code, _ reason: Reason, serverCode: Int? = nil, httpStatus: Int? = nil,
    outcome: Outcome = .notApplied
  ) {
    (self.code, self.outcome) = (code, outcome)
    (self.serverCode, self.httpStatus) = (serverCode, httpStatus)
    details = Details(reason: reason)
  }

  /// An error of the domain `com.nhncloud.iap`.
  package static func iap(_ code: IAPCode, _ reason: Reason) -> IAPError {
    IAPError(.iap(code), reason)
  }

  /// An error of the domain `com.nhncloud.http`.
  package static func http(_ code: HTTPCode, _ reason: Reason) -> IAPError {
    IAPError(.http(code), reason)
  }

  /// An error of iapctl's own.
  package static func iapctl(_ code: ConsoleCode, _ reason: Reason) -> IAPError {
    IAPError(.iapctl(code), reason)
  }

  /// The server's 5018: the payment was consumed, and the server does not tell by which client.
  package static func alreadyConsumed(_ payment: Identifier) -> IAPError {
    .alreadyConsumed(.payment(payment, .consumedBefore))
  }

  /// The server's 5018, with a more precise reason.
  package static func alreadyConsumed(_ reason: Reason) -> IAPError {
    IAPError(
      .iap(.changePurchaseStatusFailed), reason,
      serverCode: ServerCode.alreadyConsumed.rawValue)
  }

  /// A change that may or may not have been applied, or may be lost after a power failure.
  package static func unsettled(_ reason: Reason) -> IAPError {
    IAPError(.iapctl(.unsettled), reason, outcome: .unknown)
  }

  /// A request with neither a token nor a user whose list could contain the payment.
  package static func tokenMissing(_ payment: Identifier) -> IAPError {
    .iapctl(.usage, .payment(payment, .ownerMissing))
  }

  /// Whether the payment had been consumed before.
  package var isAlreadyConsumed: Bool { serverCode == ServerCode.alreadyConsumed.rawValue }

  /// Whether every further call to the same server would fail with this error.
  package var failsEveryCall: Bool {
    switch (code, reason) {
    case (.iapctl(.libraryMissing), _), (_, .server(_, .untrusted)), (_, .server(_, .asksToWait)),
      (_, .notInAPI), (_, .optionNotInAPI):
      true
    case (.http(.requestFailed), _) where gamebase == nil:
      httpStatus.map { Self.isRefusal(status: $0) } ?? false
    default: gamebase?.kind.stopsBatch ?? false
    }
  }

  /// The same error for the next payments of a batch, which were certainly not sent.
  package var forUnsent: IAPError {
    IAPError(code, reason, serverCode: serverCode, httpStatus: httpStatus)
      .about(storeCode: details.context.storeCode)
  }

  /// The same error, if an earlier attempt may have been applied. A refusal, or a request that was
  /// not sent, does not settle the earlier attempt. Only "already consumed" settles it.
  package var afterUnknown: IAPError {
    guard !isAlreadyConsumed else { return self }
    var error = self
    error.outcome = .unknown
    return error
  }

  package var domain: String { type(of: code.inTable).domain.text }

  /// The number in its domain; nil for iapctl's own errors.
  package var number: Int? { code.inTable.number }

  /// The name of code 12 if the server said 5018.
  static let alreadyConsumedName = "alreadyConsumed"

  package var name: String {
    isAlreadyConsumed ? Self.alreadyConsumedName : code.inTable.name
  }
}

extension IAPError {
  /// What an error is about. A value is nil if it does not apply or is unknown.
  package struct Subject: Hashable, Sendable {
    package var paymentSeq: Identifier?
    package var storeCode: StoreCode?
    package var productIdentifier: Identifier?

    package init(
      paymentSeq: Identifier? = nil, storeCode: StoreCode? = nil,
      productIdentifier: Identifier? = nil
    ) {
      self.paymentSeq = paymentSeq
      self.storeCode = storeCode
      self.productIdentifier = productIdentifier
    }
  }

  /// What the error is about: the values that the caller gave
  /// (``about(paymentSeq:storeCode:productIdentifier:)``), else the values in its reason.
  package var subject: Subject {
    let named = reason.subject
    return Subject(
      paymentSeq: details.context.paymentSeq ?? named.paymentSeq,
      storeCode: details.context.storeCode ?? named.storeCode,
      productIdentifier: details.context.productIdentifier ?? named.productIdentifier)
  }

  /// The same error with values added; nil adds nothing.
  package func about(
    paymentSeq: Identifier? = nil, storeCode: StoreCode? = nil,
    productIdentifier: Identifier? = nil
  ) -> IAPError {
    // Values in the reason are not stored again, so that equal errors compare equal.
    func told<Value: Equatable>(_ new: Value?, _ old: Value?, _ named: Value?) -> Value? {
      new == named ? (new == nil ? old : nil) : new ?? old
    }
    let (named, context) = (reason.subject, details.context)
    var error = self
    error.details.context = Subject(
      paymentSeq: told(paymentSeq, context.paymentSeq, named.paymentSeq),
      storeCode: told(storeCode, context.storeCode, named.storeCode),
      productIdentifier: told(
        productIdentifier, context.productIdentifier, named.productIdentifier))
    return error
  }

  /// The same error of a call with a number.
  package func about(callNumber: String?) -> IAPError {
    var error = self
    error.details.callNumber = callNumber ?? self.callNumber
    return error
  }

  /// The same error, as the reason why a list lacks a market.
  package func missing(_ market: StoreCode, of user: Identifier? = nil) -> IAPError {
    var error = about(storeCode: market)
    error.details.missing = MissingList(market: market, user: user)
    return error
  }
}

extension IAPError.Reason {
  /// The values that the reason contains.
  var subject: IAPError.Subject {
    switch self {
    case .marketSwitchedOff(let market): .init(storeCode: market)
    case .product(let product, .notFound(let market, _)):
      .init(storeCode: market, productIdentifier: product)
    case .product(let product, .purchaseUnfinished(_, let payment)):
      .init(paymentSeq: payment, productIdentifier: product)
    case .product(let product, _): .init(productIdentifier: product)
    case .payment(let payment, .inAnotherMarket(let market)):
      .init(paymentSeq: payment, storeCode: market)
    case .payment(let payment, .receiptOfAnotherProduct(let bought, _)):
      .init(paymentSeq: payment, productIdentifier: bought)
    case .payment(let payment, _): .init(paymentSeq: payment)
    default: .init()
    }
  }
}

extension IAPError {
  /// The same error without its payment, to group equal errors of different payments.
  package func masking(_ payment: Identifier) -> IAPError {
    var error = IAPError(
      code, reason.masking(payment), serverCode: serverCode, httpStatus: httpStatus,
      outcome: outcome)
    error.details.context = details.context
    error.details.context.paymentSeq = nil
    error.details.missing = missing
    return error
  }
}

extension IAPError.Reason {
  /// Replaces the payment number.
  private static let anyPayment: Identifier = "…"

  fileprivate func masking(_ payment: Identifier) -> Self {
    switch self {
    case .payment(_, let problem): .payment(Self.anyPayment, problem.masking(masked(payment)))
    case .serverSaid(let code, let message):
      .serverSaid(code: code, message: message.map(masked(payment)))
    default: self
    }
  }

  /// Messages of a server or a command may contain the payment number.
  private func masked(_ payment: Identifier) -> (String) -> String {
    { $0.replacing(payment.text, with: Self.anyPayment.text) }
  }
}

extension IAPError.PaymentProblem {
  fileprivate func masking(_ masked: (String) -> String) -> Self {
    switch self {
    case .deliveryFailed(let failure, let said): .deliveryFailed(failure, said: said.map(masked))
    case .undoFailed(let failure, let said): .undoFailed(failure, said: said.map(masked))
    default: self
    }
  }
}
