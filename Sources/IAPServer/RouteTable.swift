import IAPCore
import IAPFixtures
import IAPWire
import JSON

/// All routes, for serving and for the OpenAPI document.
enum RouteTable {
  static let routes = groups.flatMap { $0().routes }

  /// The path of the OpenAPI document.
  static let description = "/openapi.json"

  typealias Matches = [(route: Route, pathParameters: [String: String])]

  /// The routes of a path, for every method, with the values of the path parameters.
  static func find(_ path: String) -> Matches {
    for group in groups {
      let found = group().find(path)
      if !found.isEmpty { return found }
    }
    return []
  }

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

  /// No path is in two groups. A group is made when none before it has a path.
  private static let groups: [@Sendable () -> Group] = [
    { service }, { gamebase }, { legacy }, { fixture }, { steering }, { health },
  ]
  private static let service = Group(ServiceRoutes.routes)
  private static let legacy = Group(LegacyRoutes.routes)
  private static let gamebase = Group(GamebaseRoutes.routes)
  private static let fixture = Group(FixtureRoutes.routes)
  private static let steering = Group(SteeringRoutes.routes)
  private static let health = Group([HealthRoute.route])

  private struct Group: Sendable {
    let routes: [Route]
    /// The routes of the paths without parameters. Comparing a path with all routes takes as long as
    /// a query of the store.
    private let routesByPath: [Identifier: Matches]
    private let others: [Route]

    init(_ routes: [Route]) {
      self.routes = routes
      others = routes.filter { !$0.path.parameters.isEmpty }
      routesByPath = Dictionary(
        grouping: routes.filter(\.path.parameters.isEmpty),
        by: { Identifier($0.path.description) }
      ).mapValues { $0.map { ($0, [:]) } }
    }

    func find(_ path: String) -> Matches {
      routesByPath[Identifier(path)]
        ?? others.compactMap { route in route.path.values(in: path).map { (route, $0) } }
    }
  }
}
