package import IAPCore
package import System

/// The permanent record of what was done with each payment: by which user, when, and with what
/// outcome. All runs share it: it is a file of one machine, or a database of a team. It contains no
/// access tokens.
package protocol Journal: Sendable {
  /// Adds a run. Its claims last until the run ends or its process dies.
  func begin(_ run: RunFacts) async throws(IAPError) -> any JournalRun

  /// The entries that match the query, oldest first.
  func entries(_ query: JournalQuery) async throws(IAPError) -> PageSequence<[JournalEntry]>

  /// Adds a person's annotation of a payment, and updates the payment's outcome, in one
  /// transaction.
  ///
  /// - Parameters:
  ///   - server: nil if the payment number exists on one server only.
  ///   - person: the user and the ticket of the annotation; its `server` is ignored.
  /// - Returns: the new entry; nil if the payment has this outcome already. Then nothing is added.
  /// - Throws: `paymentNotFound` if no run tried the payment; `usage` if several servers have the
  ///   payment number, or if the known outcome differs; `alreadyInProgress` if a run has claimed
  ///   it.
  func annotate(
    _ payment: Identifier, at server: ServerName?, _ annotation: JournalAnnotation,
    by person: RunFacts
  ) async throws(IAPError) -> JournalEntry?

  /// What a run would get that claims these payments now. Nothing is claimed. A payment that is not in
  /// the journal has no value.
  ///
  /// - Parameters:
  ///   - payments: without leading zeros.
  ///   - rules: those of the run.
  func claims(
    of payments: [Identifier], at issuer: Issuer, _ rules: ClaimRules
  ) async throws(IAPError) -> [Identifier: Claim]

  /// Checks that a run could be added now. Adds nothing, and does not make a missing journal.
  ///
  /// - Parameter run: a run to try it with.
  /// - Returns: whether the journal exists. A file that is missing is made by the first run.
  func checkWritable(by run: RunFacts) async throws(IAPError) -> Bool
}

/// What a person adds to the journal about a payment.
package enum JournalAnnotation: Hashable, Sendable {
  /// Settles an unknown outcome, after the person checked the payment in the console. With
  /// `notConsumed`, the payment can be consumed again.
  case settled(SettledOutcome)
  case note(String)
}

/// The outcome that a person found for a payment whose outcome is unknown.
package enum SettledOutcome: String, Sendable, CaseIterable {
  case consumed
  case notConsumed = "not-consumed"
}

/// The user, machine, server and ticket of a run.
package struct RunFacts: Hashable, Sendable {
  /// The server or the fixture store. A payment number is unique within one server only.
  package var server: ServerName
  /// The ``AppKeyFingerprint`` of the app key; empty if there is no key.
  package var appKeyFingerprint: String
  /// The login name.
  package var user: String
  package var host: String
  package var profile: String?
  package var ticket: String?

  package init(
    server: ServerName, appKeyFingerprint: String, user: String, host: String, profile: String?,
    ticket: String?
  ) {
    self.server = server
    self.appKeyFingerprint = appKeyFingerprint
    self.user = user
    self.host = host
    self.profile = profile
    self.ticket = ticket
  }
}

/// One run of a command that consumes payments.
package protocol JournalRun: Sendable {
  /// Claims payments for this run, in one transaction.
  ///
  /// - Returns: a claim for each payment, in the same order.
  func claim(_ payments: [Payment], _ rules: ClaimRules) async throws(IAPError) -> [Claim]

  /// The servers under whose names the journal had payments that this run asked for under another name.
  var otherNames: Set<ServerName> { get async }

  /// Writes steps of claimed payments, all or none. They are durable when the function returns.
  func write(_ steps: [JournalStep]) async throws(IAPError)

  /// The time until another machine may take over the claims of this run; nil if they last as long as its
  /// process.
  var lease: Lease? { get }

  /// The lock that shows other processes that this run is at work. The commands of the run keep it
  /// too, so that the run is at work until they have ended. Nil if the run has none.
  var lock: FileLock? { get async }

  /// Releases the remaining claims and ends the run.
  func end() async
}

extension JournalRun {
  /// The claims of a run in a file last as long as its process.
  package var lease: Lease? { nil }
}

/// A step of a run with one payment. If a run dies between the begin and the end of an action, the
/// journal keeps the action as open.
package struct JournalStep: Hashable, Sendable {
  package indirect enum Kind: Hashable, Sendable {
    /// More data of the payment is known than when it was claimed.
    case described(Payment)
    /// The purchase is what the command gets.
    case deliveryBegins(Purchase)
    /// The error is nil if the delivery succeeded.
    case deliveryEnds(IAPError?)
    /// The request may be sent after this step is durable.
    case consumeBegins
    /// The batch stopped before the request was sent: the attempt is removed.
    case consumeWithdrawn
    case consumeEnds(ConsumeResult)
    case undoBegins
    case undoEnds(IAPError?)
    /// The run releases its claim; always the last step. Until then no other run can claim the
    /// payment.
    case released
  }

  package let paymentSeq: Identifier
  package let kind: Kind
  package let time: Instant

  package init(_ paymentSeq: Identifier, _ kind: Kind, at time: Instant) {
    self.paymentSeq = paymentSeq.withoutLeadingZeros
    self.kind = kind
    self.time = time
  }
}

/// An error as the journal stores it: the codes for programs, and the message for people.
package struct JournalError: Hashable, Sendable {
  package let domain: String
  package let code: Int?
  package let name: String
  package let serverCode: Int?
  package let httpStatus: Int?
  package let message: String
}
