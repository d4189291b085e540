package import IAPCore
package import JSON

extension GamebaseAPI {
  /// The names are those of the guide, in the order of its samples. A row needs its number and its token
  /// only.
  package static let payment = JSONFields(
    Purchase(paymentSeq: ""), named: "GamebasePayment",
    rowBeginning + [gamebaseProduct] + rowEnd)

  private static let rowBeginning: [JSONField<Purchase>] = [
    .required("paymentSeq", \.paymentSeq, .paymentSeq),
    .nullable("productSeq", \.productSeq, .integer), .nullable("currency", \.currency, .text),
    .nullable("price", \.price, .priceWithPoint), .nullable("marketId", \.storeCode, .storeCode),
    .listedToken("accessToken"),
    .nullable(
      "paymentId", \.transactionIdentifier, .identifier, "the store's identifier of the charge"),
  ]

  private static let gamebaseProduct = JSONField<Purchase>.optional(
    "gamebaseProductId", \.gamebaseProductID, .identifier, "the product in Gamebase")

  private static let rowEnd: [JSONField<Purchase>] = [
    .nullable("purchaseTime", \.purchaseTime, .instantInSeoul), payload,
    .nullable("isTestPurchase", \.isSandboxPayment, .flag),
  ]

  private static let payload = JSONField<Purchase>.optional(
    "payload", \.payload, .text, "what the app attached to the purchase")

  package struct TokenPayment: Sendable {
    package fileprivate(set) var transaction: PaymentTransaction
    /// A token of the store, if it has one.
    fileprivate var paymentToken: Secret?

    package init(_ transaction: PaymentTransaction) { self.transaction = transaction }
  }

  static let tokenPayment = JSONFields(
    TokenPayment(PaymentTransaction(Purchase(paymentSeq: ""), isConsumable: false)),
    named: "GamebaseTransaction",
    rowBeginning.map { $0.of(\.transaction.purchase) } + [
      .optional("paymentToken", \.paymentToken, .secret, "a token of the store"),
      .nullable("productType", \.transaction.purchase.productType, .productType),
      .nullable("userId", \.transaction.purchase.userID, .identifier),
    ] + ([gamebaseProduct] + rowEnd).map { $0.of(\.transaction.purchase) } + [
      .required(
        "isConsumable", \.transaction.isConsumable, .flag,
        "true proves that it is not consumed yet; false proves nothing")
    ])

  package struct Receipt: Sendable {
    package fileprivate(set) var receipt: ConsumeReceipt
    fileprivate var purchase: Purchase

    /// - Parameter purchase: gives what the receipt does not have.
    package init(_ receipt: ConsumeReceipt, of purchase: Purchase) {
      (self.receipt, self.purchase) = (receipt, purchase)
    }
  }

  /// A client trusts a complete receipt only.
  static let receipt = JSONFields(
    Receipt(
      ConsumeReceipt(price: nil, currency: nil, productSeq: nil), of: Purchase(paymentSeq: "")),
    named: "GamebaseReceipt", reading: .complete,
    [
      .nullable("price", \.receipt.price, .priceWithPoint),
      .nullable("currency", \.receipt.currency, .text),
      .known("productSeq", \.receipt.productSeq, .integer).described(as: .nullable(.number)),
      .known("marketId", \.receipt.storeCode, .storeCode).described(as: .nullable(.text)),
      gamebaseProduct.of(\.purchase), payload.of(\.purchase),
    ])

  /// A subscription, and the payment that it replaced.
  package struct ListedSubscription: Sendable {
    package fileprivate(set) var subscription = Subscription(
      purchase: Purchase(paymentSeq: ""), status: nil, renewTime: nil)
    /// The transaction of the subscription that was upgraded or bought again.
    fileprivate var linkedPayment: Identifier?

    fileprivate init() {}

    package init(_ subscription: Subscription) { self.subscription = subscription }
  }

  static let subscription = JSONFields(
    ListedSubscription(), named: "GamebaseSubscription",
    latestPurchase([
      .nullable("marketId", \.storeCode, .storeCode), .nullable("userId", \.userID, .identifier),
      .required("paymentSeq", \.paymentSeq, .paymentSeq), token,
      .nullable("productSeq", \.productSeq, .integer),
      .nullable("productId", \.productIdentifier, .identifier, "the store's identifier"),
      .nullable("productType", \.productType, .productType),
      .optional("originalPaymentId", \.originalTransactionIdentifier, .identifier),
      .nullable("paymentId", \.transactionIdentifier, .identifier),
    ]) + [.optional("linkedPaymentId", \.linkedPayment, .identifier)]
      + latestPurchase([
        .nullable("price", \.price, .priceWithPoint), .nullable("currency", \.currency, .text),
        gamebaseProduct, payload,
      ]) + latestPurchase(times) + [
        renewTime.of(\.subscription),
        JSONField<Purchase>.nullable("isTestPurchase", \.isSandboxPayment, .flag)
          .of(\.subscription.purchase),
        referenceStatus.of(\.subscription),
      ])

