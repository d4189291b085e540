import IAPCore
import JSON

extension SeedList {
  static let purchases = SeedList(
    "purchases", of: "purchase", summary: "Payments.", identity: ["paymentSeq"], isSold: true,
    [
      .optional(
        "paymentSeq", .paymentSeq, "the payment number, only digits, unique; default: generated"),
      .required("userID", .name, "the user who paid"),
      .required("productIdentifier", .name, "the product that was bought"),
      .optional(
        "storeCode", JSONCodec<StoreCode>.market, "the market of the product; default: AS"),
      .optional(
        "state", JSONCodec<PaymentState>.choice,
        "RESERVED or CHARGED (incomplete: not yet paid, or not yet verified), SUCCESS, "
          + "USER_CLOSE (cancelled), FAILURE (not verified), REFUND; default: SUCCESS"),
      .optional(
        "consumed", .flag, "true only with SUCCESS and a consumable product; default: false"),
      .nullable("price", .charge, "default: the product's"),
      .nullable("currency", .name, "default: the product's"),
      .optional(
        "accessToken", .secretName, "the secret that consumes the payment; default: generated"),
      .optional(
        "transactionIdentifier", .name, "the store's transaction, unique; default: generated"),
      .nullable(
        "originalTransactionIdentifier", .name,
        "the first transaction of the subscription; default: its own for a subscription, null "
          + "for other products", source: PurchaseRow.original),
      .optional("purchaseTime", .instant, "default: the store's time"),
      .optional(
        "expiryTime", .instant, "the end of the subscription; default: purchaseTime and one period"),
      .optional(
        "status", .word(of: SubscriptionStatus.known.map(\.name)),
        "the status of the subscription, only on its latest payment: ACTIVE, CANCELED, ON_HOLD, "
          + "IN_GRACE_PERIOD, PAUSED, REVOKED, EXPIRED or UNKNOWN; default: REVOKED after a "
          + "refund, EXPIRED if expiryTime has passed, else ACTIVE"),
      .optional(
        "storePayment", .flag, "whether the purchase was started in the store; default: false"),
      .optional("sandboxPayment", .flag, "default: false"),
      .nullable("payload", .text, "the text that is returned with the purchase; default: null"),
      .optional(
        "pending", .flag,
        "true: the purchase waits for an approval, charges nothing and does not prevent other "
          + "purchases; only with RESERVED; default: false"),
    ])

  /// The place in ``purchases`` of each field of a purchase that is a key there.
  private static let places = Purchase.fields.map { field in
    purchases.keys.firstIndex { $0.name == field.name }
  }

  private static let state = purchases.place(of: "state")
  private static let consumed = purchases.place(of: "consumed")
  private static let pending = purchases.place(of: "pending")

  /// The payment that an element of ``purchases`` describes.
  static func purchase(
    _ new: SeedRecord, of product: ProductRow, at now: Instant
  ) -> NewPurchase {
    let state = new.values[state]?.text.flatMap(PaymentState.init)
    var payment = NewPurchase(of: product, by: "", state: state ?? .success, at: now)
    payment.isConsumed = new.values[consumed]?.integer == 1
    payment.isPending = new.values[pending]?.integer == 1
    // A field is not copied: that would count references for each of its parts.
    for index in places.indices {
      guard let place = places[index], let value = new.values[place] else { continue }
      Purchase.fields[index].set(
        &payment.purchase, Purchase.fields[index].kind.content(value))
    }
    return payment
  }
}
