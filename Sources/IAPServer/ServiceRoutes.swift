import IAPCore
import IAPFixtureAPI
import IAPFixtures
import JSON

/// The current API of the IAP service. Header `X-NHN-TCIAP-AppKey`.
///
/// Members that are not known are passed over. A market is asked by itself: one that is switched off
/// is an error, never an empty list.
enum ServiceRoutes {
  static let routes = [consume, consumable, subscriptions]

  private static let consume = Route(
    .service, .post, "/v1/service/consume", "mark a payment as delivered",
    JSONFields(
      ConsumeRequest(paymentSeq: ""),
      [
        JSONField("paymentSeq", \.paymentSeq, .looseDigits, "its number"),
        .known("accessToken", \.accessToken, .secret, "its token"),
      ]),
    JSONFields(
      ConsumeReceipt(price: nil, currency: nil, productSeq: nil), named: "ServiceReceipt",
      [
        JSONField("price", \.price, .price), JSONField("currency", \.currency, .text),
        JSONField("productSeq", \.productSeq, .integer),
      ]
    ).codec
  ) { request, _, store in try await store.consumeOne(request) }

  // MARK: Lists

  /// A user in a market.
  private struct ListRequest: Sendable {
    var market: StoreCode = ""
    var package = ""
    var user: Identifier = ""
  }

  private static let market = JSONField<ListRequest>("marketId", \.market, .market, "such as AS")
  private static let package = JSONField<ListRequest>(
    "packageName", \.package, .text,
    "the app's package there; refused where the store knows another")
  private static let user = [
    JSONField<ListRequest>.constant("userChannel", "GF", "always GF"),
    JSONField<ListRequest>("userKey", \.user, .name, "the user"),
  ]

  private static let consumable = Route(
    .service, .post, "/v1/service/consumable",
    "what a user paid for in a market and what was not consumed",
    JSONFields(ListRequest(), [market] + user), .list(of: payment.codec)
  ) { request, _, store in
    var query = UnconsumedQuery(owner: .user(request.user))
    query.markets = [request.market]
    return try await store.wholeUnconsumed(query).whole()
  }

  private static let payment = JSONFields(
    Purchase(paymentSeq: ""), named: "ServicePayment",
    [
      JSONField("paymentSeq", \.paymentSeq, .identifier),
      JSONField("productSeq", \.productSeq, .integer), JSONField("currency", \.currency, .text),
      JSONField("price", \.price, .price), JSONField("accessToken", \.accessToken, .secret),
    ])

  private static let subscriptions = Route(
    .service, .post, "/v1/service/activeSubscriptionList",
    "a user's active subscriptions in a market",
    JSONFields(ListRequest(), [market, package] + user), .list(of: subscription.codec)
  ) { request, _, store in
    let package = request.package
    guard package == (try await store.registration().packages[request.market] ?? package) else {
      throw JSONProblem(place: "packageName", problem: "not that of the market")
    }
    var query = SubscriptionQuery(user: request.user)
    query.markets = [request.market]
    return try await store.subscriptions(query).whole().map {
      ListedSubscription(subscription: $0, package: package)
    }
  }

  private struct ListedSubscription: Sendable {
    var subscription = Subscription(
      purchase: Purchase(paymentSeq: ""), status: nil, renewTime: nil)
    var package = ""
  }

  private static let subscription = JSONFields(
    ListedSubscription(), named: "ServiceSubscription",
    [
      .constant("channel", "GF"),
      JSONField("userId", \.subscription.purchase.userID, .identifier),
      JSONField("paymentSeq", \.subscription.purchase.paymentSeq, .identifier),
      JSONField("appId", \.package, .text),
      JSONField("productId", \.subscription.purchase.productIdentifier, .identifier),
      JSONField("productType", \.subscription.purchase.productType, .productType),
      JSONField("productSeq", \.subscription.purchase.productSeq, .integer),
      JSONField("currency", \.subscription.purchase.currency, .text),
      JSONField("price", \.subscription.purchase.price, .price),
      JSONField(
        "paymentId", \.subscription.purchase.transactionIdentifier, .identifier, "the transaction"),
      JSONField(
        "originalPaymentId", \.subscription.purchase.originalTransactionIdentifier, .identifier,
        "the first payment's transaction"),
      JSONField(
        "purchaseTimeMillis", \.subscription.purchase.purchaseTime, .milliseconds, "since 1970"),
      JSONField(
        "expiryTimeMillis", \.subscription.purchase.expiryTime, .milliseconds, "since 1970"),
      JSONField(
        "renewTimeMillis", \.subscription.renewTime, .milliseconds,
        "since 1970; the purchase before the first renewal"),
    ])
}
