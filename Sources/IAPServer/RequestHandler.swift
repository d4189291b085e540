import IAPCore
import IAPFixtures
import JSON

/// The server without its sockets: requests come in, replies go out.
struct RequestHandler: Sendable {
  let store: FixtureStore
  let describe: @Sendable (IAPError) -> String

  /// The head of a request.
  struct Head: Sendable {
    var method: String
    var path: String
    var contentType: String?
    var appKey: String?
    /// What the head says of the length of the body, in bytes; 0 where it says nothing.
    var length = 0
    /// Nil for a name or value that is no text.
    var arguments: [String: [String]]? = [:]
  }

  /// What the head of a request tells already.
  enum RouteMatch: Sendable {
    /// Whatever the body may be.
    case settled(HTTPAnswer)
    case open(Route, RoutedRequest)

    /// In bytes.
    var longestBody: Int {
      if case .open(let route, _) = self { route.longestBody } else { 0 }
    }
  }

  // MARK: Head

  /// Finds the route of a request.
  func prospect(of head: Head) -> RouteMatch {
    if head.path == "*" { return .settled(.options(["GET", "HEAD", "POST", "OPTIONS"])) }
    if head.path == RouteTable.description { return .settled(description(by: head.method)) }
    let found = RouteTable.find(head.path)
    guard !found.isEmpty else { return .settled(.status(404, "NOT FOUND")) }
    let methods = Self.allowed(found.map(\.route.method))
    if head.method == "OPTIONS" { return .settled(.options(methods)) }
    let method = head.method == "HEAD" ? "GET" : head.method
    guard let (route, places) = found.first(where: { $0.route.method.rawValue == method }) else {
      return .settled(Self.methodRefused(methods))
    }
    guard route.body == nil || Self.isJSON(head.contentType) else {
      return .settled(
        .failure(.contentTypeNotSupported, ServerCode.contentTypeNotSupported.name))
    }
    guard let arguments = head.arguments else {
      let problem = JSONProblem(place: "", problem: "the query is not UTF-8")
      return .settled(refusal(route).answer(to: problem))
    }
    return .open(route, RoutedRequest(places: places, arguments: arguments))
  }

  private func description(by method: String) -> HTTPAnswer {
    let methods = Self.allowed([.get])
    if method == "OPTIONS" { return .options(methods) }
    return method == "GET" || method == "HEAD"
      ? .document(OpenAPI.document) : Self.methodRefused(methods)
  }

  private static func methodRefused(_ methods: [String]) -> HTTPAnswer {
    var answer = HTTPAnswer.failure(.methodNotSupported, ServerCode.methodNotSupported.name)
    answer.allowed = methods
    return answer
  }

  private static func allowed(_ methods: [Method]) -> [String] {
    (methods.contains(.get) ? ["GET", "HEAD"] : []) + (methods.contains(.post) ? ["POST"] : [])
      + ["OPTIONS"]
  }

  /// Whether a content type is JSON in UTF-8.
  private static func isJSON(_ type: String?) -> Bool {
    guard let type else { return false }
    let parts = type.lowercased().split(separator: ";").map { part in
      String(part.filter { $0 != " " && $0 != "\t" && $0 != "\"" })
    }
    return parts.first == "application/json"
      && parts.dropFirst().allSatisfy { !$0.hasPrefix("charset=") || $0 == "charset=utf-8" }
  }

  // MARK: Body

  /// Carries out a request whose body is whole.
  func reply(to route: Route, _ call: RoutedRequest, appKey: String?, body: [UInt8]) async -> Reply
  {
    do {
      if route.dialect.needsAppKey {
        let known = try await store.registration().appKey
        guard let appKey, Secret(appKey) == known else {
          return .answer(.status(401, "UNAUTHORIZED"))
        }
      }
      var call = call
      call.body = try Self.members(of: body, for: route)
      return .answer(.result(try await route.carryOut(call, store)))
    } catch {
      return refusal(route).reply(to: error)
    }
  }

  private static func members(
    of body: [UInt8], for route: Route
  ) throws(JSONProblem) -> [String: JSONTree] {
    guard let shape = route.body else { return [:] }
    let tree = try JSONTree.read(body)
    let isClosed = route.dialect == .fixture
    if let problem = JSONSchema.object(shape).problem(with: tree, at: "", isClosed: isClosed) {
      throw problem
    }
    guard case .object(let members) = tree else { return [:] }
    return members
  }

  private func refusal(_ route: Route) -> Refusal {
    Refusal(dialect: route.dialect, describe: describe)
  }
}
