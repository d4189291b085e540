import IAPCore
import IAPFixtureAPI
import IAPFixtures
import JSON

/// The routes of the dialect `fixture`: each operation of ``FixtureAPI``, run on a store.
enum FixtureRoutes {
  static let routes = [
    Route(FixtureAPI.products) { try await $1.products(in: $0.markets) },
    Route(FixtureAPI.deferred) { try await $1.deferredProducts(of: $0.user, in: $0.markets) },
    Route(FixtureAPI.purchase) { try await $1.purchase($0) },
    Route(FixtureAPI.unconsumed) { try await page($0, of: $1) },
    Route(FixtureAPI.consume) { try await $1.consumeOne($0) },
    Route(FixtureAPI.subscriptions) { try await $1.subscriptions($0) },
    Route(FixtureAPI.restore) { try await $1.restore($0.user, in: $0.markets) },
    Route(FixtureAPI.reprocess) { try await $1.reprocess($0.user, in: $0.markets) },
  ]

  private static func page(
    _ request: UnconsumedRequest, of store: FixtureStore
  ) async throws -> UnconsumedPage {
    let query = try request.wholeList()
    var answer = MarketResults<Purchase>([])
    var place = UnconsumedPlace.start
    if let cursor = request.cursor {
      guard let known = UnconsumedPlace(cursor) else {
        throw JSONProblem(place: "cursor", problem: "not a cursor of this server")
      }
      place = known
    } else {
      answer = try await store.beginUnconsumed(query)
    }
    let (purchases, next) = try await store.unconsumed(query, after: place)
    answer.elements = purchases
    return UnconsumedPage(answer, cursor: next?.text)
  }
}
