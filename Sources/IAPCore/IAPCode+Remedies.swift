extension IAPCode: CataloguedCode {
  static let domain = ErrorDomain.iap

  package var name: String { "\(self)" }

  /// What IAP refuses it refuses again, until somebody has changed something.
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
        when: "no app key was given, the app did not initialise the SDK, or the file that was "
          + "named is no fixture store",
        remedy: "give the app key, initialise the SDK before its first call, or name a fixture "
          + "store with --store")
    case .storeNotAvailable:
      Advice(
        when: "the market is switched off, or this backend cannot do the operation at all: the "
          + "REST API has no purchase, no restore and no reprocess",
        remedy: "switch the market on, or name another; a purchase, restore or reprocess needs "
          + "the user's device or a fixture store")
    case .alreadyInProgress:
      Advice(
        when: "the user has an incomplete purchase of this product, which broke off between "
          + "reservation and verification and may have been paid",
        remedy: "finish the incomplete purchase first: the next start of the app does, or 'iapctl "
          + "reprocess' in a fixture store")
    case .userInvalid:
      Advice(
        when: "the payment, or the receipt of a purchase that is restored or reprocessed, belongs "
          + "to another user",
        remedy: "grant nothing to this user: somebody else paid; ask again for the user who did")
    default:
      Advice(
        when: "the server answered 9999 or a code that no guide lists, or nobody can tell what "
          + "happened: a consume may be done; in a fixture store only as a fault",
        remedy: Self.settleFirst)
    }
  }

  /// What to do about an answer that says nothing.
  static let settleFirst =
    "a query can be asked again; while the outcome of a consume is unknown, neither grant nor take "
    + "back: what 'iapctl unconsumed' still lists was not consumed, but absence proves nothing"

  private var purchaseAdvice: Advice {
    switch self {
    case .productNotAvailable:
      Advice(
        when: "the market has no such product, the product is not in use, or the store has no "
          + "information on it",
        remedy:
          "see that the product is in use in the console and registered in the store: 'iapctl "
          + "products --all' shows what is missing")
    case .alreadyOwned:
      Advice(
        when: "the user buys a subscription that they have, and that has not expired",
        remedy: "sell no second one: 'iapctl subscriptions' shows what the user has, and 'iapctl "
          + "restore' brings back what does not show")
    case .paymentCancelled:
      Advice(
        when: "the user closed the payment sheet of the store; no money was taken",
        remedy: "grant nothing; the user can buy again at any time")
    case .paymentFailed:
      Advice(
        when: "the store refused the charge; no money was taken",
        remedy: "grant nothing; the user settles it with the store, or pays in another way")
    case .verifyFailed:
      Advice(
        when: "the receipt of the purchase did not verify, so that nothing proves that it was paid",
        remedy: "grant nothing unless the store itself confirms the charge: a receipt can be forged"
      )
    case .paymentNotAvailable:
      Advice(
        when: "purchases are switched off for this user, or restricted on the device; no money was "
          + "taken",
        remedy: "have purchases allowed for the user, or on the device, and buy again")
    default:
      Advice(
        when: "the purchase would pass the user's limit for the calendar month (UTC), in which "
          + "every paid purchase counts; no money was taken",
        remedy: "raise the user's limit, or wait for the next month, which begins at midnight UTC")
    }
  }

  private var paymentAdvice: Advice {
    switch self {
    case .productInvalid:
      Advice(
        when:
          "a purchase is restored or reprocessed, and its product is not the one in its receipt",
        remedy: "grant nothing until the two agree: the receipt says what was paid for; correct "
          + "the product in the console, and try again")
    case .paymentInvalid:
      Advice(
        when: "a purchase is restored or reprocessed, and its receipt carries no application user "
          + "name: it does not say who paid",
        remedy: "grant nothing by guessing: find out from the store's order who paid")
    case .changePurchaseStatusFailed:
      Advice(
        when: "the server refused a consume with 5000: the token is not the payment's, or the "
          + "payment cannot be consumed; with 5018 the name is alreadyConsumed: see 'iapctl explain 5018'",
        remedy: "grant nothing on this consume: check the payment's number and token and consume "
          + "again, or take back what was delivered for it, unless an earlier attempt of yours was "
          + "left unknown")
    case .purchaseStatusInvalid:
      Advice(
        when: "the payment is refunded, failed or not paid yet, its subscription was revoked, or "
          + "its product is never consumed",
        remedy: "deliver nothing on this consume, and take back what was delivered for it: a "
          + "refunded, failed or revoked payment is void; an incomplete one is reprocessed first, "
          + "and a subscription needs no consume")
    case .expired:
      Advice(
        when: "an incomplete purchase is reprocessed, and the subscription that it paid for has "
          + "expired meanwhile",
        remedy: "give no access, the paid period is over; if the user never had it, a refund is "
          + "to be asked of the store")
    case .renewalPaymentNotFound:
      Advice(
        when: "an incomplete purchase is reprocessed that renews a subscription, and no receipt "
          + "has its transaction",
        remedy: "grant nothing for the renewal until its receipt is there, then reprocess again")
    default:
      Advice(
        when: "a user's store account cannot be read, so that nothing can be restored from it",
        remedy: "have the user sign in to the store account, then restore again")
    }
  }
}
