import IAPCore

/// What `payment show` says of a payment, by its id and its values.
enum PaymentMessage: Hashable, Sendable {
  /// Who did something, and when.
  struct Deed: Hashable, Sendable {
    var person: String
    var host: String
    var ticket: String?
    /// On the clocks of the reader. Nil if it stands elsewhere.
    var time: String?
  }

  // What the payment is now
  case stuck(Identifier)
  /// Consumed, and the journal does not know by whom.
  case consumed(Identifier, at: String?)
  case consumedBy(Identifier, Deed)
  /// A person found that it was consumed.
  case settledAsConsumed(Identifier, Deed)
  /// - Parameter isOwnLikely: whether an earlier attempt of iapctl was left unknown.
  case consumedBefore(Identifier, Deed, isOwnLikely: Bool)
  case mayBeConsumed(Identifier, Deed?)
  /// The outcome of an attempt is unknown, and the payment is still in the unconsumed list.
  case stillListed(Identifier, Deed?)
  case beingConsumed(Identifier, Deed)
  case refunded(Identifier)
  case interrupted(Identifier)
  case reserved(Identifier)
  case pending(Identifier)
  case closed(Identifier)
  case failed(Identifier)
  case ofSubscription(Identifier)
  /// - Parameter error: why it cannot be consumed.
  case withheld(Identifier, IAPError)
  case absent(Identifier)
  case unclear(Identifier)

  // What is known of it
  case purchase(Purchase, PaymentState?)
  case inList(of: Identifier)
  case notInList(of: Identifier)
  case noListAsked
  /// What the server says of the payment of a token.
  case ofToken(isConsumable: Bool)
  case notInStore
  case notInJournal(path: String)
  case ofAnotherServer(ServerName, command: String)
  /// The number of a payment is the order number of another one.
  case alsoTransaction(Identifier, of: Identifier, command: String)
  case ofAnotherUser(owner: Identifier)

  // What happened
  case purchased
  /// - Parameter change: the state of the payment or the status of its subscription, before and after.
  case stored(_ kind: String, change: String?)
  case attempt(_ action: String, outcome: String, Deed, error: String?)
  case note(String, Deed)

  // What to do next
  case grantAndConsume
  /// An earlier run took the item back.
  case grantAgainAndConsume
  case settleIt
  case lookUpAndSettle
  case grantNothing
  /// The journal says that the payment is consumed, and the unconsumed list still has it.
  case checkConsumed
  case grantNothingNow
  /// The item was delivered, and another client consumed the payment.
  case checkGrantedOnce
  case revokeIfGranted
  case completeIt
  case completeOrClose
  case endApproval
  case waitForApproval
  case nothingToDo
  case refundIfCharged
  case checkAccess
  case waitAndLookAgain
  /// A source did not answer.
  case askAgain
  case lookInConsole

  // Hints
  /// - Parameter command: lists the payments of the store.
  case listPayments(command: String)
}
