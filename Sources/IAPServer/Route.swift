import IAPCore
import IAPFixtures
import JSON

/// Whose interface a route is part of.
enum ServedDialect: String, Sendable, CaseIterable {
  /// The current API of the IAP service.
  case service
  /// The API of the old SDK. Its only credential is the numbers.
  case legacy
  /// Every operation, with everything that is known.
  case fixture

  /// Whether a call has to bring the app key.
  var needsAppKey: Bool { self != .legacy }
}

/// The methods that routes have.
enum Method: String, Sendable {
  case get = "GET"
  case post = "POST"
}

/// A call that can be made: how it is addressed, what it takes, what it answers.
struct Route: Sendable {
  let dialect: ServedDialect
  let method: Method
  /// `/inapp/v3/consume/{paymentSeq}`
  let path: String
  /// One line, without a full stop.
  let summary: String
  /// Lists that may stand behind the question mark.
  var arguments: [ObjectShape.Member] = []
  /// Nil for a call without a body.
  var body: ObjectShape?
  /// In bytes.
  var longestBody = Route.shortBody
  let result: JSONSchema
  let carryOut: @Sendable (RoutedRequest, FixtureStore) async throws -> JSONValue

  /// For a call about one thing.
  static let shortBody = 64 << 10
  /// For a call that lists things.
  static let longBody = 1 << 20

  /// What a path means to this route: the words in its places, or nil where it is another's.
  func match(_ path: String) -> [String: String]? {
    let pattern = Self.parts(self.path)
    let parts = Self.parts(path)
    guard pattern.count == parts.count else { return nil }
    var places: [String: String] = [:]
    for (pattern, part) in zip(pattern, parts) {
      if let name = Self.place(pattern) {
        guard !part.isEmpty else { return nil }
        places[name] = String(part)
      } else if !pattern.utf8.elementsEqual(part.utf8) {
        return nil
      }
    }
    return places
  }

  /// The names of the places in the path.
  var places: [String] { Self.parts(path).compactMap(Self.place) }

  private static func parts(_ path: String) -> [Substring] {
    path.split(separator: "/", omittingEmptySubsequences: false)
  }

  /// The name in `{name}`.
  private static func place(_ part: Substring) -> String? {
    part.hasPrefix("{") && part.hasSuffix("}") ? String(part.dropFirst().dropLast()) : nil
  }
}

/// All routes: what is served, and what is described.
enum RouteTable {
  static let routes = ServiceRoutes.routes + LegacyRoutes.routes + FixtureRoutes.routes

  /// Where the description of them all is.
  static let description = "/openapi.json"

  /// The routes of a path, whatever their method, with the words in its places.
  static func find(_ path: String) -> [(route: Route, places: [String: String])] {
    routes.compactMap { route in route.match(path).map { (route, $0) } }
  }
}
