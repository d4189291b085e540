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

  package let code: Code
  package let reason: Reason
  /// The result code that the IAP server gave, or that it gives for this error.
  package let serverCode: Int?
  package let httpStatus: Int?
  package internal(set) var outcome: Outcome
  /// The values that the caller added and the reason does not contain.
  var context = Subject()
  /// The market that is missing from a list because of this error; nil for any other error.
  package internal(set) var missingMarket: StoreCode?

  package init(
    _ code: Code, _ reason: Reason, serverCode: Int? = nil, httpStatus: Int? = nil,
    outcome: Outcome = .notApplied
  ) {
    self.code = code
    self.reason = reason
    self.serverCode = serverCode
    self.httpStatus = httpStatus
    self.outcome = outcome
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
    IAPError(
      .iap(.changePurchaseStatusFailed), .payment(payment, .consumedBefore),
      serverCode: ServerCode.alreadyConsumed.rawValue)
  }

  /// The server's 5018, with a more precise reason.
  package static func alreadyConsumed(_ reason: Reason) -> IAPError {
    IAPError(
      .iap(.changePurchaseStatusFailed), reason,
      serverCode: ServerCode.alreadyConsumed.rawValue)
  }

  /// A change of a store that may or may not have been applied.
  package static func commitFailed(path: String, why: String) -> IAPError {
    IAPError(.iapctl(.unsettled), .file(path, .commitFailed(why: why)), outcome: .unknown)
  }

  /// A file that was written, but may be lost after a power failure.
  package static func notDurable(path: String, why: String) -> IAPError {
    IAPError(.iapctl(.unsettled), .file(path, .notDurable(why: why)), outcome: .unknown)
  }

  /// A request with neither a token nor a user whose list could contain the payment.
  package static func tokenMissing(_ payment: Identifier) -> IAPError {
    .iapctl(
      .usage,
      .usage(
        "no token of payment \(payment) given",
        hint: "name the user with --user ID, or give the token with --token-file FILE"))
  }

  /// Whether the payment had been consumed before.
  package var isAlreadyConsumed: Bool { serverCode == ServerCode.alreadyConsumed.rawValue }

  /// Whether every further call to the same server would fail with this error.
  package var strikesEveryCall: Bool {
    switch (code, reason) {
    case (.iapctl(.libraryMissing), _), (_, .server(_, .untrusted)), (_, .notInAPI),
      (_, .optionNotInAPI):
      true
    case (.http(.requestFailed), _):
      httpStatus.map { (300..<500).contains($0) && ![408, 409, 425, 429].contains($0) } ?? false
    default: false
    }
  }

  /// The same error for the next payments of a batch, which were certainly not sent.
  package var forUnsent: IAPError {
    IAPError(code, reason, serverCode: serverCode, httpStatus: httpStatus)
      .about(storeCode: context.storeCode)
  }

  /// The same error, if an earlier attempt may have been applied. A refusal, or a request that was
  /// not sent, does not settle the earlier attempt. Only "already consumed" settles it.
  package var afterUnknown: IAPError {
    guard !isAlreadyConsumed else { return self }
    var error = self
    error.outcome = .unknown
    return error
  }

  package var domain: String {
    switch code {
    case .iap: ErrorDomain.iap.text
    case .http: ErrorDomain.http.text
    case .iapctl: "iapctl"
    }
  }

  /// The number in its domain; nil for iapctl's own errors.
  package var number: Int? {
    switch code {
    case .iap(let code): code.rawValue
    case .http(let code): code.rawValue
    case .iapctl: nil
    }
  }

  package var name: String {
    switch code {
    case _ where isAlreadyConsumed: "alreadyConsumed"
    case .iap(let code): code.name
    case .http(let code): code.name
    case .iapctl(let code): code.rawValue
    }
  }

  /// Whether the same call may succeed soon, without any change.
  package var isRetryable: Bool {
    guard outcome == .notApplied else { return false }
    return switch code {
    case .iap(let code): code.isRetryable
    case .http(let code): code.isRetryable(httpStatus: httpStatus)
    case .iapctl(.storeBusy), .iapctl(.journalBusy), .iapctl(.configurationBusy),
      .iapctl(.interrupted):
      true
    case .iapctl: false
    }
  }
}
