import CMicroHTTPD
import IAPCore
import IAPFixtures
import JSON
import Synchronization

/// Connects the library's thread with the store. When a request is whole, it suspends the
/// connection and runs the request in a task. Then it resumes the connection with the response.
final class RequestScheduler: Sendable {
  private let handler: RequestHandler
  private let options: IAPServer.Options
  private let connections: Mutex<ConnectionTable>
  private let progress = Mutex(Progress())

  /// The requests that have arrived whole and whose response is not complete.
  private struct Progress {
    var requests: [ObjectIdentifier: RoutedRequest] = [:]
    var isStopping = false
    var whenDrained: CheckedContinuation<Void, Never>?
  }

  init(handler: RequestHandler, _ options: IAPServer.Options) {
    self.handler = handler
    self.options = options
    connections = Mutex(ConnectionTable(room: options.connections))
  }

  /// Begins a request; nil if the server is stopping.
  func begin(_ head: RequestHead, on connection: Pointer) -> RoutedRequest? {
    guard !progress.withLock({ $0.isStopping }) else { return nil }
    return RoutedRequest(head, handler.match(head), on: connection)
  }

  /// Called when a request is whole, and again when its reply is ready.
  func proceed(_ request: RoutedRequest) -> MHD_Result {
    if let reply = request.reply { return send(reply, to: request) }
    guard enter(request) else { return iapctl_mhd_no }
    switch request.match {
    case .answer(let answer): return send(.answer(answer), to: request)
    case .route(let route, let parameters):
      guard let body = request.body else {
        return send(.answer(.status(413, "PAYLOAD TOO LARGE")), to: request)
      }
      iapctl_mhd_suspend(request.connection.address)
      request.carryOut {
        await self.reply(to: request, route, parameters, body)
      } whenDone: {
        iapctl_mhd_resume(request.connection.address)
      }
      return iapctl_mhd_yes
    }
  }

  private func reply(
    to request: RoutedRequest, _ route: Route, _ parameters: RouteParameters, _ body: [UInt8]
  ) async -> Reply {
    let delay = AnswerDelay()
    let reply = await AnswerDelay.$current.withValue(delay) {
      await handler.reply(to: route, parameters, appKey: request.head.appKey, body: body)
    }
    // The wait ends early if the server stops.
    if delay.total > .zero { try? await options.sleep(delay.total) }
    return reply
  }

  private func send(_ reply: Reply, to request: RoutedRequest) -> MHD_Result {
    let (answer, trouble): (HTTPAnswer?, IAPError?) =
      switch reply {
      case .answer(let answer): (answer, answer.trouble)
      case .closeConnection(let trouble): (nil, trouble)
      }
    options.log(
      IAPServer.LogEntry(
        method: request.head.method, path: request.head.path, status: answer?.status,
        resultCode: answer?.resultCode, trouble: trouble))
    // The library closes the connection if its handler returns `MHD_NO` without a response.
    guard let answer else { return iapctl_mhd_no }
    return request.connection.send(answer)
  }

  /// Ends a request, with or without a response.
  func end(_ request: RoutedRequest, on connection: Pointer) {
    connections.withLock { $0.waits(connection) }
    let waiter = progress.withLock { progress in
      progress.requests[ObjectIdentifier(request)] = nil
      return progress.requests.isEmpty ? progress.whenDrained.take() : nil
    }
    waiter?.resume()
  }

  /// Registers a whole request; false if the server is stopping.
  private func enter(_ request: RoutedRequest) -> Bool {
    connections.withLock { $0.isServed(request.connection) }
    return progress.withLock { progress in
      guard !progress.isStopping else { return false }
      progress.requests[ObjectIdentifier(request)] = request
      return true
    }
  }

  /// Refuses new requests and waits until the registered ones have their responses.
  func drain() async {
    let inside = progress.withLock { progress in
      progress.isStopping = true
      return Array(progress.requests.values)
    }
    for request in inside { request.hurry() }
    await withCheckedContinuation { continuation in
      let isEmpty = progress.withLock { progress in
        if !progress.requests.isEmpty { progress.whenDrained = continuation }
        return progress.requests.isEmpty
      }
      if isEmpty { continuation.resume() }
    }
  }

  // MARK: Connections

  func connected(_ connection: Pointer) {
    let departing = connections.withLock { $0.enters(connection) }
    if let departing { iapctl_mhd_shut(departing.address) }
  }

  func disconnected(_ connection: Pointer) { connections.withLock { $0.leaves(connection) } }
}

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
