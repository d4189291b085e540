/// The domain of an error code. The raw value is its name on the command line.
package enum ErrorDomain: String, Sendable, CaseIterable {
  case iap, http, server, gamebase, iapctl

  /// The domain name in output. Those of servers and of iapctl have no names in the SDK.
  package var text: String {
    switch self {
    case .iap: "com.nhncloud.iap"
    case .http: "com.nhncloud.http"
    case .server, .gamebase, .iapctl: rawValue
    }
  }

  /// All names of the domain: the short one, the SDK's, and that of the old SDK, which has the same
  /// numbers.
  package var names: [String] {
    switch self {
    case .iap: [rawValue, text, "com.toast.iap"]
    case .http: [rawValue, text, "com.toast.http"]
    case .server, .gamebase, .iapctl: [rawValue]
    }
  }

  /// - Parameter name: one of ``names``.
  package init?(named name: String) {
    guard let domain = Self.allCases.first(where: { $0.names.contains(name) }) else { return nil }
    self = domain
  }
}

/// The errors of the domain `com.nhncloud.iap`, by the SDK's numbers and names.
package enum IAPCode: Int, Sendable, CaseIterable {
  case unknown = 0
  case notInitialized, storeNotAvailable, productNotAvailable, productInvalid, alreadyOwned
  case alreadyInProgress, userInvalid, paymentInvalid, paymentCancelled, paymentFailed
  case verifyFailed, changePurchaseStatusFailed, purchaseStatusInvalid, expired
  case renewalPaymentNotFound, restoreFailed, paymentNotAvailable, purchaseLimitExceeded
}

/// The errors of the domain `com.nhncloud.http`, by the SDK's numbers and names.
package enum HTTPCode: Int, Sendable, CaseIterable {
  case networkNotAvailable = 100
  case requestFailed, requestTimeout, requestInvalid, urlInvalid, responseInvalid
  case alreadyInProgress, requiresSecureConnection
}

/// The result codes of the IAP server, with the names in its guide.
package enum ServerCode: Int, Sendable, CaseIterable {
  case success = 0
  case invalidParameters = 1100
  case contentTypeNotSupported = 2111
  case methodNotSupported = 2112
  case consumeFailed = 5000
  case alreadyConsumed = 5018
  case unknown = 9999

  package var name: String {
    switch self {
    case .success: "SUCCESS"
    case .invalidParameters: "INVALID_PARAMETERS"
    case .contentTypeNotSupported: "HTTP_CONTENT_TYPE_NOT_SUPPORT"
    case .methodNotSupported: "HTTP_REQUEST_METHOD_NOT_SUPPORT"
    case .consumeFailed: "CONSUME_FAILED"
    case .alreadyConsumed: "ALREADY_CONSUMED"
    case .unknown: "UNKNOWN"
    }
  }
}
