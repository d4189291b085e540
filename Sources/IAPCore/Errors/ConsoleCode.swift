/// Errors of iapctl itself: they have a name but no number.
package enum ConsoleCode: String, Sendable, CaseIterable {
  case usage
  /// The chosen API or backend does not support the operation.
  case unsupported
  case configuration
  /// Other processes kept editing the configuration.
  case configurationBusy
  case notConfirmed
  case checkFailed
  /// A rehearsed program did not grant each payment exactly once.
  case rehearsalFailed
  case paymentNotFound
  /// The item list does not have the product of a payment, so that it cannot be selected.
  case productUnlisted
  case codeNotFound
  case settingNotFound
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
  /// The file of a store was deleted or replaced while it was in use.
  case storeReplaced
  case seedInvalid
  case seedContradicts
  case outputNotWritten
  case journalForeign
  case journalDamaged
  case journalTooNew
  case journalUnreadable
  /// The database of a journal cannot be reached.
  case journalUnreachable
  case journalBusy
  case journalNotWritten
  case interrupted
  case clockMovedBack
  case clockOutOfRange
  case clockFollowsRealTime
  /// It is unknown whether a payment was consumed, or another change applied.
  case unsettled
  /// The delivery command did not report success.
  case deliveryFailed
  /// The command that revokes a delivery did not report success.
  case undoFailed
  /// The service does not respond, so a batch stopped sending.
  case outage
  /// A C library that is loaded on demand is missing.
  case libraryMissing
  /// A server cannot listen at the given address.
  case addressUnusable
  /// The program that `serve` was to run cannot be started.
  case programNotStarted
  /// The process or the system has reached its limit of open files.
  case tooManyOpenFiles
  /// The process, its user or the system cannot start another thread.
  case tooManyThreads
  /// The process, its user or the system cannot get more memory.
  case tooLittleMemory
  case bug
}
