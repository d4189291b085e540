import Languages

/// An error of iapctl itself. It has a name but no number.
package final class ConsoleCode: Sendable {
  package let name: String
  package let row: ErrorRow

  init(
    _ name: String, exit: Int32, wire: ServerCode = .unknown, _ meaning: Sentence, when: String,
    remedy: String
  ) {
    self.name = name
    row = ErrorRow(exit: exit, wire: wire, meaning, when: when, remedy: remedy)
  }
}

extension ConsoleCode: CataloguedCode, CustomStringConvertible {
  package static let domain = ErrorDomain.iapctl

  package static let allCases: [ConsoleCode] = [
    .usage, .unsupported, .configuration, .configurationBusy, .notConfirmed, .checkFailed,
    .rehearsalFailed, .paymentNotFound, .productUnlisted, .codeNotFound, .settingNotFound,
    .inputMissing, .inputInvalid, .inputUnreadable, .storeExists, .storeMissing, .storeIsDirectory,
    .storeUnreadable, .storeDamaged, .storeTooNew, .storeReadOnly, .storeBusy, .storeNotWritten,
    .storeReplaced, .seedInvalid, .seedContradicts, .outputNotWritten, .journalForeign,
    .journalDamaged, .journalTooNew, .journalUnreadable, .journalUnreachable, .journalBusy,
    .journalNotWritten, .interrupted, .clockMovedBack, .clockOutOfRange, .clockFollowsRealTime,
    .unsettled, .deliveryFailed, .undoFailed, .outage, .libraryMissing, .addressUnusable,
    .programNotStarted, .tooManyOpenFiles, .tooManyThreads, .tooLittleMemory, .bug,
  ]

  package var number: Int? { nil }
  package var description: String { name }

  package static func == (one: ConsoleCode, other: ConsoleCode) -> Bool { one === other }

  package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
