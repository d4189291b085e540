import IAPCore
import IAPFixtures
import IAPWire
import JSON

/// All routes, for serving and for the OpenAPI document.
enum RouteTable {
  static let routes =
    ServiceRoutes.routes + GamebaseRoutes.routes + LegacyRoutes.routes + FixtureRoutes.routes
    + SteeringRoutes.routes + [health]

  /// Whether the server can answer, for scripts that wait for it.
  private static let health = Route(
    WireOperation(
      nil, "/healthz", "whether the store answers", .lookup, JSONFields((), []),
      JSONFields((), []).codec)
  ) { _, store, _ in try store.requireAnswer() }

  /// The path of the OpenAPI document.
  static let description = "/openapi.json"

  typealias Matches = [(route: Route, pathParameters: [String: String])]

  /// The routes of a path, for every method, with the values of the path parameters.
  static func find(_ path: String) -> Matches {
    byPath[Identifier(path)]
      ?? others.compactMap { route in route.path.values(in: path).map { (route, $0) } }
  }

  /// The routes of the paths without parameters. Comparing a path with all routes takes as long as
  /// a query of the store.
  private static let byPath = Dictionary(
    grouping: routes.filter(\.path.parameters.isEmpty), by: { Identifier($0.path.description) }
  ).mapValues { $0.map { (route: $0, pathParameters: [String: String]()) } }

  private static let others = routes.filter { !$0.path.parameters.isEmpty }

  /// The parts of all paths that are no parameters.
  static let words = Set(
    routes.flatMap { $0.path.description.split(separator: "/") }.filter { $0.first != "{" }
      .map(String.init))

  /// Whether a test steers the store by this path, whatever the method.
  static func isSteering(_ path: String) -> Bool {
    let found = find(path)
    return !found.isEmpty && found.allSatisfy { !$0.route.isLogged }
  }

  /// A payment of the sample game that can be consumed.
  static let example = Payment(
    "2026011210000001", accessToken: Secret("sample-token-alice-1"), productSeq: 1_000_292)
}
