import Languages

/// A result code of Gamebase's server API that the IAP service itself does not have. Many codes mean
/// the same, so they are listed by ``Kind``.
package struct GamebaseCode: Hashable, Sendable, CaseIterable {
  package struct Kind: Hashable, Sendable, CaseIterable {
    package let name: String
    /// In the order of the guide.
    let codes: [Int]
    /// The SDK's code for it.
    fileprivate let code: IAPError.Code
    /// Whether the server refuses every other call in the same way.
    package let stopsBatch: Bool
    fileprivate let row: ErrorRow

    package static let allCases: [Kind] = [
      .parameterType, .parameterMissing, .parameterUndefined, .parameterTooLong, .contentType,
      .json, .noSuchAPI, .product, .appID, .appKey, .notAuthenticated, .secretKey, .loginToken,
      .userBlocked, .userUnknown, .notEnabled, .otherEnvironment, .internalError,
    ]

    init(
      _ name: String, _ codes: [Int], _ code: IAPError.Code, stopsBatch: Bool = false, exit: Int32,
      _ meaning: Sentence, when: String, remedy: String
    ) {
      (self.name, self.codes, self.code, self.stopsBatch) = (name, codes, code, stopsBatch)
      row = ErrorRow(exit: exit, meaning, when: when, remedy: remedy)
    }
  }

  package let rawValue: Int
  package let kind: Kind

  package static let allCases = Kind.allCases.flatMap { kind in
    kind.codes.map { GamebaseCode(rawValue: $0, kind: kind) }
  }

  private init(rawValue: Int, kind: Kind) { (self.rawValue, self.kind) = (rawValue, kind) }

  /// - Returns: nil for a code that the guide does not list, and for those of the IAP service.
  package init?(_ code: Int) {
    guard let kind = Self.kinds[code] else { return nil }
    (rawValue, self.kind) = (code, kind)
  }

  private static let kinds = Dictionary(
    uniqueKeysWithValues: allCases.map { ($0.rawValue, $0.kind) })

  /// The codes of the IAP service that Gamebase passes on.
  package static let ofService: [ServerCode] = [
    .success, .invalidParameters, .consumeFailed, .alreadyConsumed, .unknown,
  ]
}

extension GamebaseCode: CataloguedCode {
  package static let domain = ErrorDomain.gamebase
  package var number: Int? { rawValue }
  package var name: String { kind.name }
  package var row: ErrorRow { kind.row }
}

extension IAPError {
  /// A result code of Gamebase other than 0.
  ///
  /// - Parameters:
  ///   - payment: the payment of a consume; nil for other calls.
  ///   - isChange: whether an unclear code leaves the outcome unknown.
  package static func gamebaseCode(
    _ code: Int, _ reason: Reason, payment: Identifier?, isChange: Bool
  ) -> IAPError {
    if let known = ServerCode(rawValue: code), GamebaseCode.ofService.contains(known) {
      return resultCode(code, reason, payment: payment, isChange: isChange)
    }
    let kind = GamebaseCode(code)?.kind
    let isUnclear = isChange && (kind == nil || kind == .internalError)
    return IAPError(
      kind?.code ?? (isChange ? .iap(.unknown) : .http(.responseInvalid)), reason,
      serverCode: code, httpStatus: 200, outcome: isUnclear ? .unknown : .notApplied)
  }

  /// The code of Gamebase that the error comes from; nil for every other error.
  package var gamebase: GamebaseCode? { serverCode.flatMap { GamebaseCode($0) } }
}
