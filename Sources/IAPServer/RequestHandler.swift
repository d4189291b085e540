import IAPCore
import IAPFixtures
import JSON

/// The server without its network: it maps requests to replies.
struct RequestHandler: Sendable {
  let store: FixtureStore
  let describe: @Sendable (IAPError) -> String

  // MARK: Head

  func match(_ head: RequestHead) -> RouteMatch {
    if head.path == "*" { return .answer(.options(["GET", "HEAD", "POST", "OPTIONS"])) }
    if head.path == RouteTable.description { return .answer(description(by: head.method)) }
    let found = RouteTable.find(head.path)
    guard !found.isEmpty else { return .answer(.status(404, "NOT FOUND")) }
    let methods = Self.allowed(found.map(\.route.method))
    if head.method == "OPTIONS" { return .answer(.options(methods)) }
    let method = head.method == "HEAD" ? "GET" : head.method
    guard let (route, places) = found.first(where: { $0.route.method.rawValue == method }) else {
      return .answer(Self.methodRefused(methods))
    }
    guard method == "GET" || Self.isJSON(head.contentType) else {
      return .answer(
        .failure(.contentTypeNotSupported, ServerCode.contentTypeNotSupported.name))
    }
    guard let arguments = head.arguments else {
      let problem = JSONProblem(place: "", problem: "the query is not UTF-8")
      return .answer(.invalid(problem, in: route.dialect))
    }
    return .route(route, RouteParameters(places: places, arguments: arguments))
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

  /// True for JSON in UTF-8: `application/json`, `application/json; charset=utf-8`.
  private static func isJSON(_ type: String?) -> Bool {
    guard let type else { return false }
    let parts = type.lowercased().split(separator: ";").map { part in
      String(part.filter { $0 != " " && $0 != "\t" && $0 != "\"" })
    }
    return parts.first == "application/json"
      && parts.dropFirst().allSatisfy { !$0.hasPrefix("charset=") || $0 == "charset=utf-8" }
  }

  // MARK: Body

  /// Executes a request whose body has arrived whole.
  func reply(
    to route: Route, _ parameters: RouteParameters, appKey: String?, body: [UInt8]
  ) async -> Reply {
    do {
      if route.dialect.needsAppKey {
        let known = try await store.registration().appKey
        guard let appKey, Secret(appKey) == known else {
          return .answer(.status(401, "UNAUTHORIZED"))
        }
      }
      return .answer(.result(try await route.carryOut(parameters, body, store)))
    } catch {
      return .failure(error, in: route.dialect, describe: describe)
    }
  }
}
