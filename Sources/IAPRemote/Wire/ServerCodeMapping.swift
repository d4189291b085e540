import IAPCore
import IAPFixtureAPI

/// What the IAP server's own result codes mean as errors of the SDK.
enum ServerCodeMapping {
  /// - Parameters:
  ///   - payment: the payment of a consume; nil for any other call.
  ///   - isMutating: whether a code that says nothing leaves the call unknown.
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

  /// The SDK's error that a header names beside its result code (dialect `fixture`). One that is
  /// not known, or contradicts the result code, counts as not there.
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
