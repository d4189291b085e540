import IAPCore
import IAPWire
import JSON

struct ServerRefusal: Sendable {
  let error: IAPError
  /// Whether the server would refuse every other call in the same way.
  let stopsBatch: Bool

  /// A refusal of the IAP service.
  ///
  /// - Parameters:
  ///   - payment: the payment of a consume; nil for other calls.
  ///   - isChange: whether an unclear code leaves the outcome unknown.
  @Sendable static func ofService(
    _ header: EnvelopeHeader, _ payment: Identifier?, isChange: Bool
  ) -> ServerRefusal {
    let code = ServerCode(rawValue: header.resultCode)
    return ServerRefusal(
      error: .resultCode(
        header.resultCode, .serverSaid(code: header.resultCode, message: header.resultMessage),
        payment: payment, isChange: isChange),
      stopsBatch: code == .contentTypeNotSupported || code == .methodNotSupported)
  }

  /// The SDK's error from the header (dialect `fixture`). An error that is unknown, or that
  /// contradicts the result code, is ignored.
  @Sendable static func withExactError(
    _ header: EnvelopeHeader, _ payment: Identifier?, isChange: Bool
  ) -> ServerRefusal {
    let meaning = ofService(header, payment, isChange: isChange)
    let said = IAPError.Reason.serverSaid(
      code: header.resultCode, message: header.resultMessage)
    guard let named = header.error.flatMap({ try? FixtureError.fields.read($0) }),
      let exact = named.error(otherwise: said),
      exact.serverCode ?? header.resultCode == header.resultCode,
      exact.isAlreadyConsumed == meaning.error.isAlreadyConsumed
    else { return meaning }
    return ServerRefusal(
      error: isChange ? exact : IAPError(exact.code, exact.reason, serverCode: exact.serverCode),
      stopsBatch: meaning.stopsBatch)
  }
}
