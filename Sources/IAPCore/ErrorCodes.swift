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

/// What iapctl itself reports: no error of IAP, and without a number.
package enum ConsoleCode: String, Sendable, CaseIterable {
  case usage
  case configuration
  case notConfirmed
  case checkFailed
  case paymentNotFound
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
  case interrupted
  case clockMovedBack
  case bug
}
