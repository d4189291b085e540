import IAPCore
import IAPWire
import JSON

/// Maps result codes of the IAP server to errors of the SDK.
enum ServerCodeMapping {
  /// - Parameters:
  ///   - payment: the payment of a consume; nil for other calls.
  ///   - isMutating: whether an unclear code leaves the outcome unknown.
  static func error(
    of header: EnvelopeHeader, payment: Identifier?, isMutating: Bool
  ) -> IAPError {
    let reason = IAPError.Reason.serverSaid(
      code: header.resultCode, message: header.resultMessage)
    func error(_ code: IAPError.Code, _ outcome: IAPError.Outcome = .notApplied) -> IAPError {
      IAPError(
        code, reason, serverCode: header.resultCode, httpStatus: 200,
        outcome: isMutating ? outcome : .notApplied)
    }
    switch ServerCode(rawValue: header.resultCode) {
    case .invalidParameters, .contentTypeNotSupported, .methodNotSupported:
      return error(.http(.requestInvalid))
    case .consumeFailed: return error(.iap(.changePurchaseStatusFailed))
    case .alreadyConsumed:
      return payment.map(IAPError.alreadyConsumed) ?? error(.iap(.changePurchaseStatusFailed))
    case .unknown, .success, nil: return error(.iap(.unknown), .unknown)
    }
  }

  /// The SDK's error from the header (dialect `fixture`). An error that is unknown, or that
  /// contradicts the result code, is ignored.
  static func exactError(
    of header: EnvelopeHeader, payment: Identifier?, isMutating: Bool
  ) -> IAPError {
    let meaning = error(of: header, payment: payment, isMutating: isMutating)
    let said = IAPError.Reason.serverSaid(
      code: header.resultCode, message: header.resultMessage)
    guard let named = header.error.flatMap({ try? FixtureError.fields.read($0) }),
      let exact = named.error(otherwise: said),
      exact.serverCode ?? header.resultCode == header.resultCode,
      exact.isAlreadyConsumed == meaning.isAlreadyConsumed
    else { return meaning }
    return isMutating
      ? exact : IAPError(exact.code, exact.reason, serverCode: exact.serverCode)
  }
}
