import IAPCore

@testable import IAPConsole

extension MessageExamples {
  private static let deed = PaymentMessage.Deed(
    person: "Mina (kim)", host: "ops1", ticket: "T-7", time: "2026-01-12 20:20:00 +09:00")
  private static let bareDeed = PaymentMessage.Deed(person: "kim", host: "ops1")

  private static var charged: Purchase {
    var purchase = gem
    (purchase.storeCode, purchase.transactionIdentifier) = ("GG", "GPA.1")
    return purchase
  }

  static let payment: [PaymentMessage] = [
    .stuck("7"), .consumed("7", at: "2026-01-12"), .consumed("7", at: nil), .consumedBy("7", deed),
    .settledAsConsumed("7", deed), .consumedBefore("7", deed, isOwnLikely: false),
    .consumedBefore("7", deed, isOwnLikely: true), .mayBeConsumed("7", deed),
    .mayBeConsumed("7", nil), .stillListed("7", deed), .stillListed("7", nil),
    .beingConsumed("7", deed), .refunded("7"), .interrupted("7"), .reserved("7"), .pending("7"),
    .closed("7"), .failed("7"), .ofSubscription("7"),
    .withheld("7", .iap(.purchaseStatusInvalid, .payment("7", .subscriptionRevoked))),
    .absent("7"), .unclear("7"), .purchase(charged, .success),
    .purchase(Purchase(paymentSeq: "7"), nil), .inList(of: "alice"), .notInList(of: "alice"),
    .noListAsked, .ofToken(isConsumable: true), .ofToken(isConsumable: false), .notInStore,
    .notInJournal(path: "j.db"),
    .ofAnotherServer(ServerName(text: "a.example"), command: "X"),
    .alsoTransaction("7", of: "8", command: "X"), .ofAnotherUser(owner: "bob"), .purchased,
    .stored("charged", change: "RESERVED → CHARGED"), .stored("approved", change: nil),
    .attempt("consume", outcome: "unknown", deed, error: "com.nhncloud.http 102 requestTimeout"),
    .attempt("consume", outcome: "consumed", bareDeed, error: nil), .note("granted", bareDeed),
    .grantAndConsume, .grantAgainAndConsume, .settleIt, .lookUpAndSettle, .grantNothing,
    .checkConsumed, .grantNothingNow,
    .checkGrantedOnce, .revokeIfGranted, .completeIt, .completeOrClose, .endApproval,
    .waitForApproval,
    .nothingToDo,
    .refundIfCharged, .checkAccess, .waitAndLookAgain, .askAgain, .lookInConsole,
    .listPayments(command: "X"),
  ]
}
