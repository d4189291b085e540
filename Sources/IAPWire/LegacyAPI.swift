package import IAPCore
import JSON

/// The dialect `legacy`: the API of the old SDK. The app's number in a request is its only
/// credential, and a payment has no market.
///
/// Numbers may be JSON numbers or strings, as in the guide's samples.
package enum LegacyAPI {
  static let traits = {
    var traits = WireTraits(needsProductSeq: true, listsMarkets: false)
    traits.missing[.subscriptions] = .serviceAPIWithPackage
    return traits
  }()

  /// Names an app, and for a list of payments a user.
  package struct AppRequest: Sendable {
    package fileprivate(set) var app: Int64 = 0
    package fileprivate(set) var user: Identifier = ""

    fileprivate init() {}

    package init(app: Int64, user: Identifier = "") { (self.app, self.user) = (app, user) }
  }

  // MARK: Items

  package static let items = WireOperation(
    .legacy, "/standard/item/list/{appSeq}", "the items of an app, in use or not", .lookup,
    JSONFields(AppRequest(), [.required("appSeq", \.app, .looseInteger, "digits")]),
    JSONFields(
      ItemList(), named: "LegacyItems",
      app + [
        .required("appSeq", \.appSeq, .text, "digits"),
        .required("itemList", \.items, .list(of: writtenItem)),
      ]
    ).codec,
    accepted: JSONFields(
      ItemList(), app + [.required("itemList", \.items, .list(of: item))]
    ).codec)

  package struct ItemList: Sendable {
    fileprivate var status: String?
    package fileprivate(set) var package: String?
    fileprivate var appSeq = ""
    package fileprivate(set) var items: [Item] = []

    fileprivate init() {}

    package init(app: Int64, package: String?, _ items: [Item]) {
      (status, appSeq, self.package, self.items) = ("USE", String(app), package, items)
    }

    /// Whether the app is out of use, and so are all its items.
    package var isStopped: Bool { status == "STOP" }
  }

  package struct Item: Sendable {
    package fileprivate(set) var product = Product(
      productIdentifier: "", productSeq: 0, productType: nil, isValid: nil)
    fileprivate var appName = ""
    /// A store does not know when an item was registered.
    fileprivate var registered: String?

    fileprivate init() {}

    package init(_ product: Product, appName: String) {
      (self.product, self.appName) = (product, appName)
    }
  }

  private static let app: [JSONField<ItemList>] = [
    .nullable("appUsingStatus", \.status, .text).described(as: .choice(["USE"])),
    .nullable("marketAppId", \.package, .text, "the app's package"),
  ]

  private static let writtenItem = JSONFields(
    Item(), named: "LegacyItem",
    [.required("itemSeq", \.product.productSeq, .integer)] + names + [
      .nullable("regYmdt", \.registered, .text),
      .required("appName", \.appName, .text, "the app's package, or its number without one"),
      market,
    ]
  ).codec

  private static let item = JSONFields(
    Item(), [.required("itemSeq", \.product.productSeq, .looseInteger)] + names + [market]
  ).codec

  private static let names: [JSONField<Item>] = [
    .nullable("itemName", \.product.productName, .text),
    .required(
      "marketItemId", \.product.productIdentifier, .identifier,
      "the store's identifier of the product"),
    .required("usingStatus", \.product.isActive, usingStatus),
  ]

  private static let market = JSONField<Item>.required(
    "marketId", \.product.storeCode,
    JSONCodec<StoreCode>.storeCode.map(write: \.legacy, read: { StoreCode(legacy: $0) }),
    "TS is ONESTORE")

  private static let usingStatus = JSONCodec<String>.text.map(
    as: .choice(["USE", "STOP"]), write: { $0 ? "USE" : "STOP" }, read: { $0 != "STOP" })

  // MARK: Payments

  package static let unconsumed = WireOperation(
    .legacy, "/standard/inapp/v1/consumable/list",
    "purchases of a user that are not consumed, in all markets", .query,
    JSONFields(
      AppRequest(),
      [
        .required("appSeq", \.app, .looseInteger, "the app's number"),
        .constant("userChannel", "GF", "always GF", isRequired: false),
        .required("userKey", \.user, .name, "the user"),
      ]), .list(of: payment))

  private static let payment = JSONFields(
    Purchase(paymentSeq: ""), named: "LegacyPayment",
    [
      .required("paymentSeq", \.paymentSeq, .paymentSeq),
      .nullable("itemSeq", \.productSeq, .integerText, "digits"),
      .nullable("currency", \.currency, .text), .nullable("price", \.price, .loosePrice),
      .listedToken("purchaseToken"),
    ]
  ).codec

  package static let consume = WireOperation(
    .legacy, "/inapp/v3/consume/{paymentSeq}/items/{itemSeq}", "mark a payment as delivered",
    .changeOfOne,
    JSONFields(
      Payment(""),
      [
        .required("paymentSeq", \.paymentSeq, .looseDigits, "digits"),
        .known("itemSeq", \.productSeq, .looseInteger, "digits"),
        .known("purchaseToken", \.accessToken, .secret, "its token"),
      ]),
    JSONFields(
      ConsumeReceipt(price: nil, currency: nil, productSeq: nil), named: "LegacyReceipt",
      reading: .complete,
      [.nullable("price", \.price, .loosePrice), .nullable("currency", \.currency, .text)]
    ).codec)
}
