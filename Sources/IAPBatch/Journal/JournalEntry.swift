package import IAPCore

/// Selects entries of the journal.
package struct JournalQuery: Hashable, Sendable {
  package enum Selection: Hashable, Sendable {
    /// The latest entry of each payment: its last consume, or a later annotation. If the payment
    /// was never sent, its last delivery.
    case latest
    /// The latest entry of each payment whose outcome is unknown.
    case unknown
    /// Every entry of one payment.
    case payment(Identifier)
    case everything
  }

  package var selection: Selection
  /// Entries of payments of this user.
  package var user: Identifier?
  /// Entries of payments in one of these markets; empty for all markets.
  package var markets: [StoreCode] = []
  package var ticket: String?
  /// The login name of the user who ran iapctl.
  package var `operator`: String?
  package var server: ServerName?
  /// Only entries that began at this time or later.
  package var since: Instant?
  /// Only entries that began before this time.
  package var until: Instant?

  package init(_ selection: Selection) { self.selection = selection }

  /// Whether any filter is set, besides the selection.
  package var isNarrowed: Bool {
    var bare = JournalQuery(selection)
    if selection == .unknown { bare.selection = .latest }
    return bare != self
  }
}

/// One attempt to process a payment, or a person's annotation of it.
package struct JournalEntry: Hashable, Sendable {
  package enum Action: String, Sendable, CaseIterable {
    case deliver, consume, undo
    /// A person settled an unknown outcome.
    case settle
    /// A person added a note.
    case note
  }

  package enum Outcome: Hashable, Sendable {
    /// The attempt is in progress.
    case open
    case consume(ConsumeResult.Outcome)
    /// A person found that the payment was not consumed.
    case notConsumed
    case done
    case failed
    /// The attempt began, and its run died before the end.
    case unknown

    package var name: String {
      switch self {
      case .open: "open"
      case .consume(let outcome): outcome.rawValue
      case .notConsumed: SettledOutcome.notConsumed.rawValue
      case .done: "done"
      case .failed: "failed"
      case .unknown: "unknown"
      }
    }
  }

  package var payment: JournalPayment
  package var action: Action
  package var outcome: Outcome
  package var began: Instant
  package var ended: Instant?
  /// How many times the request was sent.
  package var attempts: Int
  package var priorUnknown: Bool
  /// The error as iapctl reported it.
  package var error: JournalError?
  /// The text of a person's note.
  package var note: String?
  package var run: RunFacts
  package var process: Int32

  /// The ticket of the payment's own input line, else the ticket of the run.
  package var ticket: String? { payment.ticket ?? run.ticket }
}

/// An error as the journal stores it: the codes for programs, and the message for people.
package struct JournalError: Hashable, Sendable {
  package let domain: String
  package let code: Int?
  package let name: String
  package let serverCode: Int?
  package let httpStatus: Int?
  package let message: String

  package init(
    domain: String, code: Int?, name: String, serverCode: Int?, httpStatus: Int?, message: String
  ) {
    self.domain = domain
    self.code = code
    self.name = name
    self.serverCode = serverCode
    self.httpStatus = httpStatus
    self.message = message
  }
}
