import IAPCore
import Languages

@testable import IAPMessages

extension MessageExamples {
  private static let deed = PaymentMessages.Deed(
    person: "Mina (kim)", host: "ops1", ticket: "T-7", time: "2026-01-12 20:20:00 +09:00")
  private static let bareDeed = PaymentMessages.Deed(person: "kim", host: "ops1")

  private static var charged: Purchase {
    var purchase = gem
    (purchase.storeCode, purchase.transactionIdentifier) = ("GG", "GPA.1")
    return purchase
  }

  static let payment: [Sentence] =
    [
      PaymentMessages.stuck("7"), PaymentMessages.consumed("7", at: "2026-01-12"),
      PaymentMessages.consumed("7", at: nil), PaymentMessages.consumedBy("7", deed),
      PaymentMessages.settledAsConsumed("7", deed),
      PaymentMessages.consumedBefore("7", deed, isOwnLikely: false),
      PaymentMessages.consumedBefore("7", deed, isOwnLikely: true),
      PaymentMessages.mayBeConsumed("7", deed),
      PaymentMessages.mayBeConsumed("7", nil), PaymentMessages.stillListed("7", deed),
      PaymentMessages.stillListed("7", nil),
      PaymentMessages.beingConsumed("7", deed), PaymentMessages.refunded("7", wasConsumed: false),
      PaymentMessages.refunded("7", wasConsumed: true), PaymentMessages.claimed("bob"),
      PaymentMessages.at(PlaceName(.store(path: "s.db"), profile: nil)),
      PaymentMessages.interrupted("7"), PaymentMessages.reserved("7"), PaymentMessages.pending("7"),
      PaymentMessages.closed("7"), PaymentMessages.failed("7"), PaymentMessages.ofSubscription("7"),
      PaymentMessages.withheld(
        "7", .iap(.purchaseStatusInvalid, .payment("7", .subscriptionRevoked))),
      PaymentMessages.absent("7"), PaymentMessages.unclear("7"),
      PaymentMessages.purchase(charged, .success),
      PaymentMessages.purchase(charged, .success, .active),
      PaymentMessages.purchase(Purchase(paymentSeq: "7"), nil), PaymentMessages.inList(of: "alice"),
      PaymentMessages.notInList(of: "alice"),
      PaymentMessages.noListAsked, PaymentMessages.ofToken(isConsumable: true),
      PaymentMessages.ofToken(isConsumable: false), PaymentMessages.notInStore,
      PaymentMessages.notInJournal(path: "j.db"),
      PaymentMessages.ofAnotherServer(ServerName(text: "a.example"), command: "X"),
      PaymentMessages.alsoTransaction("7", of: "8", command: "X"),
      PaymentMessages.ofAnotherUser(owner: "bob"), PaymentMessages.purchased,
      PaymentMessages.stored("charged", change: "RESERVED → CHARGED"),
      PaymentMessages.stored("approved", change: nil),
      PaymentMessages.attempt(
        "consume", outcome: "unknown", deed, error: "com.nhncloud.http 102 requestTimeout"),
      PaymentMessages.attempt("consume", outcome: "consumed", bareDeed, error: nil),
      PaymentMessages.note("granted", bareDeed),
      PaymentMessages.grantAndConsume,
      PaymentMessages.settleIt, PaymentMessages.lookUpAndSettle, PaymentMessages.grantNothing,
      PaymentMessages.checkConsumed, PaymentMessages.grantNothingNow,
      PaymentMessages.checkGrantedOnce, PaymentMessages.revokeIfGranted, PaymentMessages.completeIt,
      PaymentMessages.completeOrClose, PaymentMessages.endApproval,
      PaymentMessages.waitForApproval,
      PaymentMessages.nothingToDo,
      PaymentMessages.refundIfCharged, PaymentMessages.checkAccess,
      PaymentMessages.waitAndLookAgain, PaymentMessages.askAgain, PaymentMessages.lookInConsole,
      PaymentMessages.listPayments(command: "X"),
    ]
    + Delivery.allCases.flatMap {
      [PaymentMessages.consume(after: $0), PaymentMessages.checkItem(after: $0)]
    }
}
