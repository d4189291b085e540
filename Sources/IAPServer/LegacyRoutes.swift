import IAPCore
import IAPFixtures
import IAPWire
import JSON
import Records

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
      Payment(""),
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
