import Languages
import Text

// What is wrong with products, with the users who buy them, and with receipts.
extension IAPError {
  package enum ProductProblem: Hashable, Sendable {
    case notFound(market: StoreCode, soldIn: [StoreCode])
    case notInUse
    case unknownToStore
    /// Its product type is UNKNOWN.
    case ofUnknownType
    /// The first period of the subscription would end after the last date that can be stored.
    case periodEndsAfterCalendar
    case subscriptionOwned(user: Identifier, until: Instant?)
    /// The user has another product of the same subscription group.
    case groupOwned(user: Identifier, by: Identifier, until: Instant?)
    case purchaseUnfinished(user: Identifier, payment: Identifier)
    case paymentSheetClosed
    case chargeRefused
  }

  package enum UserProblem: Hashable, Sendable {
    case purchasesSwitchedOff
    case limitPassed(limit: Price, spent: Price, currency: String)
    case storeAccountUnreadable
  }

  package enum ReceiptProblem: Hashable, Sendable {
    case withoutUser
    case ofAnotherUser
    /// As ``PaymentProblem/sdkCannotVerify(_:_:)``, for a receipt that no payment has.
    case sdkCannotVerify(SDKVersion, Verification)
  }
}

extension IAPError.ProductProblem {
  func text(of product: Identifier) -> ErrorText {
    switch self {
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
      ErrorText(
        "user \(user) already has \(product)\(Self.period(until))", hint: Self.owned(by: user))
    case .groupOwned(let user, let owned, let until):
      ErrorText(
        """
        user \(user) already has \(owned)\(Self.period(until)), which is in the same \
        subscription group as \(product)
        """, hint: Self.owned(by: user))
    case .purchaseUnfinished(let user, let payment):
      ErrorText(
        "user \(user) has an incomplete purchase of \(product), payment \(payment)",
        hint: "complete it first: iapctl reprocess\(ShellText.option("user", user.text))")
    case .paymentSheetClosed:
      ErrorText("the user closed the payment sheet for \(product); no money was taken")
    case .chargeRefused:
      ErrorText("the store refused the charge for \(product); no money was taken")
    }
  }

  private static func owned(by user: Identifier) -> Sentence {
    """
    do not sell it again: a subscription cannot be upgraded, downgraded or changed; to see what the user has: \
    iapctl subscriptions --include-expired\(ShellText.option("user", user.text))
    """
  }

  /// ` until 2026-02-01T00:00:00.000Z`, or nothing.
  private static func period(_ end: Instant?) -> Sentence? { end.map { " until \($0)" } }
}

extension IAPError.UserProblem {
  func sentence(of user: Identifier) -> Sentence {
    switch self {
    case .purchasesSwitchedOff: "purchases are switched off for user \(user)"
    case .limitPassed(let limit, let spent, let currency):
      """
      the purchase would exceed the monthly limit of user \(user): \(AmountText.grouped(spent.digits)) of \
      \(AmountText.grouped(limit.digits)) \(currency) spent
      """
    case .storeAccountUnreadable: "the store account of user \(user) cannot be read"
    }
  }
}

extension IAPError.ReceiptProblem {
  func sentence(of transaction: Identifier) -> Sentence {
    switch self {
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
