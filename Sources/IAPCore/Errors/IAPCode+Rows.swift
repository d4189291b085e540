/// The errors of the SDK. What the guide says of each code is ``ErrorRow/meaning``.
extension IAPCode {
  package static let rows: [IAPCode: ErrorRow] = [
    .unknown: ErrorRow(
      exit: 4, "Unknown",
      when: """
        the server answered 9999 or a code that no guide lists, or the outcome cannot be known: \
        the payment may have been consumed; in a fixture store only as a fault
        """,
      remedy: ErrorRow.settleFirst),
    .notInitialized: ErrorRow(
      exit: 4, "Not Initialized",
      when: """
        no app key was given, the app did not initialise the SDK, or the given file is not a \
        fixture store
        """,
      remedy: """
        give the app key, initialise the SDK before its first call, or name a fixture store with \
        --store PATH
        """),
    .storeNotAvailable: ErrorRow(
      exit: 4, "Store is unavailable",
      when: """
        the market is switched off in the IAP console or in the fixture store, or the device has \
        no such store
        """,
      remedy: """
        switch the market on, or use another market (--market); on a device, check that the \
        store's app is installed and that the user is signed in
        """),
    .productNotAvailable: ErrorRow(
      exit: 4, wire: .invalidParameters, "Failed to get product information",
      when: """
        the market has no such product, the product is not in use, or the store has no \
        information on it
        """,
      remedy: """
        check that the product is in use in the IAP console and registered in the store; to see \
        what is missing: iapctl products --all
        """),
    .productInvalid: ErrorRow(
      exit: 4, "Inconsistency of IDs between original payment and current product",
      when: """
        a purchase is restored or reprocessed, and its product is not the product in its receipt
        """,
      remedy: "grant nothing; the receipt says what was paid for; \(failedPayment)"),
    .alreadyOwned: ErrorRow(
      exit: 4, "Product is already owned",
      when: """
        the user buys a subscription that the user already has and that has not expired
        """,
      remedy: """
        do not sell it again; 'iapctl subscriptions' lists what the user has, and 'iapctl \
        restore' restores a missing subscription; a subscription cannot be upgraded, downgraded or changed
        """),
    .alreadyInProgress: ErrorRow(
      exit: 4, "Request is already processing",
      when: """
        the user has an incomplete purchase of this product, which was interrupted between \
        reservation and verification and may have been paid
        """,
      remedy: """
        complete the incomplete purchase first: the app does it at its next start, and 'iapctl \
        reprocess' does it in a fixture store
        """),
    .userInvalid: ErrorRow(
      exit: 4, wire: .consumeFailed, "Inconsistency of IDs between current user and paid user",
      when: """
        the payment, or the receipt of a purchase that is restored or reprocessed, belongs to \
        another user
        """,
      remedy: """
        grant nothing to this user, because another user paid; repeat it with the user who paid
        """),
    .paymentInvalid: ErrorRow(
      exit: 4, "Failed to get further payment information (ApplicationUsername)",
      when: """
        a purchase is restored or reprocessed, and its receipt contains no application user \
        name, so that it does not say who paid
        """,
      remedy: """
        grant nothing until you know who paid: find the user in the store's order; \
        \(failedPayment)
        """),
    .paymentCancelled: ErrorRow(
      exit: 4, "Store payment cancelled",
      when: "the user closed the payment sheet of the store; no money was taken",
      remedy: "grant nothing; the user can buy again at any time"),
    .paymentFailed: ErrorRow(
      exit: 4, "Store payment failed",
      when: "the store refused the charge; no money was taken",
      remedy: "grant nothing; the user has to contact the store or pay in another way"),
    .verifyFailed: ErrorRow(
      exit: 4, "Receipt verification failed",
      when: """
        the receipt of the purchase is invalid, so there is no proof that it was paid; or the market verifies \
        by V1 or V2, and the version of the SDK does not (1.8 and later verify both, 1.7 only V2, earlier \
        ones only V1)
        """,
      remedy: """
        grant nothing unless the store itself confirms the charge: the receipt may be forged; if the store \
        took the money and the SDK did not fit, complete the purchase with an SDK that fits (reprocess), or \
        refund it
        """),
    .changePurchaseStatusFailed: ErrorRow(
      exit: 4, wire: .consumeFailed, "Change of purchase status failed",
      when: """
        the server refused a consume with 5000: the token does not belong to the payment, or the \
        payment cannot be consumed; with 5018 the name is alreadyConsumed: see 'iapctl explain \
        5018'
        """,
      remedy: ErrorRow.grantNothing),
    .purchaseStatusInvalid: ErrorRow(
      exit: 4, wire: .consumeFailed, "Unavailable to purchase",
      when: """
        the payment is refunded, failed or not paid yet, its subscription was revoked, or its \
        product cannot be consumed
        """,
      remedy: """
        if the payment was refunded, grant nothing, and revoke the item if it was granted: only a refunded \
        payment is void; a paid subscription is never consumed, and gives access as long as 'iapctl \
        subscriptions' lists it; reprocess an incomplete payment first
        """),
    .expired: ErrorRow(
      exit: 4, "Subscription expired",
      when: """
        an incomplete purchase is reprocessed, and its subscription has expired in the meantime
        """,
      remedy: """
        give no access: the paid period is over; the payment is FAILURE now, and its money is to \
        be refunded
        """),
    .renewalPaymentNotFound: ErrorRow(
      exit: 4, "Renewal payment information not found in receipt",
      when: """
        an incomplete renewal of a subscription is reprocessed, and no receipt contains its \
        transaction
        """,
      remedy: "grant nothing for the renewal; \(failedPayment)"),
    .restoreFailed: ErrorRow(
      exit: 4, "Failed to restore",
      when: "the user's store account cannot be read, so nothing can be restored from it",
      remedy: "ask the user to sign in to the store account, then restore again"),
    .paymentNotAvailable: ErrorRow(
      exit: 4, "Status of purchase inoperative (e.g. setting purchase restrictions in app)",
      when: """
        purchases are switched off for this user, or restricted on the device; no money was \
        taken
        """,
      remedy: "allow purchases for the user or on the device, then buy again"),
    .purchaseLimitExceeded: ErrorRow(
      exit: 4, "Monthly purchase limit exceeded",
      when: """
        the purchase would exceed the user's limit for the calendar month (UTC), in which every \
        paid purchase counts; no money was taken
        """,
      remedy: """
        raise the user's limit, or wait for the next month, which begins at midnight UTC
        """),
  ]

  /// What becomes of a payment that cannot be completed.
  private static let failedPayment = """
    a payment that was reprocessed is FAILURE now, and its money is to be refunded; if the \
    charge was valid, set its state to SUCCESS in the IAP console, or in a fixture store with: \
    iapctl store set-state PAYMENT_SEQ SUCCESS
    """
}
