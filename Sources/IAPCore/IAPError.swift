/// What went wrong, for programs and for people: a code to switch on, and what it is about.
///
/// The words are chosen in one place (``ErrorMessages``), the exit code in another.
package struct IAPError: Error, Hashable, Sendable {
  /// A code is never shown without its domain: the same numbers mean other things elsewhere.
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
  /// The result code of the IAP server, where it gave one or would have.
  package let serverCode: Int?
  package let httpStatus: Int?
  package internal(set) var outcome: Outcome
  /// What the caller knows that it concerns, and the reason does not name.
  var context = Subject()
  /// The market whose part of a list is missing because of it; nil for an error of anything else.
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

  /// The server's 5018: the payment was consumed, nobody says by whom.
  package static func alreadyConsumed(_ payment: Identifier) -> IAPError {
    IAPError(
      .iap(.changePurchaseStatusFailed), .payment(payment, .consumedBefore),
      serverCode: ServerCode.alreadyConsumed.rawValue)
  }

  /// The same, where more is known of who consumed it.
  package static func alreadyConsumed(_ reason: Reason) -> IAPError {
    IAPError(
      .iap(.changePurchaseStatusFailed), reason,
      serverCode: ServerCode.alreadyConsumed.rawValue)
  }

  /// A change of a store of which it is not known whether it was applied.
  package static func commitFailed(path: String, why: String) -> IAPError {
    IAPError(.iapctl(.unsettled), .file(path, .commitFailed(why: why)), outcome: .unknown)
  }

  /// A file that is in its place, and may be gone after a power failure.
  package static func notDurable(path: String, why: String) -> IAPError {
    IAPError(.iapctl(.unsettled), .file(path, .notDurable(why: why)), outcome: .unknown)
  }

  /// Neither a token nor a user whose list has it.
  package static func tokenMissing(_ payment: Identifier) -> IAPError {
    .iapctl(
      .usage,
      .usage(
        "no token of payment \(payment) given",
        hint: "name the user with --user ID, or give the token with --token-file FILE"))
  }

  /// Whether the payment had been consumed before.
  package var isAlreadyConsumed: Bool { serverCode == ServerCode.alreadyConsumed.rawValue }

  /// Whether every further call to the same server would end with it.
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

  /// The same reason, for a payment behind the one that it struck: of that it is known that nothing
  /// was sent.
  package var ofThoseBehind: IAPError {
    IAPError(code, reason, serverCode: serverCode, httpStatus: httpStatus)
      .about(storeCode: context.storeCode)
  }

  /// What it says where an earlier attempt at the same may have happened: a refusal, or that
  /// nothing was sent, proves nothing of that one. Only the payment itself having been consumed
  /// does.
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

  /// The number in its domain; nil for iapctl's own.
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

  /// Whether the same call may well succeed in a moment, with nothing changed.
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
