import IAPCore
import IAPFixtures
import IAPWire
import JSON

/// The routes of the dialect `gamebase`. The app's ID must be that of the store. If a market is switched
/// off, the response is an error, never a part of the list.
enum GamebaseRoutes {
  static let routes = [
    Route(
      GamebaseAPI.unconsumed, as: .unconsumed,
      example: GamebaseAPI.OfApp(GamebaseAPI.ListRequest("alice", in: []), of: app)
    ) { try unconsumed($0, of: $1) },
    Route(
      GamebaseAPI.consume, as: .consume,
      example: GamebaseAPI.OfApp(RouteTable.example, of: app)
    ) { try consume($0, in: $1) },
    Route(GamebaseAPI.transaction, as: .transaction) { request, store, context in
      // Also if the request is refused.
      context.payment = try store.read {
        try $0.transaction(ofToken: request.request)?.purchase.paymentSeq
      }
      try require(request.appID, of: store)
      guard let transaction = try store.transaction(ofToken: request.request) else {
        throw JSONProblem(place: "accessToken", problem: "of no payment")
      }
      return GamebaseAPI.TokenPayment(transaction.withGamebaseProduct)
    },
    Route(
      GamebaseAPI.subscriptions, as: .subscriptions,
      example: GamebaseAPI.OfApp(
        GamebaseAPI.ListRequest("bob", in: [], package: "com.example.game"), of: app)
    ) { try subscriptions($0, of: $1) },
    Route(
      GamebaseAPI.subscriptionsOfPayments, as: .subscriptions,
      example: GamebaseAPI.OfApp([RouteTable.example], of: app)
    ) { request, store in
      try require(request.appID, of: store)
      let found = try store.read { try $0.subscriptions(ofPayments: request.request) }
      guard let found else {
        throw JSONProblem(place: "payments", problem: "a token is not that of its payment")
      }
      return found.map(\.withReferenceStatus)
    },
  ]

  /// The app's ID in the sample game.
  private static let app: Identifier = "fixture-app"

  private static func unconsumed(
    _ call: GamebaseAPI.OfApp<GamebaseAPI.ListRequest>, of store: isolated FixtureStore
  ) throws -> [Purchase] {
    try require(call.appID, of: store)
    var query = UnconsumedQuery(owner: .user(call.request.user))
    query.markets = call.request.markets
    return try store.wholeUnconsumed(query).whole().map(\.withGamebaseProduct)
      .filter { !call.request.markets.isEmpty || $0.storeCode != "AMAZON" }
  }

  private static func consume(
    _ call: GamebaseAPI.OfApp<Payment>, in store: isolated FixtureStore
  ) throws -> GamebaseAPI.Receipt {
    try require(call.appID, of: store)
    // What a payment is of never changes, so it can be read before the transaction of the consume.
    let purchase = try store.read { try $0.payment(numbered: call.request.paymentSeq) }
    var receipt = try store.consumeOne(call.request)
    receipt.storeCode = purchase?.storeCode
    return GamebaseAPI.Receipt(
      receipt, of: purchase?.withGamebaseProduct ?? Purchase(paymentSeq: ""))
  }

  private static func subscriptions(
    _ call: GamebaseAPI.OfApp<GamebaseAPI.ListRequest>, of store: isolated FixtureStore
  ) throws -> [GamebaseAPI.ListedSubscription] {
    let app = try require(call.appID, of: store)
    var query = SubscriptionQuery(user: call.request.user)
    (query.markets, query.includesOnHold) = (call.request.markets, call.request.includesOnHold)
    let found = try store.subscriptions(query).whole().filter { subscription in
      let package = subscription.purchase.storeCode.flatMap { app.packages[$0] }
      return package == nil || package == call.request.package
    }
    return found.map { GamebaseAPI.ListedSubscription($0.withReferenceStatus) }
  }

  /// The app's registration; throws if the ID is not that of the app.
  @discardableResult
  private static func require(
    _ appID: Identifier, of store: isolated FixtureStore
  ) throws -> Registration {
    let app = try store.read { try $0.registration() }
    guard app.appID == appID else { throw WrongAppID() }
    return app
  }

  /// A request with the ID of another app.
  struct WrongAppID: Error {}
}

// What a server of Gamebase answers to a request that is refused.
extension GamebaseRoutes {
  static let wrongKey = -4_010_004
  static let wrongAppID = -4_010_001
  static let unknownAPI = -4_040_202

  /// The message for a request whose head is not as documented.
  static let invalidRequest = "INVALID REQUEST"

  static func code(of problem: JSONProblem) -> Int {
    switch problem.kind {
    case .syntax, .notUTF8, .halfCharacter, .givenTwice: -4_150_001
    case .unknownKey: -4_000_003
    default: ServerCode.invalidParameters.rawValue
    }
  }

  /// - Parameter code: that of the IAP service.
  static func code(of code: ServerCode) -> Int {
    switch code {
    case .contentTypeNotSupported: -4_060_001
    case .methodNotSupported: -4_060_003
    default: code.rawValue
    }
  }
}

extension Purchase {
  /// A store has no Gamebase products. Its own identifier stands for that of Gamebase, which games use.
  fileprivate var withGamebaseProduct: Purchase {
    var purchase = self
    purchase.gamebaseProductID = productIdentifier
    return purchase
  }
}

extension PaymentTransaction {
  fileprivate var withGamebaseProduct: PaymentTransaction {
    PaymentTransaction(purchase.withGamebaseProduct, isConsumable: isConsumable)
  }
}

extension Subscription {
  /// With the words of Google Play, if it is of that market.
  fileprivate var withReferenceStatus: Subscription {
    var subscription = self
    subscription.purchase = purchase.withGamebaseProduct
    guard purchase.storeCode == .googlePlay else { return subscription }
    let isRenewed = purchase.originalTransactionIdentifier != purchase.transactionIdentifier
    subscription.referenceStatus = status.flatMap {
      GamebaseAPI.referenceStatus(of: $0, isRenewed: isRenewed)
    }
    return subscription
  }
}
