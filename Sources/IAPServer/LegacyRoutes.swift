import IAPCore
import IAPFixtures
import JSON

/// The API of the old SDK. Nothing is asked but numbers; the app's own must be the store's.
///
/// Numbers stand as numbers or as strings, as they do in the guide's samples. What a store does not
/// know of an item (the app's name, the day on which it was registered) is null.
enum LegacyRoutes {
  static let routes = [items, consumable, consume]

  private static let items = Route(
    dialect: .legacy, method: .get, path: "/standard/item/list/{appSeq}",
    summary: "the items of an app, in use or not",
    result: .object(
      ObjectShape(
        "LegacyItems",
        [
          .required("appUsingStatus", .choice(["USE"])),
          .required("marketAppId", .nullable(.text), "the app's package"),
          .required("appSeq", .text, "digits"), .required("itemList", .list(.object(item))),
        ]))
  ) { call, store in
    let app = try await app(try call.number("appSeq"), in: store)
    let items = try (await store.products(in: [])).whole(value)
    return .object([
      .init("appUsingStatus", .string("USE")), .init("marketAppId", .text(app.firstPackage)),
      .init("appSeq", .string(String(app.appSeq))), .init("itemList", items),
    ])
  }

  private static let item = ObjectShape(
    "LegacyItem",
    [
      .required("itemSeq", .number), .required("itemName", .nullable(.text)),
      .required("marketItemId", .text, "the store's identifier of the product"),
      .required("usingStatus", .choice(["USE", "STOP"])),
      .required("regYmdt", .nullable(.text)), .required("appName", .nullable(.text)),
      .required("marketId", .text, "TS is ONESTORE"),
    ])

  private static func value(of product: Product) -> JSONValue {
    .object([
      .init("itemSeq", .integer(product.productSeq)), .init("itemName", .text(product.productName)),
      .init("marketItemId", .string(product.productIdentifier.text)),
      .init("usingStatus", .string(product.isActive ? "USE" : "STOP")), .init("regYmdt", .null),
      .init("appName", .null),
      .init(
        "marketId", .string(product.storeCode == .oneStore ? "TS" : product.storeCode.text)),
    ])
  }

  private static let consumable = Route(
    dialect: .legacy, method: .post, path: "/standard/inapp/v1/consumable/list",
    summary: "purchases of a user that are not consumed, in all markets",
    body: ObjectShape([
      .required("appSeq", .digits, "the app's number"),
      .required("userChannel", .choice(["GF"]), "always GF"),
      .required("userKey", .text, "the user"),
    ]),
    result: .list(
      .object(
        ObjectShape(
          "LegacyPayment",
          [
            .required("paymentSeq", .text), .required("itemSeq", .nullable(.text), "digits"),
            .required("currency", .nullable(.text)), .required("price", .nullable(.decimal)),
            .required("purchaseToken", .nullable(.text)),
          ])))
  ) { call, store in
    _ = try await app(try call.number("appSeq"), in: store)
    let query = UnconsumedQuery(owner: .user(try call.identifier("userKey")))
    return try (await store.wholeUnconsumed(query)).whole { purchase in
      .object([
        .init("paymentSeq", .string(purchase.paymentSeq.text)),
        .init("itemSeq", .text(purchase.productSeq.map { String($0) })),
        .init("currency", .text(purchase.currency)), .init("price", .price(purchase.price)),
        .init("purchaseToken", .text(purchase.accessToken?.revealed)),
      ])
    }
  }

  private static let consume = Route(
    dialect: .legacy, method: .post, path: "/inapp/v3/consume/{paymentSeq}/items/{itemSeq}",
    summary: "mark a payment as delivered",
    body: ObjectShape([.required("purchaseToken", .text, "its token")]),
    result: .object(
      ObjectShape(
        "LegacyReceipt",
        [.required("price", .nullable(.decimal)), .required("currency", .nullable(.text))]))
  ) { call, store in
    let payment = try call.payment()
    let item = try call.number("itemSeq")
    let request = ConsumeRequest(
      paymentSeq: payment, accessToken: Secret(try call.text("purchaseToken")))
    // What a payment is for never changes, so that it can be looked up beforehand.
    guard item == (try await store.productSeq(ofPayment: payment) ?? item) else {
      throw JSONProblem(place: "itemSeq", problem: "not that of the payment")
    }
    let receipt = try await store.consumeOne(request)
    return .object([
      .init("price", .price(receipt.price)), .init("currency", .text(receipt.currency)),
    ])
  }

  /// The app, if the number is its own.
  private static func app(_ number: Int64?, in store: FixtureStore) async throws -> Registration {
    let app = try await store.registration()
    guard app.appSeq == number else {
      throw JSONProblem(place: "appSeq", problem: "not that of the app")
    }
    return app
  }
}
