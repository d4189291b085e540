package import IAPCore
package import Languages

/// What `payment show` says of a payment.
package enum PaymentMessages {
  /// Who did something, and when.
  package struct Deed: Sendable {
    let person: String
    let host: String
    let ticket: String?
    let time: String?

    /// - Parameter time: on the clocks of the reader. Nil if it stands elsewhere.
    package init(person: String, host: String, ticket: String? = nil, time: String? = nil) {
      (self.person, self.host, self.ticket, self.time) = (person, host, ticket, time)
    }
  }

  // What the payment is now
  package static func stuck(_ payment: Identifier) -> Sentence {
    "Payment \(payment) is stuck: it is paid, and not consumed."
  }

  /// Consumed, and the journal does not know by whom.
  package static func consumed(_ payment: Identifier, at time: String?) -> Sentence {
    """
    Payment \(payment) was consumed\(time.map { Sentence(" at \($0)", context: "consumed") }), and the journal does not say by whom.
    """
  }

  package static func consumedBy(_ payment: Identifier, _ deed: Deed) -> Sentence {
    "Payment \(payment) was consumed by \(said(deed))."
  }

  /// A person found that it was consumed.
  package static func settledAsConsumed(_ payment: Identifier, _ deed: Deed) -> Sentence {
    "Payment \(payment) is consumed: this was entered by hand by \(said(deed))."
  }

  /// - Parameter isOwnLikely: whether an earlier attempt of iapctl was left unknown.
  package static func consumedBefore(_ payment: Identifier, _ deed: Deed, isOwnLikely: Bool)
    -> Sentence
  {
    isOwnLikely
      ? """
      Payment \(payment) is consumed, most likely by an attempt of iapctl whose answer was lost: it \
      was already consumed when it was tried again by \(said(deed)).
      """
      : """
      Payment \(payment) is consumed, and iapctl does not know by whom: it was already consumed when \
      it was tried by \(said(deed)).
      """
  }

  package static func mayBeConsumed(_ payment: Identifier, _ deed: Deed?) -> Sentence {
    guard let deed else {
      return "Payment \(payment) may have been consumed: the outcome of the attempt is unknown."
    }
    return """
      Payment \(payment) may have been consumed: the outcome of the attempt by \(said(deed)) is \
      unknown.
      """
  }

  /// The outcome of an attempt is unknown, and the payment is still in the unconsumed list.
  package static func stillListed(_ payment: Identifier, _ deed: Deed?) -> Sentence {
    guard let deed else {
      return """
        Payment \(payment) is still in the unconsumed list, and the outcome of the attempt is unknown.
        """
    }
    return """
      Payment \(payment) is still in the unconsumed list, and the outcome of the attempt by \
      \(said(deed)) is unknown.
      """
  }

  package static func beingConsumed(_ payment: Identifier, _ deed: Deed) -> Sentence {
    "Payment \(payment) is being consumed by \(said(deed))."
  }

  package static func refunded(_ payment: Identifier, wasConsumed: Bool) -> Sentence {
    wasConsumed
      ? "Payment \(payment) was consumed, and then refunded." : "Payment \(payment) was refunded."
  }

  /// What nothing but the input or the command says.
  package static func claimed(_ user: Identifier) -> Sentence {
    "said to be of user \(user); no list confirms it"
  }

  package static func interrupted(_ payment: Identifier) -> Sentence {
    "Payment \(payment) was charged, but the purchase was interrupted before it was verified."
  }

  package static func reserved(_ payment: Identifier) -> Sentence {
    "Payment \(payment) was begun, and no charge is known."
  }

  package static func pending(_ payment: Identifier) -> Sentence {
    "Payment \(payment) waits for an approval (Ask to Buy), and nothing was charged."
  }

  package static func closed(_ payment: Identifier) -> Sentence {
    "Payment \(payment) was closed, and nothing was charged."
  }

  package static func failed(_ payment: Identifier) -> Sentence {
    "Payment \(payment) failed: its charge or its verification."
  }

  package static func ofSubscription(_ payment: Identifier) -> Sentence {
    "Payment \(payment) is paid, and is for a subscription, which is never consumed."
  }

  /// - Parameter error: why it cannot be consumed.
  package static func withheld(_ payment: Identifier, _ error: IAPError) -> Sentence {
    "Payment \(payment) is paid, and cannot be consumed now: \(error.text().message)."
  }

  /// A query with a token was refused, which says nothing of the payment.
  package static var tokenNotAccepted: Sentence {
    "nothing was changed, and nothing follows for the item: check the token and the payment number"
  }

  package static func absent(_ payment: Identifier) -> Sentence {
    """
    Payment \(payment) is in no unconsumed list that was asked: it may be consumed or refunded, another \
    user's payment, a subscription's payment, or paid and not verified yet.
    """
  }

  package static func unclear(_ payment: Identifier) -> Sentence {
    "It is not known whether payment \(payment) is consumed."
  }

  // What is known of it
  package static func inList(of user: Identifier) -> Sentence {
    "in the unconsumed list of user \(user)"
  }

  package static func notInList(of user: Identifier) -> Sentence {
    "not in the unconsumed list of user \(user)"
  }

  package static var noListAsked: Sentence {
    "no unconsumed list was asked: name the user with --user ID"
  }

  /// What the server says of the payment of a token.
  package static func ofToken(isConsumable: Bool) -> Sentence {
    isConsumable
      ? "the server says that it can still be consumed: it is not consumed yet"
      : "the server says that it cannot be consumed: it is consumed, refunded, or of a subscription"
  }

  package static var notInStore: Sentence { "not in the store" }
  package static func notInJournal(path: String) -> Sentence { "not in the journal \(path)" }
  package static func ofAnotherServer(_ server: ServerName, command: String) -> Sentence {
    "the journal has a payment of this number on server \(server), too: \(command)"
  }

  /// The number of a payment is the order number of another one.
  package static func alsoTransaction(_ number: Identifier, of payment: Identifier, command: String)
    -> Sentence
  {
    "\(number) is also the order number of payment \(payment): \(command)"
  }

  package static func ofAnotherUser(owner: Identifier) -> Sentence {
    "the payment belongs to user \(owner): check who asks before you grant it"
  }

  // What happened
  package static var purchased: Sentence { "purchase" }
  /// - Parameter change: the state of the payment or the status of its subscription, before and after.
  package static func stored(_ kind: String, change: String?) -> Sentence {
    "store: \(kind)\(change.map { " (\($0))" })"
  }

  package static func attempt(_ action: String, outcome: String, _ deed: Deed, error: String?)
    -> Sentence
  {
    "\(action): \(outcome), by \(said(deed))\(error.map { Sentence("; \($0)", context: "error") })"
  }

  package static func note(_ text: String, _ deed: Deed) -> Sentence {
    "note by \(said(deed)): \(text)"
  }

  // What to do next
  package static var grantAndConsume: Sentence {
    "Check your own records. If the item was not granted, grant it. Then consume the payment:"
  }

  package static var settleIt: Sentence {
    "Neither grant nor revoke yet. Settle the outcome: this asks the service once more:"
  }

  package static var lookUpAndSettle: Sentence {
    """
    Neither grant nor revoke yet. Look the payment up in the IAP console (Transaction tab), then \
    enter what it shows:
    """
  }

  package static var grantNothing: Sentence {
    "Grant the item only if your own records show that it was not granted."
  }

  /// The journal says that the payment is consumed, and the unconsumed list still has it.
  package static var checkConsumed: Sentence {
    """
    Do not grant the item. The unconsumed list still has the payment, so look it up in the IAP \
    console (Transaction tab).
    """
  }

  package static var grantNothingNow: Sentence { "Do not grant the item now." }
  /// The item was delivered, and another client consumed the payment.
  package static var checkGrantedOnce: Sentence {
    """
    The item was delivered here, and the payment was consumed elsewhere. Check that the player got \
    the item once. Do not grant it again, and do not revoke it before you have checked.
    """
  }

  package static var revokeIfGranted: Sentence {
    "Do not grant the item. If the player has the item of this payment, revoke it."
  }

  package static var completeIt: Sentence { "Complete the purchase:" }
  package static var completeOrClose: Sentence {
    "If the app store charged the player, this completes the purchase; if not, it closes it:"
  }

  package static var endApproval: Sentence { "One of these ends it:" }
  package static var waitForApproval: Sentence { "Wait until it is approved or declined." }
  package static var nothingToDo: Sentence { "There is nothing to do." }
  package static var refundIfCharged: Sentence {
    "Do not grant the item. If the app store took the money, refund it there."
  }

  package static var checkAccess: Sentence { "See whether the subscription gives access now:" }
  package static var waitAndLookAgain: Sentence { "Wait for that run to end, then look again:" }
  /// A source did not answer.
  package static var askAgain: Sentence {
    "Not every source answered. Ask again before you grant or tell anything:"
  }

  package static var lookInConsole: Sentence {
    """
    Only the IAP console shows consumed and refunded payments (Transaction tab). To ask for the \
    list of another user:
    """
  }

  // Hints
  /// - Parameter command: lists the payments of the store.
  package static func listPayments(command: String) -> Sentence {
    "check the number; list the payments of the store with: \(command)"
  }

  /// `kim on ops1 at 2026-01-12 20:20:00 +09:00, ticket T-7`.
  private static func said(_ deed: Deed) -> Sentence {
    """
    \(deed.person) on \(deed.host)\(deed.time.map { " at \($0)" })\
    \(deed.ticket.map { ", ticket \($0)" })
    """
  }

  /// Where the payment was looked up.
  package static func at(_ place: PlaceName) -> Sentence {
    "looked up in: \(PlaceMessages.name(place))"
  }

  /// `user alice, product gem.100, KRW 1,500, market AS, state SUCCESS, order number GPA.1`.
  ///
  /// - Parameter status: of the subscription that it paid.
  package static func purchase(
    _ purchase: Purchase, _ state: PaymentState?, _ status: SubscriptionStatus? = nil
  ) -> Sentence {
    let user: Sentence? = purchase.userID.map { "user \($0), " }
    let market: Sentence? = purchase.storeCode.map { ", market \($0)" }
    let stored: Sentence? = state.map { ", state \($0.rawValue)" }
    let transaction: Sentence? = purchase.transactionIdentifier.map { ", order number \($0)" }
    let subscription: Sentence? = status.map { ", subscription \($0.name)" }
    return
      "\(user)\(ConsumeMessages.product(purchase))\(market)\(stored)\(subscription)\(transaction)"
  }
}
