import Languages

/// A result code of Gamebase's server API that the IAP service itself does not have. Many codes mean
/// the same, so they are listed by ``Kind``.
package struct GamebaseCode: Hashable, Sendable, CaseIterable {
  /// The raw value is the name in the guide.
  package enum Kind: String, Sendable, CaseIterable {
    case parameterType = "PARAMETER_TYPE_INVALID"
    case parameterMissing = "PARAMETER_MISSING"
    case parameterUndefined = "PARAMETER_UNDEFINED"
    case parameterTooLong = "PARAMETER_TOO_LONG"
    case contentType = "CONTENT_TYPE_INVALID"
    case json = "JSON_INVALID"
    case noSuchAPI = "API_UNKNOWN"
    case product = "PRODUCT_INVALID"
    case appID = "APP_ID_INVALID"
    case appKey = "APP_KEY_INVALID"
    case notAuthenticated = "NOT_AUTHENTICATED"
    case secretKey = "SECRET_KEY_INVALID"
    case loginToken = "LOGIN_TOKEN_INVALID"
    case userBlocked = "USER_BANNED_OR_WITHDRAWN"
    case userUnknown = "USER_UNKNOWN"
    case notEnabled = "SERVICE_NOT_ENABLED"
    case otherEnvironment = "SANDBOX_AND_REAL_MIXED"
    case internalError = "INTERNAL_ERROR"

    struct Row {
      /// In the order of the guide.
      let codes: [Int]
      /// The SDK's code for it.
      let code: IAPError.Code
      let stopsBatch: Bool
      let row: ErrorRow

      init(
        _ codes: [Int], _ code: IAPError.Code, stopsBatch: Bool = false, exit: Int32,
        _ meaning: Sentence, when: String, remedy: String
      ) {
        (self.codes, self.code, self.stopsBatch) = (codes, code, stopsBatch)
        row = ErrorRow(exit: exit, meaning, when: when, remedy: remedy)
      }
    }

    /// Whether the server refuses every other call in the same way.
    package var stopsBatch: Bool { known.stopsBatch }

    /// A kind whose row is forgotten has no codes; a test finds it.
    fileprivate var known: Row {
      Self.rows[self] ?? Row([], .iap(.unknown), exit: 70, "", when: "", remedy: "")
    }
  }

  package let rawValue: Int
  package let kind: Kind

  package static let allCases = Kind.allCases.flatMap { kind in
    kind.known.codes.map { GamebaseCode(rawValue: $0, kind: kind) }
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
  package var name: String { kind.rawValue }
  package var row: ErrorRow { kind.known.row }
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
      kind?.known.code ?? (isChange ? .iap(.unknown) : .http(.responseInvalid)), reason,
      serverCode: code, httpStatus: 200, outcome: isUnclear ? .unknown : .notApplied)
  }

  /// The code of Gamebase that the error comes from; nil for every other error.
  package var gamebase: GamebaseCode? { serverCode.flatMap { GamebaseCode($0) } }
}
