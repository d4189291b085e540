import IAPCore
import IAPFixtures
import IAPWire
import JSON

/// The routes of the dialect `legacy`. It has no authentication: the app's number must be that of the
/// store.
enum LegacyRoutes {
  static let routes = [
    Route(LegacyAPI.items, as: .products) { try items($0, of: $1) },
    Route(
      LegacyAPI.unconsumed, as: .unconsumed,
      example: LegacyAPI.AppRequest(app: 1_000_047, user: "alice")
    ) { request, store in
      _ = try app(request, of: store)
      return try store.wholeUnconsumed(UnconsumedQuery(owner: .user(request.user))).whole()
    },
    Route(LegacyAPI.consume, as: .consume, example: RouteTable.example) { payment, store in
      // The product of a payment never changes, so it can be checked before the transaction of the
      // consume.
      let product = try store.read { try $0.payment(numbered: payment.paymentSeq)?.productSeq }
      guard product == nil || product == payment.productSeq else {
        throw JSONProblem(place: "itemSeq", problem: "not that of the payment")
      }
      return try store.consumeOne(payment)
    },
  ]

  private static func items(
    _ request: LegacyAPI.AppRequest, of store: isolated FixtureStore
  ) throws -> LegacyAPI.ItemList {
    let app = try app(request, of: store)
    // A store has no name of its app. The package names it in the same way.
    let name = app.firstPackage ?? String(app.appSeq)
    return LegacyAPI.ItemList(
      app: app.appSeq, package: app.firstPackage,
      try store.products(in: []).whole().map { LegacyAPI.Item($0, appName: name) })
  }

  /// The app's registration; throws if the number is not that of the app.
  private static func app(
    _ request: LegacyAPI.AppRequest, of store: isolated FixtureStore
  ) throws -> Registration {
    let app = try store.read { try $0.registration() }
    guard app.appSeq == request.app else {
      throw JSONProblem(place: "appSeq", problem: "not that of the app")
    }
    return app
  }
}
