import IAPCore
import IAPFixtures
import IAPWire
import JSON
import Records

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
    guard let place = UnconsumedCursor(cursor) else {
      throw JSONProblem(place: "cursor", problem: "not a cursor of this server")
    }
    let (purchases, next) = try store.unconsumed(query, after: place)
    return UnconsumedPage(MarketResults(purchases), cursor: next?.text)
  }
}
