/// What an answer means that is not a success, for a client and for a fixture store that simulates it.
extension IAPError {
  /// An HTTP status other than 200.
  ///
  /// - Parameters:
  ///   - isChange: whether the call changes something, so that it may have been applied.
  ///   - reason: nil for the status itself.
  package static func status(
    _ status: Int, isChange: Bool, reason: Reason? = nil
  ) -> IAPError {
    IAPError(
      .http(.requestFailed), reason ?? .statusNotOK(status), httpStatus: status,
      outcome: isChange && !isRefusal(status: status) ? .unknown : .notApplied)
  }

  /// Whether an HTTP status says that the server refused the call, so that nothing was applied.
  package static func isRefusal(status: Int) -> Bool {
    (300..<500).contains(status) && ![408, 409, 425].contains(status)
  }

  /// A result code of the IAP server other than 0.
  ///
  /// - Parameters:
  ///   - payment: the payment of a consume; nil for other calls.
  ///   - isChange: whether an unclear code leaves the outcome unknown.
  package static func resultCode(
    _ code: Int, _ reason: Reason, payment: Identifier?, isChange: Bool
  ) -> IAPError {
    func error(_ meaning: Code, _ outcome: Outcome = .notApplied) -> IAPError {
      IAPError(
        meaning, reason, serverCode: code, httpStatus: 200,
        outcome: isChange ? outcome : .notApplied)
    }
    switch ServerCode(rawValue: code) {
    case .invalidParameters, .contentTypeNotSupported, .methodNotSupported:
      return error(.http(.requestInvalid))
    case .consumeFailed: return error(.iap(.changePurchaseStatusFailed))
    case .alreadyConsumed:
      return payment.map(alreadyConsumed) ?? error(.iap(.changePurchaseStatusFailed))
    case .unknown, .success, nil: return error(.iap(.unknown), .unknown)
    }
  }
}
