package import IAPCore
package import JSON

/// The dialect `service`: the current API of the IAP service. A request names one market. Unknown
/// members are ignored.
package enum ServiceAPI {
  static let traits = WireTraits(
    credential: .appKey, listsByMarket: true)

  /// Names a user and a market, and for subscriptions the app's package.
  package struct ListRequest: Sendable {
    package fileprivate(set) var user: Identifier = ""
    package fileprivate(set) var market: StoreCode = ""
    package fileprivate(set) var package = ""

    fileprivate init() {}

    package init(_ user: Identifier, in market: StoreCode, package: String = "") {
      (self.user, self.market, self.package) = (user, market, package)
    }

    fileprivate static let market = JSONField<ListRequest>.required(
      "marketId", \.market, .market, "such as AS")
    fileprivate static let package = JSONField<ListRequest>.required(
      "packageName", \.package, .text,
      "the app's package in the market; refused if the store has another")
    fileprivate static let user = [
      JSONField<ListRequest>.constant("userChannel", "GF", "always GF"),
      JSONField<ListRequest>.required("userKey", \.user, .name, "the user"),
    ]
  }

  package static let consume = WireOperation(
    .service, "/v1/service/consume", "mark a payment as delivered", .changeOfOne,
    JSONFields(
      Payment(""),
      [
        .required(
          "paymentSeq", .paymentSeq, "its number", get: { $0.paymentSeq },
          set: { $0.paymentSeq = $1 }),
        .required(
          "accessToken", JSONCodec<Secret>.secret.known, "its token", get: { $0.accessToken },
          set: { $0.accessToken = $1 }),
      ]), receipt)

  /// A client trusts a complete receipt only.
  private static let receipt = JSONFields(
    ConsumeReceipt(price: nil, currency: nil, productSeq: nil), named: "ServiceReceipt",
    reading: .complete,
    [
      .nullable("price", \.price, .price), .nullable("currency", \.currency, .text),
      .known("productSeq", \.productSeq, .integer).described(as: .nullable(.number)),
    ]
  ).codec

  package static let unconsumed = WireOperation(
    .service, "/v1/service/consumable", "purchases of a user in a market that are not consumed",
    .query, JSONFields(ListRequest(), [ListRequest.market] + ListRequest.user),
    .list(of: payment.codec))

  /// The names are those of ``Purchase/fields``.
  package static let payment = JSONFields(
    Purchase(paymentSeq: ""), named: "ServicePayment",
    [
      .required("paymentSeq", \.paymentSeq, .paymentSeq),
      .nullable("productSeq", \.productSeq, .integer), .nullable("currency", \.currency, .text),
      .nullable("price", \.price, .price),
      .listedToken("accessToken"),
    ])

  package static let subscriptions = WireOperation(
    .service, "/v1/service/activeSubscriptionList", "a user's active subscriptions in a market",
    .query,
    JSONFields(ListRequest(), [ListRequest.market, ListRequest.package] + ListRequest.user),
    .list(of: writtenSubscription), accepted: .list(of: subscription))

  /// A subscription, and the package of its app.
  package struct ListedSubscription: Sendable {
    package fileprivate(set) var subscription = Subscription(
      purchase: Purchase(paymentSeq: ""), status: nil, renewTime: nil)
    fileprivate var package = ""

    fileprivate init() {}

    package init(_ subscription: Subscription, package: String) {
      (self.subscription, self.package) = (subscription, package)
    }
  }

  private static let writtenSubscription = JSONFields(
    ListedSubscription(), named: "ServiceSubscription",
    [.constant("channel", "GF")] + key + [.required("appId", \.package, .text)] + details
  ).codec

  private static let subscription = JSONFields(ListedSubscription(), key + details).codec

  private static let key: [JSONField<ListedSubscription>] = [
    .nullable("userId", \.subscription.purchase.userID, .identifier),
    .required("paymentSeq", \.subscription.purchase.paymentSeq, .paymentSeq),
  ]

  /// There is no status: each subscription in the list is active, even if it is expired by the
  /// local clock.
  private static let details: [JSONField<ListedSubscription>] =
    purchaseDetails.map { $0.of(\.subscription.purchase) } + [
      .nullable(
        "renewTimeMillis", \.subscription.renewTime, .milliseconds,
        "since 1970; before the first renewal, the time of the purchase")
    ]

  private static let purchaseDetails: [JSONField<Purchase>] = [
    .nullable("productId", \.productIdentifier, .identifier),
    .nullable("productType", \.productType, .productType),
    // Twice in the guide's own sample.
    JSONField<Purchase>.nullable("productSeq", \.productSeq, .integer).repeatable,
    .nullable("currency", \.currency, .text),
    .nullable("price", \.price, .price),
    .nullable("paymentId", \.transactionIdentifier, .identifier, "the transaction"),
    .nullable(
      "originalPaymentId", \.originalTransactionIdentifier, .identifier,
      "the first payment's transaction"),
    .nullable("purchaseTimeMillis", \.purchaseTime, .milliseconds, "since 1970"),
    .nullable("expiryTimeMillis", \.expiryTime, .milliseconds, "since 1970"),
  ]
}

extension JSONField<Purchase> {
  /// The token of a listed payment, without which it cannot be consumed. A store that has none writes null.
  static func listedToken(_ name: String) -> JSONField {
    known(name, \.accessToken, .token).described(as: .nullable(.secret))
  }
}
