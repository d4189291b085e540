import IAPCore
import Languages

/// What people read of errors of products, users and receipts: one row for each problem.
package enum ProductErrors {
  static func text(_ product: Identifier, _ problem: IAPError.ProductProblem) -> ErrorText {
    switch problem {
    case .notFound(let market, let others):
      ErrorText(
        "no product \(product) in market \(market)",
        hint: others.isEmpty
          ? "list the products with: iapctl products --all"
          : "it is sold in \(list: others): name the market with --market")
    case .notInUse: ErrorText("product \(product) is not in use")
    case .unknownToStore:
      ErrorText("product \(product) is invalid: the store has no information on it")
    case .ofUnknownType:
      ErrorText("product \(product) has the type UNKNOWN, so it cannot be bought")
    case .periodEndsAfterCalendar:
      ErrorText(
        "a subscription to \(product) would end after the last date of the calendar, in 9999")
    case .subscriptionOwned(let user, let until):
      ErrorText("user \(user) already has \(product)\(period(until))")
    case .groupOwned(let user, let owned, let until):
      ErrorText(
        """
        user \(user) already has \(owned)\(period(until)), which is in the same \
        subscription group as \(product)
        """)
    case .purchaseUnfinished(let user, let payment):
      ErrorText(
        "user \(user) has an incomplete purchase of \(product), payment \(payment)",
        hint: "complete it first: iapctl reprocess --user \(user)")
    case .paymentSheetClosed:
      ErrorText("the user closed the payment sheet for \(product); no money was taken")
    case .chargeRefused:
      ErrorText("the store refused the charge for \(product); no money was taken")
    }
  }

  /// ` until 2026-02-01T00:00:00.000Z`, or nothing.
  private static func period(_ end: Instant?) -> Sentence? { end.map { " until \($0)" } }

  static func text(_ user: Identifier, _ problem: IAPError.UserProblem) -> Sentence {
    switch problem {
    case .purchasesSwitchedOff: "purchases are switched off for user \(user)"
    case .limitPassed(let limit, let spent, let currency):
      """
      the purchase would exceed the monthly limit of user \(user): \(spent) of \(limit) \
      \(currency) spent
      """
    case .storeAccountUnreadable: "the store account of user \(user) cannot be read"
    }
  }

  static func text(_ transaction: Identifier, _ problem: IAPError.ReceiptProblem) -> Sentence {
    switch problem {
    case .withoutUser: "the receipt of transaction \(transaction) names no application user"
    case .ofAnotherUser: "the receipt of transaction \(transaction) names another user"
    case .sdkCannotVerify(let sdk, let verification):
      """
      the market verifies by \(verification.rawValue), which SDK \(sdk) cannot do, so the receipt \
      of transaction \(transaction) was not completed
      """
    }
  }
}