  /// The latest payment of a subscription.
  static let latestPayment = JSONFields(
    Subscription(purchase: Purchase(paymentSeq: ""), status: nil, renewTime: nil),
    named: "GamebaseSubscriptionStatus",
    ([
      .nullable("userId", \.userID, .identifier),
      .required("paymentSeq", \.paymentSeq, .paymentSeq), token,
      .nullable("paymentId", \.transactionIdentifier, .identifier),
      .nullable("originalPaymentId", \.originalTransactionIdentifier, .identifier),
    ] + times).map { $0.of(\.purchase) } + [renewTime, referenceStatus])

  private static func latestPurchase(
    _ fields: [JSONField<Purchase>]
  ) -> [JSONField<ListedSubscription>] { fields.map { $0.of(\.subscription.purchase) } }

  private static let token = JSONField<Purchase>.nullable("accessToken", \.accessToken, .secret)

  private static let times: [JSONField<Purchase>] = [
    .nullable("purchaseTime", \.purchaseTime, .instantInSeoul),
    .nullable("expiryTime", \.expiryTime, .instantInSeoul),
  ]

  /// In the guide's sample it is later than the end.
  private static let renewTime = JSONField<Subscription>.nullable(
    "renewTime", \.renewTime, .instantInSeoul)

  private static let referenceStatus = JSONField<Subscription>.optional(
    "referenceStatus", \.gamebaseStatus, .text, "the status in Google Play; of other markets none")
}

extension GamebaseAPI {
  static let onHold = "ON_HOLD"

  /// The words of `referenceStatus` for each status. The first one is written.
  private static let words: [(status: SubscriptionStatus, words: [String])] = [
    (
      .active,
      ["PURCHASED", "REPURCHASED", "RESTARTED", "RENEWED", "RECOVERED", "PAUSE_SCHEDULED"]
    ),
    (.canceled, ["CANCELED_SUBSCRIPTION"]), (.inGracePeriod, ["IN_GRACE"]),
    (.onHold, [onHold]), (.paused, ["PAUSED"]), (.revoked, ["REVOKED"]), (.expired, ["EXPIRED"]),
    (.unknown, ["NOT_APPOINTED", "PENDING", "CANCELED_PRODUCT"]),
  ]

  fileprivate static func status(_ word: String) -> SubscriptionStatus {
    words.first { $0.words.contains(word) }?.status ?? .unknown
  }

  /// The word of a server for a status.
  ///
  /// - Parameter isRenewed: whether the subscription was renewed.
  package static func referenceStatus(
    of status: SubscriptionStatus, isRenewed: Bool
  ) -> String? {
    if status == .active, isRenewed { return "RENEWED" }
    return words.first { $0.status == status }?.words.first
  }
}

extension Subscription {
  /// Sets the status as well.
  fileprivate var gamebaseStatus: String? {
    get { referenceStatus }
    set { (referenceStatus, status) = (newValue, newValue.map(GamebaseAPI.status)) }
  }
}

extension JSONCodec where Value == Price {
  /// A JSON number that always has a decimal point: `1500.0`.
  fileprivate static var priceWithPoint: JSONCodec {
    let price = price
    return JSONCodec(
      .decimal,
      write: { .number($0.digits.utf8.contains(UInt8(ascii: ".")) ? $0.digits : "\($0.digits).0") },
      read: price.read)
  }
}

extension JSONCodec where Value == Instant {
  /// RFC 3339 with seconds and the offset of Seoul: `2020-06-02T13:38:56+09:00`. Any offset is read.
  fileprivate static var instantInSeoul: JSONCodec {
    JSONCodec<String>.text.map(
      as: .instant,
      write: { instant in
        let local = Instant(instant.milliseconds + 9 * 3_600_000)
        return "\(local.description.prefix { $0 != "." })+09:00"
      },
      read: { text throws(JSONProblem) in
        guard let instant = Instant(text) else { throw .not("an instant") }
        return instant
      })
  }
}
