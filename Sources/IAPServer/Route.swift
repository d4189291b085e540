import IAPCore
import IAPFixtureAPI
import IAPFixtures
import JSON

/// Which API a route is part of.
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

/// A call that can be made: its address, its request and its response.
struct Route: Sendable {
  let dialect: ServedDialect
  let method: Method
  /// `/inapp/v3/consume/{paymentSeq}`
  let path: String
  /// One line, without a full stop.
  let summary: String
  /// What is in the body of a POST, and behind the question mark of a GET.
  let request: JSONSchema.Object
  let response: JSONSchema
  /// In bytes.
  let longestBody: Int
  /// Reads a request, carries it out and writes the response.
  let carryOut: @Sendable (RouteParameters, [UInt8], FixtureStore) async throws -> JSONValue

  /// For a call about one thing.
  private static let shortBody = 64 << 10
  /// For a call that lists things.
  private static let longBody = 1 << 20
  /// Deeper nesting than any request has.
  private static let deepestBody = 16

  init<Request, Response>(
    _ dialect: ServedDialect, _ method: Method, _ path: String, _ summary: String,
    takesLists: Bool = false, _ request: JSONFields<Request>, _ response: JSONCodec<Response>,
    carryOut: @escaping @Sendable (Request, RouteParameters, FixtureStore) async throws -> Response
  ) {
    (self.dialect, self.method, self.path, self.summary) = (dialect, method, path, summary)
    (self.request, self.response) = (request.schema, response.schema)
    longestBody = takesLists ? Self.longBody : Self.shortBody
    self.carryOut = { parameters, body, store in
      let value =
        method == .get
        ? parameters.arguments : try JSONValue(parsing: body, deepest: Self.deepestBody)
      return response.write(try await carryOut(try request.read(value), parameters, store))
    }
  }

  /// A route of the dialect `fixture`.
  init<Request, Response>(
    _ operation: FixtureOperation<Request, Response>,
    carryOut: @escaping @Sendable (Request, FixtureStore) async throws -> Response
  ) {
    let method: Method = if case .lookup = operation.effect { .get } else { .post }
    let isOfOne = if case .changeOfOne = operation.effect { true } else { false }
    self.init(
      .fixture, method, operation.path, operation.summary, takesLists: !isOfOne,
      operation.request, operation.response
    ) { request, _, store in try await carryOut(request, store) }
  }

  /// What a path means to this route: the words in its places, or nil if it is another's.
  fileprivate func match(_ path: String) -> [String: String]? {
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

/// What the address of a request says.
struct RouteParameters: Sendable {
  /// The words in the path's places, by their names.
  let places: [String: String]
  /// What is behind the question mark: an object of lists of texts.
  let arguments: JSONValue

  init(places: [String: String], arguments: [String: [String]]) {
    self.places = places
    self.arguments = .object(
      arguments.map { name, values in .init(name, .array(values.map { .string($0) })) })
  }

  /// A place that has digits.
  func digits(_ name: String) throws(JSONProblem) -> Identifier {
    let text = Identifier(places[name] ?? "")
    guard text.isDigits else { throw JSONProblem(place: name, problem: "not digits") }
    return text
  }

  func number(_ name: String) throws(JSONProblem) -> Int64 {
    guard let number = Int64(try digits(name).text) else {
      throw JSONProblem(place: name, problem: "not a number")
    }
    return number
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
