import IAPCore
import IAPFixtures
import IAPWire
import JSON
import Records

/// The current API of the IAP service. The app key is in the header `X-NHN-TCIAP-AppKey`.
///
/// Unknown members are ignored. A request names one market. If that market is switched off, the
/// response is an error, never an empty list.
enum ServiceRoutes {
  static let routes = [consume, consumable, subscriptions]

  private static let consume = Route(
    .service, .post, "/v1/service/consume", "mark a payment as delivered", as: .change,
    JSONFields(
      Payment(""),
      [
        .required("paymentSeq", \.paymentSeq, .looseDigits, "its number"),
        .known("accessToken", \.accessToken, .secret, "its token"),
      ]),
    JSONFields(
      ConsumeReceipt(price: nil, currency: nil, productSeq: nil), named: "ServiceReceipt",
      [
        .nullable("price", \.price, .price), .nullable("currency", \.currency, .text),
        .nullable("productSeq", \.productSeq, .integer),
      ]
    ).codec
  ) { request, _, store in try store.consumeOne(request) }

  /// Names a user and a market.
  private struct ListRequest: Sendable {
    var market: StoreCode = ""
    var package = ""
    var user: Identifier = ""
  }

  private static let market = JSONField<ListRequest>.required(
    "marketId", \.market, .market, "such as AS")
  private static let package = JSONField<ListRequest>.required(
    "packageName", \.package, .text,
    "the app's package in the market; refused if the store has another")
  private static let user = [
    JSONField<ListRequest>.constant("userChannel", "GF", "always GF"),
    JSONField<ListRequest>.required("userKey", \.user, .name, "the user"),
  ]

  private static let consumable = Route(
    .service, .post, "/v1/service/consumable",
    "purchases of a user in a market that are not consumed",
    JSONFields(ListRequest(), [market] + user),
    describedBy: .list(payment.codec.schema), append: appendPayments
  ) { request, _, store in
    var query = UnconsumedQuery(owner: .user(request.user))
    query.markets = [request.market]
    return try store.wholeUnconsumedRecords(query, columns)
  }

  /// Writes what the codec of ``payment`` would write, without a `Purchase` for each payment.
  @Sendable private static func appendPayments(_ pages: [RecordBatch], to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "["))
    let start = bytes.count
    for page in pages {
      page.read { records in
        for record in 0..<records.count {
          paymentWriter.append(record, of: records, to: &bytes)
          bytes.append(UInt8(ascii: ","))
        }
      }
    }
    // The end takes the place of the comma after the last payment.
    if bytes.count > start { bytes.removeLast() }
    bytes.append(UInt8(ascii: "]"))
  }

  private static let paymentWriter = JSONRecordWriter(
    payment.schema.members.enumerated().map { ($1.name, $0) }, showsSecrets: true)

  private static let columns = PurchaseColumns(
    payment.schema.members.map { member in
      guard let field = Purchase.fields.first(where: { $0.name == member.name }) else {
        preconditionFailure("\(member.name) is no field of a purchase")
      }
      return field
    })

  /// The names are those of ``Purchase/fields``.
  static let payment = JSONFields(
    Purchase(paymentSeq: ""), named: "ServicePayment",
    [
      .required("paymentSeq", \.paymentSeq, .identifier),
      .nullable("productSeq", \.productSeq, .integer), .nullable("currency", \.currency, .text),
      .nullable("price", \.price, .price), .nullable("accessToken", \.accessToken, .secret),
    ])

  private static let subscriptions = Route(
    .service, .post, "/v1/service/activeSubscriptionList",
    "a user's active subscriptions in a market",
    JSONFields(ListRequest(), [market, package] + user), .list(of: subscription.codec)
  ) { request, _, store in
    let package = request.package
    guard package == (try store.registration().packages[request.market] ?? package) else {
      throw JSONProblem(place: "packageName", problem: "not that of the market")
    }
    var query = SubscriptionQuery(user: request.user)
    query.markets = [request.market]
    return try store.subscriptions(query).whole().map {
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
      .nullable("userId", \.subscription.purchase.userID, .identifier),
      .required("paymentSeq", \.subscription.purchase.paymentSeq, .identifier),
      .required("appId", \.package, .text),
      .nullable("productId", \.subscription.purchase.productIdentifier, .identifier),
      .nullable("productType", \.subscription.purchase.productType, .productType),
      .nullable("productSeq", \.subscription.purchase.productSeq, .integer),
      .nullable("currency", \.subscription.purchase.currency, .text),
      .nullable("price", \.subscription.purchase.price, .price),
      .nullable(
        "paymentId", \.subscription.purchase.transactionIdentifier, .identifier, "the transaction"),
      .nullable(
        "originalPaymentId", \.subscription.purchase.originalTransactionIdentifier, .identifier,
        "the first payment's transaction"),
      .nullable(
        "purchaseTimeMillis", \.subscription.purchase.purchaseTime, .milliseconds, "since 1970"),
      .nullable(
        "expiryTimeMillis", \.subscription.purchase.expiryTime, .milliseconds, "since 1970"),
      .nullable(
        "renewTimeMillis", \.subscription.renewTime, .milliseconds,
        "since 1970; before the first renewal, the time of the purchase"),
    ])
}
