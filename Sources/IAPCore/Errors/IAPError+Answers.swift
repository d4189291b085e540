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
      outcome: isChange && status != 429 && !isRefusal(status: status) ? .unknown : .notApplied)
  }

  /// Whether an HTTP status proves that the server did not process the call, and would refuse every other
  /// one too. No other status proves anything, apart from 429.
  package static func isRefusal(status: Int) -> Bool { refusals.contains(status) }

  /// Whether the server asks for more time than the call has, so that nothing may be sent before.
  package var asksToWait: Bool { if case .server(_, .asksToWait) = reason { true } else { false } }

  /// The statuses by which a server shows that it has not applied a call. After any other one it may
  /// still be at work.
  package static let finalStatuses = refusals.union([429])

  /// The result codes by which Gamebase shows that it has not applied a call, or had before.
  package static let finalCodes = Set(
    (ServerCode.allCases.map(\.rawValue) + GamebaseCode.allCases.map(\.rawValue)).filter {
      gamebaseCode($0, .serverSaid(code: $0, message: ""), payment: nil, isChange: true).outcome
        == .notApplied
    })

  /// Whether the error is an answer of the server that is done with the request.
  package var isFinalAnswer: Bool {
    serverCode.map(Self.finalCodes.contains) ?? httpStatus.map(Self.finalStatuses.contains) ?? false
  }

  private static let refusals: Set<Int> = [
    301, 307, 308, 400, 401, 403, 404, 405, 406, 410, 411, 413, 414, 415, 417, 421, 422, 426, 428,
    431, 451,
  ]

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
