import IAPCore
import IAPFixtures
import JSON

/// The current API of the IAP service. Header `X-NHN-TCIAP-AppKey`.
///
/// Members that nobody knows are passed over. A market is asked by itself: one that is switched off
/// is an error, never an empty list.
enum ServiceRoutes {
  static let routes = [consume, consumable, subscriptions]

  private static let marketId = ObjectShape.Member.required("marketId", .text, "such as AS")
  private static let userChannel = ObjectShape.Member.required(
    "userChannel", .choice(["GF"]), "always GF")
  private static let userKey = ObjectShape.Member.required("userKey", .text, "the user")

  private static let consume = Route(
    dialect: .service, method: .post, path: "/v1/service/consume",
    summary: "mark a payment as delivered",
    body: ObjectShape([
      .required("paymentSeq", .digits, "its number"),
      .required("accessToken", .text, "its token"),
    ]),
    result: .object(
      ObjectShape(
        "ServiceReceipt",
        [
          .required("price", .nullable(.decimal)), .required("currency", .nullable(.text)),
          .required("productSeq", .nullable(.number)),
        ]))
  ) { call, store in
    let request = ConsumeRequest(
      paymentSeq: try call.payment(), accessToken: Secret(try call.text("accessToken")))
    let receipt = try await store.consumeOne(request)
    return .object([
      .init("price", .price(receipt.price)), .init("currency", .text(receipt.currency)),
      .init("productSeq", .number(receipt.productSeq)),
    ])
  }

  private static let consumable = Route(
    dialect: .service, method: .post, path: "/v1/service/consumable",
    summary: "what a user paid for in a market and what was not consumed",
    body: ObjectShape([marketId, userChannel, userKey]),
    result: .list(
      .object(
        ObjectShape(
          "ServicePayment",
          [
            .required("paymentSeq", .text), .required("productSeq", .nullable(.number)),
            .required("currency", .nullable(.text)), .required("price", .nullable(.decimal)),
            .required("accessToken", .nullable(.text)),
          ])))
  ) { call, store in
    var query = UnconsumedQuery(owner: .user(try call.identifier("userKey")))
    query.markets = [try market(call)]
    return try (await store.wholeUnconsumed(query)).whole { purchase in
      .object([
        .init("paymentSeq", .string(purchase.paymentSeq.text)),
        .init("productSeq", .number(purchase.productSeq)),
        .init("currency", .text(purchase.currency)), .init("price", .price(purchase.price)),
        .init("accessToken", .text(purchase.accessToken?.revealed)),
      ])
    }
  }

  private static let subscriptions = Route(
    dialect: .service, method: .post, path: "/v1/service/activeSubscriptionList",
    summary: "a user's active subscriptions in a market",
    body: ObjectShape([
      marketId,
      .required(
        "packageName", .text, "the app's package there; refused where the store knows another"),
      userChannel, userKey,
    ]),
    result: .list(.object(subscription))
  ) { call, store in
    var query = SubscriptionQuery(user: try call.identifier("userKey"))
    let market = try market(call)
    query.markets = [market]
    let package = try call.text("packageName")
    guard package == (try await store.registration().packages[market] ?? package) else {
      throw JSONProblem(place: "packageName", problem: "not that of the market")
    }
    return try (await store.subscriptions(query)).whole { value(of: $0, in: package) }
  }

  private static let subscription = ObjectShape(
    "ServiceSubscription",
    [
      .required("channel", .text), .required("userId", .nullable(.text)),
      .required("paymentSeq", .text), .required("appId", .text),
      .required("productId", .nullable(.text)), .required("productType", .nullable(.text)),
      .required("productSeq", .nullable(.number)), .required("currency", .nullable(.text)),
      .required("price", .nullable(.decimal)),
      .required("paymentId", .nullable(.text), "the transaction"),
      .required("originalPaymentId", .nullable(.text), "the first payment's transaction"),
      .required("purchaseTimeMillis", .nullable(.number), "since 1970"),
      .required("expiryTimeMillis", .nullable(.number), "since 1970"),
      .required(
        "renewTimeMillis", .nullable(.number), "since 1970; the purchase before the first renewal"),
    ])

  private static func value(of subscription: Subscription, in package: String) -> JSONValue {
    let purchase = subscription.purchase
    return .object([
      .init("channel", .string("GF")), .init("userId", .text(purchase.userID?.text)),
      .init("paymentSeq", .string(purchase.paymentSeq.text)), .init("appId", .string(package)),
      .init("productId", .text(purchase.productIdentifier?.text)),
      .init("productType", .text(purchase.productType?.name)),
      .init("productSeq", .number(purchase.productSeq)),
      .init("currency", .text(purchase.currency)), .init("price", .price(purchase.price)),
      .init("paymentId", .text(purchase.transactionIdentifier?.text)),
      .init("originalPaymentId", .text(purchase.originalTransactionIdentifier?.text)),
      .init("purchaseTimeMillis", .number(purchase.purchaseTime?.milliseconds)),
      .init("expiryTimeMillis", .number(purchase.expiryTime?.milliseconds)),
      .init("renewTimeMillis", .number(subscription.renewTime?.milliseconds)),
    ])
  }

  private static func market(_ call: RoutedRequest) throws(JSONProblem) -> StoreCode {
    StoreCode(try call.identifier("marketId").text)
  }
}

extension MarketResults {
  /// The answer as a list that has everything in it: where a market could not be asked, it is an
  /// error. These dialects cannot say that something is missing.
  func whole(_ value: (Element) -> JSONValue) throws(IAPError) -> JSONValue {
    if let failure = failures.first { throw failure.error }
    return .array(elements.map(value))
  }
}
