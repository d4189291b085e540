import IAPCore
import JSON

/// A payment of a seed: fields of its purchase, and its state in the store.
struct SeedPurchase: SeedElement {
  /// What the seed says of the purchase. If it gives no payment number, that is empty.
  private(set) var purchase = Purchase(paymentSeq: "")
  /// The indexes in ``Purchase/fields`` of the fields that the seed gives, one bit each.
  private var fieldsInSeed: UInt64 = 0
  private(set) var state: PaymentState?
  private(set) var consumed: Bool?
  private(set) var status: String?
  private(set) var pending: Bool?

  var number: Identifier? { purchase.paymentSeq == "" ? nil : purchase.paymentSeq }

  /// Whether the seed gives a field, which may be null.
  ///
  /// - Parameter index: in ``Purchase/fields``.
  func hasField(at index: Int) -> Bool { fieldsInSeed & 1 << index != 0 }

  /// The purchase, with the type, the time and the price of a new one if the seed does not give them.
  func purchase(or usual: Purchase) -> Purchase {
    var completed = purchase
    completed.productType = usual.productType
    completed.purchaseTime = purchase.purchaseTime ?? usual.purchaseTime
    if !hasField(at: Self.price) { completed.price = usual.price }
    if !hasField(at: Self.currency) { completed.currency = usual.currency }
    return completed
  }

  private static let price = Purchase.place(of: "price")
  private static let currency = Purchase.place(of: "currency")

  static let fields = JSONFields(
    SeedPurchase(), named: "purchases", summary: "Payments.", reading: .file,
    [
      field("paymentSeq", "the payment number, only digits, unique; default: generated"),
      field("userID", "the user who paid", isRequired: true),
      field("productIdentifier", "the product that was bought", isRequired: true),
      field("storeCode", "the market of the product; default: AS"),
      .optional(
        "state", \.state, .choice,
        "RESERVED or CHARGED (incomplete: not yet paid, or not yet verified), SUCCESS, "
          + "USER_CLOSE (cancelled), FAILURE (not verified), REFUND; default: SUCCESS"),
      .optional(
        "consumed", \.consumed, .flag,
        "true only with SUCCESS and a consumable product; default: false"),
      field("price", "default: the product's", isNullable: true),
      field("currency", "default: the product's", isNullable: true),
      field("accessToken", "the secret that consumes the payment; default: generated"),
      field("transactionIdentifier", "the store's transaction, unique; default: generated"),
      field(
        "originalTransactionIdentifier",
        "the first transaction of the subscription; default: its own for a subscription, null "
          + "for other products", isNullable: true),
      field("purchaseTime", "default: the store's time"),
      field("expiryTime", "the end of the subscription; default: purchaseTime and one period"),
      .optional(
        "status", \.status, .word(of: SubscriptionStatus.known.map(\.name)),
        "the status of the subscription, only on its latest payment: ACTIVE, CANCELED, ON_HOLD, "
          + "IN_GRACE_PERIOD, PAUSED, REVOKED, EXPIRED or UNKNOWN; default: REVOKED after a "
          + "refund, EXPIRED if expiryTime has passed, else ACTIVE"),
      field("storePayment", "whether the purchase was started in the store; default: false"),
      field("sandboxPayment", "default: false"),
      field(
        "payload", "the text that is returned with the purchase; default: null", isNullable: true),
      .optional(
        "pending", \.pending, .flag,
        "true: the purchase waits for an approval, charges nothing and does not prevent other "
          + "purchases; only with RESERVED; default: false"),
    ])

  /// A field of ``Purchase``.
  ///
  /// - Parameter isNullable: whether null is a value of its own, and not the default.
  private static func field(
    _ name: String, _ summary: String, isRequired: Bool = false, isNullable: Bool = false
  ) -> JSONField<SeedPurchase> {
    let index = Purchase.place(of: name)
    let set = Purchase.fields[index].set
    let codec = Purchase.fields[index].seedCodec
    let read = codec.read
    let schema = isRequired ? codec.schema : .nullable(codec.schema)
    return .read(.init(name, schema, isRequired: isRequired, summary)) {
      value, new throws(JSONProblem) in
      switch value {
      case nil: return
      case .null?: guard isNullable else { return }
      case let value?:
        set(&new.purchase, try read(value))
        new.purchase.storeCode = new.purchase.storeCode.map { StoreCode(legacy: $0) }
      }
      new.fieldsInSeed |= 1 << index
    }
  }
}

extension Field<Purchase> {
  /// How a seed has its content: no name is empty, and no price is negative.
  fileprivate var seedCodec: JSONCodec<FieldContent> {
    switch kind {
    case .text where name == "paymentSeq": JSONCodec(contentOf: JSONCodec<Identifier>.paymentSeq)
    case .text where name == "payload": JSONCodec(contentOf: JSONCodec<String>.text)
    case .text: JSONCodec(contentOf: JSONCodec<Identifier>.name)
    case .secret: JSONCodec(contentOf: JSONCodec<Secret>.secretName)
    case .price: JSONCodec(contentOf: JSONCodec<Price>.charge)
    case .number, .instant, .flag: kind.codec
    }
  }
}
