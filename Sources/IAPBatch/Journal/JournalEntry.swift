package import IAPCore

/// Which entries are asked for.
package struct JournalQuery: Hashable, Sendable {
  package enum Selection: Hashable, Sendable {
    /// The last word on each payment: its last consume, or what a person said of it since; its last
    /// delivery if it was never sent.
    case latest
    /// The same, of payments that may or may not be consumed.
    case unknown
    /// Every entry of one payment.
    case payment(Identifier)
    case everything
  }

  package var selection: Selection
  /// Entries of payments of this user.
  package var user: Identifier?
  /// Entries of payments in one of these markets; of all if there are none.
  package var markets: [StoreCode] = []
  package var ticket: String?
  /// The login name of who tried it.
  package var `operator`: String?
  package var server: ServerName?
  /// What began before is left out.
  package var since: Instant?
  /// What began at it or later is left out.
  package var until: Instant?

  package init(_ selection: Selection) { self.selection = selection }

  /// Whether anything narrows the selection.
  package var isNarrowed: Bool {
    var bare = JournalQuery(selection)
    if selection == .unknown { bare.selection = .latest }
    return bare != self
  }
}

/// One attempt at a payment, or what a person said of it.
package struct JournalEntry: Hashable, Sendable {
  package enum Action: String, Sendable, CaseIterable {
    case deliver, consume, undo
    /// A person ended an unknown outcome.
    case settle
    /// A person wrote something down.
    case note
  }

  package enum Outcome: Hashable, Sendable {
    /// Its run is at it.
    case open
    case consume(ConsumeResult.Outcome)
    /// A person found that it was not consumed.
    case notConsumed
    case done
    case failed
    /// It began, and its run died.
    case unknown
  }

  package var payment: JournalPayment
  package var action: Action
  package var outcome: Outcome
  package var began: Instant
  package var ended: Instant?
  /// How often a request was sent.
  package var attempts: Int
  package var priorUnknown: Bool
  /// What it failed with, as it was told.
  package var error: JournalError?
  /// What a person wrote down.
  package var note: String?
  package var run: RunFacts
  package var process: Int32

  /// Why it was tried: what the payment's own line says, else what the run says.
  package var ticket: String? { payment.ticket ?? run.ticket }
}

/// A failure as a journal keeps it: what a program can switch on, and the words.
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
