import IAPCore
import IAPWire
import JSON

/// The refusal of a call by the server.
struct ServerRefusal: Sendable {
  let error: IAPError
  /// Whether the server would refuse every other call in the same way.
  let stopsBatch: Bool

  init(error: IAPError, stopsBatch: Bool) {
    (self.error, self.stopsBatch) = (error, stopsBatch)
  }

  /// - Parameter error: what the header of the IAP service means.
  init(of header: EnvelopeHeader, _ error: IAPError) {
    let code = ServerCode(rawValue: header.resultCode)
    self.init(
      error: error, stopsBatch: code == .contentTypeNotSupported || code == .methodNotSupported)
  }
}

/// Maps result codes of the IAP server to errors of the SDK.
enum ServerCodeMapping {
  /// - Parameters:
  ///   - payment: the payment of a consume; nil for other calls.
  ///   - isMutating: whether an unclear code leaves the outcome unknown.
  static func error(
    of header: EnvelopeHeader, payment: Identifier?, isMutating: Bool
  ) -> IAPError {
    .resultCode(
      header.resultCode, .serverSaid(code: header.resultCode, message: header.resultMessage),
      payment: payment, isChange: isMutating)
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
