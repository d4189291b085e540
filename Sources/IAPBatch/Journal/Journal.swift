package import IAPCore

/// What was tried with which payment, by whom, when and with what outcome: for ever, and shared by
/// all runs. It holds no token.
///
/// A small protocol, so that a journal which several machines share can take the place of a file.
package protocol Journal: Sendable {
  /// Enters a run, which holds what it claims until it ends or its process does.
  func begin(_ run: RunFacts) async throws(IAPError) -> any JournalRun

  /// What was tried, oldest first.
  func entries(_ query: JournalQuery) async throws(IAPError) -> PageSequence<[JournalEntry]>

  /// Enters what a person says of a payment, and what follows from it, in one step.
  ///
  /// - Parameters:
  ///   - server: nil if one server only has a payment of this number.
  ///   - person: who says it, and why; the server in it is not looked at.
  /// - Returns: the new entry; nil if the payment is known to be so already, and nothing was entered.
  /// - Throws: `paymentNotFound` if no run tried the payment; `usage` if several servers have one, or
  ///   if its outcome is known to be another; `alreadyInProgress` while a run has it.
  func annotate(
    _ payment: Identifier, at server: ServerName?, _ annotation: JournalAnnotation,
    by person: RunFacts
  ) async throws(IAPError) -> JournalEntry?

  /// What it knows of payments, without claiming them; those that it does not know, or that may be
  /// sent, are not in the answer.
  func known(
    _ payments: [Identifier], at server: ServerName
  ) async throws(IAPError) -> [Identifier: JournalKnowledge]
}

/// What a person says of a payment.
package enum JournalAnnotation: Hashable, Sendable {
  /// Ends an unknown outcome: the person looked into the console. A payment that was not consumed can
  /// be consumed again.
  case settled(isConsumed: Bool)
  case note(String)
}

/// What a journal knows of a payment, unless it may be sent.
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
  package var server: ServerName
  /// Tells app keys apart and tells nothing of them, for the record; empty if there is no key.
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
  /// Why it is consumed, if not for what the run says.
  package var ticket: String?

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
