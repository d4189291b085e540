/// A result code of Gamebase's server API that the IAP service itself does not have. Many codes mean
/// the same, so they are listed by ``Kind``.
package struct GamebaseCode: Hashable, Sendable, CaseIterable {
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

    /// In the order of the guide.
    var codes: [Int] {
      switch self {
      case .parameterType: [-4_000_001, -4_000_006]
      case .parameterMissing: [-4_000_002, -4_000_004, -4_000_005]
      case .parameterUndefined: [-4_000_003]
      case .parameterTooLong: [-4_000_008]
      case .contentType: [-4_060_001]
      case .json: [-4_150_001, 5032]
      case .noSuchAPI: [-4_000_007, -4_040_202, -4_060_002, -4_060_003]
      case .product: [-4_001_002]
      case .appID: [-4_010_001, -4_010_202]
      case .appKey: [-4_010_002]
      case .notAuthenticated: [-4_010_003]
      case .secretKey: [-4_010_004]
      case .loginToken: [-4_010_203, -4_010_208]
      case .userBlocked: [-4_010_204]
      case .userUnknown: [-4_000_402, -4_000_403, -4_000_404, -4_040_401, -4_100_401]
      case .notEnabled: [-4_040_201]
      case .otherEnvironment: [-4_120_201]
      case .internalError:
        (1...4).map { -4_090_000 - $0 } + (1...15).map { -5_000_000 - $0 }
          + (1...8).map { -5_000_200 - $0 }
      }
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
  package static let rows = Dictionary(
    uniqueKeysWithValues: allCases.compactMap { code in kindRows[code.kind].map { (code, $0) } })
  package var number: Int? { rawValue }
  package var name: String { kind.rawValue }
}

extension GamebaseCode.Kind {
  /// Whether the server refuses every other call in the same way.
  package var stopsBatch: Bool {
    switch self {
    case .noSuchAPI, .appID, .appKey, .notAuthenticated, .secretKey, .notEnabled,
      .otherEnvironment:
      true
    default: false
    }
  }

  /// The SDK's code for it.
  fileprivate var code: IAPError.Code {
    switch self {
    case .parameterType, .parameterMissing, .parameterUndefined, .parameterTooLong, .contentType,
      .json:
      .http(.requestInvalid)
    case .product: .iap(.productNotAvailable)
    case .userBlocked, .userUnknown: .iap(.userInvalid)
    case .noSuchAPI, .appID, .appKey, .notAuthenticated, .secretKey, .loginToken, .notEnabled,
      .otherEnvironment, .internalError:
      .http(.requestFailed)
    }
  }
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
