/// An error of iapctl itself. It has a name but no number.
package enum ConsoleCode: String, Sendable {
  case usage, unsupported, configuration, configurationBusy, notConfirmed, checkFailed
  case rehearsalFailed, paymentNotFound, productUnlisted, codeNotFound, settingNotFound
  case inputMissing, inputInvalid, inputUnreadable, storeExists, storeMissing
  case storeIsDirectory, storeUnreadable, storeDamaged, storeTooNew, storeReadOnly
  case storeBusy, storeNotWritten, storeReplaced, seedInvalid, seedContradicts
  case outputNotWritten, journalForeign, journalDamaged, journalTooNew, journalUnreadable
  case journalUnreachable, journalBusy, journalNotWritten, interrupted, clockMovedBack
  case clockOutOfRange, clockFollowsRealTime, unsettled, deliveryFailed, undoFailed, outage
  case libraryMissing, addressUnusable, programNotStarted, tooManyOpenFiles, tooManyThreads
  case tooLittleMemory, bug
}

extension ConsoleCode: CataloguedCode {
  package static let domain = ErrorDomain.iapctl
  package var number: Int? { nil }
  package var name: String { rawValue }
  package var row: ErrorRow {
    Self.commandRows[self] ?? Self.storeRows[self] ?? Self.journalRows[self] ?? Self.workRows[self]
      ?? .missing
  }
}
