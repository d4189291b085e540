/// Whose numbers a code is one of. The raw value is the word that a command line has for it.
package enum ErrorDomain: String, Sendable, CaseIterable {
  case iap, http, server

  /// The name that stands beside a code; `server` has none of its own.
  package var text: String {
    switch self {
    case .iap: "com.nhncloud.iap"
    case .http: "com.nhncloud.http"
    case .server: "server"
    }
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

/// The result codes of the IAP server, with the names of its guide.
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

/// What iapctl itself reports: no error of IAP, and without a number.
package enum ConsoleCode: String, Sendable, CaseIterable {
  case usage
  /// The chosen API or backend has no way to do it.
  case unsupported
  case configuration
  /// Other processes edited the configuration all the time.
  case configurationBusy
  case notConfirmed
  case checkFailed
  case paymentNotFound
  case codeNotFound
  case inputMissing
  case inputInvalid
  case inputUnreadable
  case storeExists
  case storeMissing
  case storeIsDirectory
  case storeUnreadable
  case storeDamaged
  case storeTooNew
  case storeReadOnly
  case storeBusy
  case storeNotWritten
  case seedInvalid
  case seedContradicts
  case outputNotWritten
  case journalForeign
  case journalDamaged
  case journalTooNew
  case journalUnreadable
  case journalBusy
  case journalNotWritten
  case interrupted
  case clockMovedBack
  /// It is not known whether a payment was consumed, or another change made.
  case unsettled
  /// The command of a delivery did not say that it had delivered.
  case deliveryFailed
  /// The command that takes back a delivery did not say that it had.
  case undoFailed
  /// The service does not answer, so that a batch sent no more.
  case outage
  /// A C library that is loaded when it is first needed is not there.
  case libraryMissing
  /// A server cannot listen where it was told to.
  case addressUnusable
  /// The process, or the system, has as many files open as it may.
  case tooManyOpenFiles
  case bug
}
