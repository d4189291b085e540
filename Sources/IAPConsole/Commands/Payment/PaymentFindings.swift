import IAPBatch
import IAPCore

/// What all sources that were asked know of one payment.
struct PaymentFindings: Equatable, Sendable {
  /// What was asked for: the number of a payment, or the store's identifier of its charge.
  let operand: Identifier
  /// The server of the payment, as the journal names it.
  let server: ServerName
  /// What a fixture store has.
  var history: PaymentHistory?
  /// Another payment, whose transaction is the number of this one.
  var namesake: Identifier?
  /// The payment in the unconsumed list of a user.
  var listed: Purchase?
  var transaction: PaymentTransaction?
  /// The entries of the journal, oldest first.
  var entries: [JournalEntry] = []
  /// What the journal would answer to a claim. Nil if it does not have the payment.
  var claim: Claim?
  var sources: [AskedSource] = []
  /// The markets that were asked; empty for all.
  var askedMarkets: [StoreCode] = []

  var number: Identifier {
    history?.payment.purchase.paymentSeq ?? listed?.paymentSeq
      ?? transaction?.purchase.paymentSeq ?? operand
  }

  var isKnown: Bool {
    history != nil || listed != nil || transaction != nil || !entries.isEmpty
  }

  /// Whether a server says that it is not consumed.
  var isUnconsumed: Bool { listed != nil || transaction?.isConsumable == true }

  /// All that is known of the purchase, by the best source that has it.
  var purchase: Purchase {
    let found = history?.payment.purchase ?? listed ?? transaction?.purchase
    if let found { return found }
    return entries.reduce(Purchase(paymentSeq: number)) { purchase, entry in
      var purchase = purchase
      let recorded = entry.payment.known
      purchase.userID = entry.payment.confirmedUser ?? purchase.userID
      purchase.storeCode = recorded.storeCode ?? purchase.storeCode
      purchase.productSeq = recorded.productSeq ?? purchase.productSeq
      purchase.price = recorded.price ?? purchase.price
      purchase.currency = recorded.currency ?? purchase.currency
      return purchase
    }
  }

  /// The user that only the input or a command names.
  var claimedUser: Identifier? { entries.lazy.compactMap(\.payment.claimedUser).last }

  /// Whether it was ever consumed, also if it was refunded later.
  var wasConsumed: Bool {
    history?.payment.isConsumed == true
      || history?.events.contains { $0.kind == "consumed" } == true
      || history?.events.contains { $0.before?.contains("consumed") == true } == true
  }

  /// The other servers of whose payments the journal has the same number.
  var otherServers: [ServerName] { sources.compactMap(\.server).filter { $0 != server } }

  /// Whether a source of a kind did not answer, or only in part.
  func hasNoFullAnswer(from kind: AskedSource.Kind) -> Bool {
    sources.contains { source in
      guard source.kind == kind, case .failed = source.answer else { return false }
      return true
    }
  }

  /// Whether the unconsumed list of at least one user was received.
  var isListAnswered: Bool {
    sources.contains { $0.kind == .unconsumed && ($0.answer == .found || $0.answer == .absent) }
  }
}

/// A source that was asked for a payment, or that could not be asked.
struct AskedSource: Equatable, Sendable {
  enum Kind: String, Sendable { case store, unconsumed, transaction, journal }

  enum Answer: Equatable, Sendable {
    case found
    case absent
    case failed(IAPError)
    /// No user was named, whose list could have the payment.
    case notAsked

    var name: String {
      switch self {
      case .found: "found"
      case .absent: "absent"
      case .failed: "failed"
      case .notAsked: "not-asked"
      }
    }
  }

  let kind: Kind
  /// The user of an unconsumed list.
  var user: Identifier?
  /// The market of an unconsumed list that failed alone.
  var market: StoreCode?
  /// The server whose payments the journal was asked for.
  var server: ServerName?
  let answer: Answer

  init(
    _ kind: Kind, of user: Identifier? = nil, in market: StoreCode? = nil,
    at server: ServerName? = nil, _ answer: Answer
  ) {
    (self.kind, self.user, self.market) = (kind, user, market)
    (self.server, self.answer) = (server, answer)
  }
}
