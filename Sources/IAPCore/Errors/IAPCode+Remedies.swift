extension IAPCode: CataloguedCode {
  static let domain = ErrorDomain.iap

  package var name: String { "\(self)" }

  /// If IAP refuses a call, it refuses it again until something is changed.
  package var isRetryable: Bool { false }

  var advice: Advice {
    switch self {
    case .unknown, .notInitialized, .storeNotAvailable, .alreadyInProgress, .userInvalid:
      callAdvice
    case .productNotAvailable, .alreadyOwned, .paymentCancelled, .paymentFailed, .verifyFailed,
      .paymentNotAvailable, .purchaseLimitExceeded:
      purchaseAdvice
    case .productInvalid, .paymentInvalid, .changePurchaseStatusFailed, .purchaseStatusInvalid,
      .expired, .renewalPaymentNotFound, .restoreFailed:
      paymentAdvice
    }
  }

  private var callAdvice: Advice {
    switch self {
    case .notInitialized:
      Advice(
        when:
          "no app key was given, the app did not initialise the SDK, or the given file is not a "
          + "fixture store",
        remedy:
          "give the app key, initialise the SDK before its first call, or name a fixture store "
          + "with --store PATH")
    case .storeNotAvailable:
      Advice(
        when:
          "the market is switched off in the IAP console or in the fixture store, or the device has "
          + "no such store",
        remedy: "switch the market on, or use another market (--market); on a device, check that "
          + "the store's app is installed and that the user is signed in")
    case .alreadyInProgress:
      Advice(
        when: "the user has an incomplete purchase of this product, which was interrupted between "
          + "reservation and verification and may have been paid",
        remedy: "complete the incomplete purchase first: the app does it at its next start, and "
          + "'iapctl reprocess' does it in a fixture store")
    case .userInvalid:
      Advice(
        when: "the payment, or the receipt of a purchase that is restored or reprocessed, belongs "
          + "to another user",
        remedy:
          "grant nothing to this user, because another user paid; repeat it with the user who "
          + "paid")
    default:
      Advice(
        when: "the server answered 9999 or a code that no guide lists, or the outcome cannot be "
          + "known: the payment may have been consumed; in a fixture store only as a fault",
        remedy: Self.settleFirst)
    }
  }

  /// What becomes of a payment that cannot be completed.
  private static let failedPayment =
    "a payment that was reprocessed is FAILURE now, and its money is to be refunded; if the charge "
    + "was valid, set its state to SUCCESS in the IAP console, or in a fixture store with: iapctl "
    + "store set-state PAYMENT_SEQ SUCCESS"

  /// The remedy if the outcome is unknown.
  static let settleFirst =
    "a query can be repeated; if a consume was sent, neither grant nor revoke before it is "
    + "settled with: iapctl consume PAYMENT_SEQ --resume"

  private var purchaseAdvice: Advice {
    switch self {
    case .productNotAvailable:
      Advice(
        when: "the market has no such product, the product is not in use, or the store has no "
          + "information on it",
        remedy:
          "check that the product is in use in the IAP console and registered in the store; to "
          + "see what is missing: iapctl products --all")
    case .alreadyOwned:
      Advice(
        when: "the user buys a subscription that the user already has and that has not expired",
        remedy: "do not sell it again; 'iapctl subscriptions' lists what the user has, and 'iapctl "
          + "restore' restores a missing subscription")
    case .paymentCancelled:
      Advice(
        when: "the user closed the payment sheet of the store; no money was taken",
        remedy: "grant nothing; the user can buy again at any time")
    case .paymentFailed:
      Advice(
        when: "the store refused the charge; no money was taken",
        remedy: "grant nothing; the user has to contact the store or pay in another way")
    case .verifyFailed:
      Advice(
        when: "the receipt of the purchase is invalid, so there is no proof that it was paid",
        remedy:
          "grant nothing unless the store itself confirms the charge: the receipt may be forged"
      )
    case .paymentNotAvailable:
      Advice(
        when: "purchases are switched off for this user, or restricted on the device; no money was "
          + "taken",
        remedy: "allow purchases for the user or on the device, then buy again")
    default:
      Advice(
        when: "the purchase would exceed the user's limit for the calendar month (UTC), in which "
          + "every paid purchase counts; no money was taken",
        remedy: "raise the user's limit, or wait for the next month, which begins at midnight UTC")
    }
  }

  private var paymentAdvice: Advice {
    switch self {
    case .productInvalid:
      Advice(
        when:
          "a purchase is restored or reprocessed, and its product is not the product in its "
          + "receipt",
        remedy: "grant nothing; the receipt says what was paid for; " + Self.failedPayment)
    case .paymentInvalid:
      Advice(
        when: "a purchase is restored or reprocessed, and its receipt contains no application user "
          + "name, so that it does not say who paid",
        remedy: "grant nothing until you know who paid: find the user in the store's order; "
          + Self.failedPayment)
    case .changePurchaseStatusFailed:
      Advice(
        when:
          "the server refused a consume with 5000: the token does not belong to the payment, or "
          + "the payment cannot be consumed; with 5018 the name is alreadyConsumed: see "
          + "'iapctl explain 5018'",
        remedy:
          "grant nothing; if you granted just now, revoke it; if an earlier attempt ended with exit "
          + "7, neither grant nor revoke before it is settled with: iapctl consume PAYMENT_SEQ "
          + "--resume; then check the payment number and the token, and consume again")
    case .purchaseStatusInvalid:
      Advice(
        when: "the payment is refunded, failed or not paid yet, its subscription was revoked, or "
          + "its product cannot be consumed",
        remedy:
          "grant nothing, and revoke the item if it was granted: a refunded, failed or revoked "
          + "payment is void; reprocess an incomplete payment first; a subscription is not "
          + "consumed")
    case .expired:
      Advice(
        when: "an incomplete purchase is reprocessed, and its subscription has expired in the "
          + "meantime",
        remedy:
          "give no access: the paid period is over; the payment is FAILURE now, and its money is "
          + "to be refunded")
    case .renewalPaymentNotFound:
      Advice(
        when: "an incomplete renewal of a subscription is reprocessed, and no receipt contains its "
          + "transaction",
        remedy: "grant nothing for the renewal; " + Self.failedPayment)
    default:
      Advice(
        when: "the user's store account cannot be read, so nothing can be restored from it",
        remedy: "ask the user to sign in to the store account, then restore again")
    }
  }
}
