import IAPCore
import Languages
import Text

/// The page of `payment show`: sentences, and the lines of its timeline.
extension English {
  func text(_ message: PaymentMessage) -> Sentence {
    switch message {
    case .stuck(let payment): "Payment \(payment) is stuck: it is paid, and not consumed."
    case .consumed(let payment, let time):
      """
      Payment \(payment) was consumed\(time.map { Sentence(" at \($0)", context: "consumed") }), and the journal does not say by whom.
      """
    case .consumedBy(let payment, let deed):
      "Payment \(payment) was consumed by \(text(deed))."
    case .settledAsConsumed(let payment, let deed):
      "Payment \(payment) is consumed: this was entered by hand by \(text(deed))."
    case .consumedBefore(let payment, let deed, isOwnLikely: false):
      """
      Payment \(payment) is consumed, and iapctl does not know by whom: it was already consumed when \
      it was tried by \(text(deed)).
      """
    case .consumedBefore(let payment, let deed, isOwnLikely: true):
      """
      Payment \(payment) is consumed, most likely by an attempt of iapctl whose answer was lost: it \
      was already consumed when it was tried again by \(text(deed)).
      """
    case .mayBeConsumed(let payment, nil):
      "Payment \(payment) may have been consumed: the outcome of the attempt is unknown."
    case .mayBeConsumed(let payment, let deed?):
      """
      Payment \(payment) may have been consumed: the outcome of the attempt by \(text(deed)) is \
      unknown.
      """
    case .stillListed(let payment, nil):
      """
      Payment \(payment) is still in the unconsumed list, and the outcome of the attempt is unknown.
      """
    case .stillListed(let payment, let deed?):
      """
      Payment \(payment) is still in the unconsumed list, and the outcome of the attempt by \
      \(text(deed)) is unknown.
      """
    case .beingConsumed(let payment, let deed):
      "Payment \(payment) is being consumed by \(text(deed))."
    case .refunded(let payment): "Payment \(payment) was refunded."
    case .interrupted(let payment):
      "Payment \(payment) was charged, but the purchase was interrupted before it was verified."
    case .reserved(let payment): "Payment \(payment) was begun, and no charge is known."
    case .pending(let payment):
      "Payment \(payment) waits for an approval (Ask to Buy), and nothing was charged."
    case .closed(let payment): "Payment \(payment) was closed, and nothing was charged."
    case .failed(let payment): "Payment \(payment) failed: its charge or its verification."
    case .ofSubscription(let payment):
      "Payment \(payment) is paid, and is for a subscription, which is never consumed."
    case .withheld(let payment, let error):
      "Payment \(payment) is paid, and cannot be consumed now: \(text(of: error).message)."
    case .absent(let payment):
      """
      Payment \(payment) is in no unconsumed list that was asked: it may be consumed, refunded, or \
      of another user.
      """
    case .unclear(let payment): "It is not known whether payment \(payment) is consumed."
    case .purchase(let purchase, let state): text(purchase, state)
    case .inList(let user): "in the unconsumed list of user \(user)"
    case .notInList(let user): "not in the unconsumed list of user \(user)"
    case .noListAsked: "no unconsumed list was asked: name the user with --user ID"
    case .ofToken(isConsumable: true):
      "the server says that it can still be consumed: it is not consumed yet"
    case .ofToken(isConsumable: false):
      "the server says that it cannot be consumed: it is consumed, refunded, or of a subscription"
    case .notInStore: "not in the store"
    case .notInJournal(let path): "not in the journal \(path)"
    case .ofAnotherServer(let server, let command):
      "the journal has a payment of this number on server \(server), too: \(command)"
    case .alsoTransaction(let number, let payment, let command):
      "\(number) is also the order number of payment \(payment): \(command)"
    case .ofAnotherUser(let owner):
      "the payment belongs to user \(owner): check who asks before you grant it"
    case .purchased: "purchase"
    case .stored(let kind, let change): "store: \(kind)\(change.map { " (\($0))" })"
    case .attempt(let action, let outcome, let deed, let error):
      "\(action): \(outcome), by \(text(deed))\(error.map { Sentence("; \($0)", context: "error") })"
    case .note(let text, let deed): "note by \(self.text(deed)): \(text)"
    case .grantAndConsume:
      "Check your own records. If the item was not granted, grant it. Then consume the payment:"
    case .grantAgainAndConsume:
      """
      An earlier run took the item back. If the player does not have it, grant it. Then consume the \
      payment:
      """
    case .settleIt:
      "Neither grant nor revoke yet. Settle the outcome: this asks the service once more:"
    case .lookUpAndSettle:
      """
      Neither grant nor revoke yet. Look the payment up in the IAP console (Transaction tab), then \
      enter what it shows:
      """
    case .grantNothing:
      "Do not grant the item, unless your own records show that it was not granted."
    case .checkConsumed:
      """
      Do not grant the item. The unconsumed list still has the payment, so look it up in the IAP \
      console (Transaction tab).
      """
    case .grantNothingNow: "Do not grant the item now."
    case .checkGrantedOnce:
      """
      The item was delivered here, and the payment was consumed elsewhere. Check that the player got \
      the item once. Do not grant it again, and do not revoke it before you have checked.
      """
    case .revokeIfGranted: "Do not grant the item. If the player has it, revoke it."
    case .completeIt: "Complete the purchase:"
    case .completeOrClose:
      "If the app store charged the player, this completes the purchase; if not, it closes it:"
    case .endApproval: "One of these ends it:"
    case .waitForApproval: "Wait until it is approved or declined."
    case .nothingToDo: "There is nothing to do."
    case .refundIfCharged:
      "Do not grant the item. If the app store took the money, refund it there."
    case .checkAccess: "See whether the subscription gives access now:"
    case .waitAndLookAgain: "Wait for that run to end, then look again:"
    case .askAgain: "Not every source answered. Ask again before you grant or tell anything:"
    case .lookInConsole:
      """
      Only the IAP console shows consumed and refunded payments (Transaction tab). To ask for the \
      list of another user:
      """
    case .listPayments(let command):
      "check the number; list the payments of the store with: \(command)"
    }
  }

  /// `kim on ops1 at 2026-01-12 20:20:00 +09:00, ticket T-7`.
  private func text(_ deed: PaymentMessage.Deed) -> Sentence {
    """
    \(deed.person) on \(deed.host)\(deed.time.map { " at \($0)" })\
    \(deed.ticket.map { ", ticket \($0)" })
    """
  }

  /// `user alice, product gem.100, KRW 1,500, market AS, state SUCCESS, order number GPA.1`.
  private func text(_ purchase: Purchase, _ state: PaymentState?) -> Sentence {
    let user: Sentence? = purchase.userID.map { "user \($0), " }
    let market: Sentence? = purchase.storeCode.map { ", market \($0)" }
    let stored: Sentence? = state.map { ", state \($0.rawValue)" }
    let transaction: Sentence? = purchase.transactionIdentifier.map { ", order number \($0)" }
    return "\(user)\(text(ConsumeMessage.product(purchase)))\(market)\(stored)\(transaction)"
  }
}
