import IAPCore
import IAPFixtures
import JSON

/// Every operation, with everything that ``IAPService`` answers. Header `X-NHN-TCIAP-AppKey`.
///
/// | call below /fixture/v1 | body (`*` must be there) | `result` |
/// |---|---|---|
/// | `GET products?market=AS&market=GG` | – | `products`, `failures`, `isAnswered` |
/// | `POST deferred` | `userID`*, `markets` | `products`, `failures`, `isAnswered` |
/// | `POST purchase` | `userID`*, `productIdentifier`*, `storeCode` (AS), `payload`, `sandboxPayment`, `storePayment`, `deferred`, `simulation` | `outcome` completed/interrupted/deferred, and with it `purchase`, `paymentSeq` or `product`; the others are null |
/// | `POST unconsumed` | `userID` or `allUsers` true; `markets`, `productIdentifiers`, `paymentSeqs`, `olderThan`, `limit`, `cursor` | `purchases`, `failures`, `isAnswered`, `cursor` |
/// | `POST consume` | `paymentSeq`*, `userID`, `markets`, `accessToken` | `price`, `currency`, `productSeq` |
/// | `POST subscriptions` | `userID`*, `markets`, `selection` active/all/statuses, `statuses` | `subscriptions`, `failures`, `isAnswered` |
/// | `POST restore`, `POST reprocess` | `userID`*, `markets` | `purchases`, `closed`, `failures` |
///
/// No `markets` are all of them. What may be missing may be null; a member that nobody knows is
/// refused (1100). An unconsumed list comes in pieces: as long as `cursor` is not null, the same
/// body with that `cursor` asks for the next one; failures and faults come with the first. A consume
/// is one payment: its answer belongs to its request and no other, and a fault or a lost connection
/// leaves no other payment in doubt. The values' shapes are in ``FixtureShapes``.
enum FixtureRoutes {
  static let routes = [
    products, deferred, purchase, unconsumed, consume, subscriptions, restore, reprocess,
  ]

  private static let userID = ObjectShape.Member.required("userID", .text, "the user")
  private static let markets = ObjectShape.Member.optional(
    "markets", .list(.text), "codes of markets; default: all of them")

  private static let products = Route(
    dialect: .fixture, method: .get, path: "/fixture/v1/products",
    summary: "the products, in use or not",
    arguments: [.optional("market", .list(.text), "codes of markets; default: all of them")],
    result: FixtureShapes.answer(of: "products", FixtureShapes.product)
  ) { call, store in
    FixtureShapes.value(
      of: try await store.products(in: try call.markets("market")), named: "products",
      FixtureShapes.value)
  }

  private static let deferred = Route(
    dialect: .fixture, method: .post, path: "/fixture/v1/deferred",
    summary: "the promotion products that a user kept to buy later",
    body: ObjectShape([userID, markets]), longestBody: Route.longBody,
    result: FixtureShapes.answer(of: "products", FixtureShapes.product)
  ) { call, store in
    let answer = try await store.deferredProducts(
      of: try call.identifier("userID"), in: try call.markets())
    return FixtureShapes.value(of: answer, named: "products", FixtureShapes.value)
  }

  private static let purchase = Route(
    dialect: .fixture, method: .post, path: "/fixture/v1/purchase", summary: "buy a product",
    body: ObjectShape([
      userID, .required("productIdentifier", .text, "the product"),
      .optional("storeCode", .text, "the market; default: AS"),
      .optional("payload", .text, "comes back in every result"),
      .optional("sandboxPayment", .flag, "default: false"),
      .optional("storePayment", .flag, "started by the user in the store; default: false"),
      .optional("deferred", .flag, "a promotion that is kept, not bought; default: false"),
      .optional(
        "simulation", .choice(PurchaseRequest.Simulation.allCases.map(\.rawValue)),
        "how it ends otherwise than by success"),
    ]), result: FixtureShapes.purchaseOutcome
  ) { call, store in
    FixtureShapes.value(of: try await store.purchase(try purchaseRequest(call)))
  }

  private static func purchaseRequest(_ call: RoutedRequest) throws -> PurchaseRequest {
    var request = PurchaseRequest(
      product: try call.identifier("productIdentifier"), user: try call.identifier("userID"),
      market: StoreCode(call.optionalText("storeCode") ?? StoreCode.appStore.text))
    request.payload = call.optionalText("payload")
    request.isSandbox = call.flag("sandboxPayment")
    request.isPromotion = call.flag("storePayment")
    request.isDeferred = call.flag("deferred")
    request.simulation = call.optionalText("simulation").flatMap(
      PurchaseRequest.Simulation.init)
    return request
  }

