package import IAPCore

/// What was tried with which payment, by whom, when and with what outcome: for ever, and shared by
/// all runs. It holds no token.
///
/// A small protocol, so that a journal which several machines share can take the place of a file.
package protocol Journal: Sendable {
  /// Enters a run, which holds what it claims until it ends or its process does.
  func begin(_ run: RunFacts) async throws(IAPError) -> any JournalRun

  /// What was tried, oldest first.
  func entries(_ query: JournalQuery) async throws(IAPError) -> any JournalPages

  /// What it knows of payments, without claiming them; those that it does not know, or that may be
  /// sent, are not in the answer.
  ///
  /// - Parameter server: the origin that the payments are of.
  func known(
    _ payments: [Identifier], at server: String
  ) async throws(IAPError) -> [Identifier: JournalKnowledge]
}

/// What a journal knows of a payment that nobody has claimed yet.
package enum JournalKnowledge: Hashable, Sendable {
  case consumed(ConsumeResult.Outcome)
  /// It may or may not be consumed.
  case unknown
  /// Another run is at it.
  case held(RunHolder)
}

/// Whose run it is, and on what.
package struct RunFacts: Hashable, Sendable {
  /// The server, or the fixture store: payment numbers are unique in one only.
  package var origin: String
  /// Tells app keys apart and tells nothing of them; empty where there is none.
  package var appKeyFingerprint: String
  /// The login name.
  package var user: String
  package var host: String
  package var profile: String?
  package var ticket: String?

  package init(
    origin: String, appKeyFingerprint: String, user: String, host: String, profile: String?,
    ticket: String?
  ) {
    self.origin = origin
    self.appKeyFingerprint = appKeyFingerprint
    self.user = user
    self.host = host
    self.profile = profile
    self.ticket = ticket
  }
}

/// One run of a command that consumes.
package protocol JournalRun: Sendable {
  /// Claims payments for this run, all in one step.
  ///
  /// - Parameter settles: whether payments that an earlier run left unknown are claimed too.
  /// - Returns: an answer for each payment, in the same order.
  func claim(
    _ payments: [JournalPayment], settles: Bool
  ) async throws(IAPError) -> [Claim]

  /// Writes steps of payments that it has claimed, all or none; they are durable when it returns.
  func write(_ steps: [JournalStep]) async throws(IAPError)

  /// Gives back what is still claimed.
  func end() async
}

/// A payment, with what a reader of the journal wants to know of it.
package struct JournalPayment: Hashable, Sendable {
  package var paymentSeq: Identifier
  package var user: Identifier?
  package var storeCode: StoreCode?
  package var productSeq: Int64?
  package var price: Price?
  package var currency: String?

  package init(_ paymentSeq: Identifier) { self.paymentSeq = paymentSeq }
}

/// What the journal says to a run that wants a payment.
package enum Claim: Hashable, Sendable {
  /// It is the run's now.
  ///
  /// - Parameters:
  ///   - priorUnknown: whether an earlier run left an attempt at it open.
  ///   - isDelivered: whether it was delivered, and not taken back since.
  case granted(priorUnknown: Bool, isDelivered: Bool)
  /// It is consumed, once and for ever.
  case settled(ConsumeResult.Outcome)
  /// An earlier run left it open, and this one does not settle such.
  case unknown
  /// Another run has it.
  case held(by: RunHolder)
}

/// Who has a payment that another run wants.
package struct RunHolder: Hashable, Sendable {
  package let user: String
  package let host: String
  package let process: Int32
  package let since: Instant

  package init(user: String, host: String, process: Int32, since: Instant) {
    self.user = user
    self.host = host
    self.process = process
    self.since = since
  }
}

/// Something that a run does with a payment. What begins and does not end stays open when the run
/// dies.
package struct JournalStep: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    /// More was learned of the payment than was known when it was claimed.
    case described(JournalPayment)
    case deliveryBegins
    /// Nil where it was delivered.
    case deliveryEnds(IAPError?)
    /// The request may be sent from now on.
    case consumeBegins
    case consumeEnds(ConsumeResult)
    case undoBegins
    case undoEnds(IAPError?)
    /// The run lets go of it: always its last step. Until then no other run gets the payment.
    case released
  }

  package let paymentSeq: Identifier
  package let kind: Kind
  package let time: Instant

  package init(_ paymentSeq: Identifier, _ kind: Kind, at time: Instant) {
    self.paymentSeq = paymentSeq
    self.kind = kind
    self.time = time
  }
}

/// Which entries are asked for.
package struct JournalQuery: Hashable, Sendable {
  package enum Selection: Hashable, Sendable {
    /// The last attempt at each payment.
    case latest
    /// The last attempt at each payment of which nobody knows whether it is consumed.
    case unknown
    /// Every attempt at one payment.
    case payment(Identifier)
    case everything
  }

  package var selection: Selection
  /// What began before is left out.
  package var since: Instant?

  package init(_ selection: Selection, since: Instant? = nil) {
    self.selection = selection
    self.since = since
  }
}

/// Entries of a journal that may be too many to hold.
package protocol JournalPages: AnyObject, Sendable {
  /// The next ones, or nil at the end.
  func next() async throws(IAPError) -> [JournalEntry]?
}

/// One attempt at a payment.
package struct JournalEntry: Hashable, Sendable {
  package enum Action: String, Sendable, CaseIterable { case deliver, consume, undo }

  package enum Outcome: Hashable, Sendable {
    /// Its run is at it.
    case open
    case consume(ConsumeResult.Outcome)
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
  package var run: RunFacts
  package var process: Int32
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
