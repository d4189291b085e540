import IAPCore
import IAPFixtureAPI
import IAPFixtures
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
      ConsumeRequest(paymentSeq: ""),
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

/// The API of the old SDK. It has no authentication: the app's number must be that of the store.
///
/// Numbers may be JSON numbers or strings, as in the guide's samples. Fields that a store does not
/// have, such as the time when an item was registered, are null.
enum LegacyRoutes {
  static let routes = [items, consumable, consume]

  private static let items = Route(
    .legacy, .get, "/standard/item/list/{appSeq}", "the items of an app, in use or not",
    JSONFields((), []), itemList.codec
  ) { _, parameters, store in
    let app = try app(try parameters.number("appSeq"), in: store)
    // A store has no name of its app. The package names it in the same way.
    let name = app.firstPackage ?? String(app.appSeq)
    return ItemListBody(
      package: app.firstPackage, appSeq: String(app.appSeq),
      items: try store.products(in: []).whole().map { Item(product: $0, appName: name) })
  }

  private struct ItemListBody: Sendable {
    var package: String?
    var appSeq = ""
    var items: [Item] = []
  }

  private struct Item: Sendable {
    var product = Product(productIdentifier: "", productSeq: 0, productType: nil)
    var appName = ""
  }

  private static let itemList = JSONFields(
    ItemListBody(), named: "LegacyItems",
    [
      .constant("appUsingStatus", "USE"),
      .nullable("marketAppId", \.package, .text, "the app's package"),
      .required("appSeq", \.appSeq, .text, "digits"),
      .required("itemList", \.items, .list(of: item.codec)),
    ])

  private static let item = JSONFields(
    Item(), named: "LegacyItem",
    [
      .required("itemSeq", \.product.productSeq, .integer),
      .nullable("itemName", \.product.productName, .text),
      .required(
        "marketItemId", \.product.productIdentifier, .identifier,
        "the store's identifier of the product"),
      .required("usingStatus", \.product.usingStatus, .choice),
      .nullable("regYmdt", \.product.notKnown, .text),
      .required("appName", \.appName, .text, "the app's package, or its number without one"),
      .required("marketId", \.product.legacyMarket, .storeCode, "TS is ONESTORE"),
    ])

  private struct ListRequest: Sendable {
    var appSeq: Identifier = ""
    var user: Identifier = ""
  }

  private static let consumable = Route(
    .legacy, .post, "/standard/inapp/v1/consumable/list",
    "purchases of a user that are not consumed, in all markets",
    JSONFields(
      ListRequest(),
      [
        .required("appSeq", \.appSeq, .looseDigits, "the app's number"),
        .constant("userChannel", "GF", "always GF", isRequired: false),
        .required("userKey", \.user, .name, "the user"),
      ]), .list(of: payment.codec)
  ) { request, _, store in
    _ = try app(Int64(request.appSeq.text), in: store)
    return try store.wholeUnconsumed(UnconsumedQuery(owner: .user(request.user))).whole()
  }

  private static let payment = JSONFields(
    Purchase(paymentSeq: ""), named: "LegacyPayment",
    [
      .required("paymentSeq", \.paymentSeq, .identifier),
      .nullable("itemSeq", \.itemSeq, .text, "digits"), .nullable("currency", \.currency, .text),
      .nullable("price", \.price, .price), .nullable("purchaseToken", \.accessToken, .secret),
    ])

  private static let consume = Route(
    .legacy, .post, "/inapp/v3/consume/{paymentSeq}/items/{itemSeq}",
    "mark a payment as delivered", as: .change,
    JSONFields(
      ConsumeRequest(paymentSeq: ""),
      [.known("purchaseToken", \.accessToken, .secret, "its token")]),
    JSONFields(
      ConsumeReceipt(price: nil, currency: nil, productSeq: nil), named: "LegacyReceipt",
      [.nullable("price", \.price, .price), .nullable("currency", \.currency, .text)]
    ).codec
  ) { request, parameters, store in
    var request = request
    request.paymentSeq = try parameters.digits("paymentSeq")
    let item = try parameters.number("itemSeq")
    // The product of a payment never changes, so it can be checked before the transaction of the
    // consume.
    guard item == (try store.productSeq(ofPayment: request.paymentSeq) ?? item) else {
      throw JSONProblem(place: "itemSeq", problem: "not that of the payment")
    }
    return try store.consumeOne(request)
  }

  /// The app's registration; throws if the number is not that of the app.
  private static func app(_ number: Int64?, in store: isolated FixtureStore) throws -> Registration
  {
    let app = try store.registration()
    guard app.appSeq == number else {
      throw JSONProblem(place: "appSeq", problem: "not that of the app")
    }
    return app
  }
}

private enum UsingStatus: String, CaseIterable { case use = "USE", stop = "STOP" }

extension Product {
  fileprivate var usingStatus: UsingStatus {
    get { isActive ? .use : .stop }
    set { isActive = newValue == .use }
  }

  fileprivate var legacyMarket: StoreCode {
    get { storeCode.legacy }
    set { storeCode = StoreCode(legacy: newValue) }
  }

  fileprivate var notKnown: String? {
    get { nil }
    set {}
  }
}

extension Purchase {
  fileprivate var itemSeq: String? {
    get { productSeq.map { String($0) } }
    set { productSeq = newValue.flatMap { Int64($0) } }
  }
}

/// The routes of the dialect `fixture`: each operation of ``FixtureAPI``, run on a store.
enum FixtureRoutes {
  static let routes = [
    Route(FixtureAPI.products) { try $1.products(in: $0.markets) },
    Route(FixtureAPI.deferred) { try $1.deferredProducts(of: $0.user, in: $0.markets) },
    Route(FixtureAPI.purchase) { try $1.purchase($0) },
    Route(FixtureAPI.unconsumed) { try page($0, of: $1) },
    Route(FixtureAPI.consume) { try $1.consumeOne($0) },
    Route(FixtureAPI.subscriptions) { try $1.subscriptions($0) },
    Route(FixtureAPI.restore) { try $1.restore($0.user, in: $0.markets) },
    Route(FixtureAPI.reprocess) { try $1.reprocess($0.user, in: $0.markets, sdk: $0.sdk) },
  ]

  private static func page(
    _ request: UnconsumedRequest, of store: isolated FixtureStore
  ) throws -> UnconsumedPage {
    let query = try request.wholeList()
    guard let cursor = request.cursor else {
      let (page, next) = try store.firstUnconsumed(query)
      return UnconsumedPage(page, cursor: next?.text)
    }
    guard let place = UnconsumedPlace(cursor) else {
      throw JSONProblem(place: "cursor", problem: "not a cursor of this server")
    }
    let (purchases, next) = try store.unconsumed(query, after: place)
    return UnconsumedPage(MarketResults(purchases), cursor: next?.text)
  }
}