  private static let unconsumed = Route(
    dialect: .fixture, method: .post, path: "/fixture/v1/unconsumed",
    summary: "what is paid, verified and not consumed, oldest first",
    body: ObjectShape([
      .optional("userID", .text, "the user; required where allUsers is not true"),
      .optional("allUsers", .flag, "default: false"), markets,
      .optional("productIdentifiers", .list(.text), "default: all of them"),
      .optional("paymentSeqs", .list(.text), "default: all of them"),
      .optional("olderThan", .text, "bought at least so long ago: 15m, 30d, P1M"),
      .optional("limit", .integer(from: 0), "how many at most, in all pieces"),
      .optional("cursor", .text, "where the piece before ended; default: the first piece"),
    ]), longestBody: Route.longBody, result: FixtureShapes.unconsumed
  ) { call, store in
    let query = try unconsumedQuery(call)
    var beginning = MarketResults<Purchase>([])
    var place = UnconsumedPlace.start
    if let cursor = call.optionalText("cursor") {
      guard let known = UnconsumedPlace(cursor) else {
        throw JSONProblem(place: "cursor", problem: "none that was given")
      }
      place = known
    } else {
      beginning = try await store.beginUnconsumed(query)
    }
    let (purchases, next) = try await store.unconsumed(query, after: place)
    beginning.elements = purchases
    return FixtureShapes.value(ofPiece: beginning, next: next?.text)
  }

  private static func unconsumedQuery(_ call: RoutedRequest) throws -> UnconsumedQuery {
    var query = UnconsumedQuery(
      owner: call.flag("allUsers") ? .everyone : .user(try call.identifier("userID")))
    if call.flag("allUsers"), call.optionalText("userID") != nil {
      throw JSONProblem(place: "userID", problem: "given beside allUsers")
    }
    query.markets = try call.markets()
    query.products = call.texts("productIdentifiers").map { Identifier($0) }
    query.payments = call.texts("paymentSeqs").map { Identifier($0) }
    if let text = call.optionalText("olderThan") {
      guard let age = CalendarPeriod(text) else {
        throw JSONProblem(place: "olderThan", problem: "not a duration")
      }
      query.age = age
    }
    query.limit = call.integer("limit").map { Int($0) }
    return query
  }

  private static let consume = Route(
    dialect: .fixture, method: .post, path: "/fixture/v1/consume",
    summary: "mark one payment as delivered",
    body: ObjectShape([
      .required("paymentSeq", .text, "its number"),
      .optional(
        "userID", .text, "refused where the payment is another's; default: whoever's it is"),
      markets, .optional("accessToken", .text, "refused where it is wrong; default: none is asked"),
    ]), result: .object(FixtureShapes.receipt)
  ) { call, store in
    var request = ConsumeRequest(
      paymentSeq: try call.payment(), markets: try call.markets(),
      accessToken: call.optionalText("accessToken").map { Secret($0) })
    request.user = call.optionalText("userID").map { Identifier($0) }
    return FixtureShapes.value(of: try await store.consumeOne(request))
  }

  private static let subscriptions = Route(
    dialect: .fixture, method: .post, path: "/fixture/v1/subscriptions",
    summary: "the subscriptions of a user, each by its latest payment",
    body: ObjectShape([
      userID, markets,
      .optional(
        "selection", .choice(["active", "all", "statuses"]),
        "active: what gives access now; statuses: those that are listed; default: active"),
      .optional("statuses", .list(.text), "names of statuses, such as CANCELED"),
    ]), longestBody: Route.longBody,
    result: FixtureShapes.answer(of: "subscriptions", FixtureShapes.subscription)
  ) { call, store in
    var query = SubscriptionQuery(user: try call.identifier("userID"))
    query.markets = try call.markets()
    query.selection =
      switch call.optionalText("selection") {
      case "all": .all
      case "statuses": .statuses(call.texts("statuses").map(SubscriptionStatus.init))
      default: .active
      }
    return FixtureShapes.value(
      of: try await store.subscriptions(query), named: "subscriptions", FixtureShapes.value)
  }

  private static let restore = Route(
    dialect: .fixture, method: .post, path: "/fixture/v1/restore",
    summary: "write down what the store account owns and the console lacks",
    body: ObjectShape([userID, markets]), longestBody: Route.longBody,
    result: .object(FixtureShapes.completion)
  ) { call, store in
    FixtureShapes.value(
      of: try await store.restore(try call.identifier("userID"), in: try call.markets()))
  }

  private static let reprocess = Route(
    dialect: .fixture, method: .post, path: "/fixture/v1/reprocess",
    summary: "complete the purchases that broke off",
    body: ObjectShape([userID, markets]), longestBody: Route.longBody,
    result: .object(FixtureShapes.completion)
  ) { call, store in
    FixtureShapes.value(
      of: try await store.reprocess(try call.identifier("userID"), in: try call.markets()))
  }
}
