import IAPCore
import IAPFixtureAPI
import IAPFixtures
import JSON
import Synchronization

/// The API that a route belongs to.
enum ServedDialect: String, Sendable, CaseIterable {
  /// The current API of the IAP service.
  case service
  /// The API of the old SDK. It has no app key.
  case legacy
  /// Every operation, with all fields.
  case fixture

  /// True if a request must have the app key in its header.
  var needsAppKey: Bool { self != .legacy }
}

enum Method: String, Sendable {
  case get = "GET"
  case post = "POST"
}

/// A route: its address, its request and its response.
struct Route: Sendable {
  let dialect: ServedDialect
  let method: Method
  /// The path with its parameters: `/inapp/v3/consume/{paymentSeq}`.
  let path: String
  /// One line, without a full stop.
  let summary: String
  /// The body of a POST, or the query of a GET.
  let request: JSONSchema.Object
  let response: JSONSchema
  /// In bytes.
  let longestBody: Int
  /// True if a call can change the store.
  let isChange: Bool
  /// Decodes a request.
  let prepare: @Sendable (RouteParameters, [UInt8]) throws -> PreparedCall

  /// A decoded request: it executes the request and appends the response as JSON.
  typealias PreparedCall = @Sendable (isolated FixtureStore, inout [UInt8]) throws -> Void

  /// The limit for a request about one payment.
  private static let shortBody = 64 << 10
  /// The limit for a request with lists.
  private static let longBody = 1 << 20
  /// The deepest nesting of arrays and objects in a request.
  private static let deepestBody = 16

  init<Request, Response>(
    _ dialect: ServedDialect, _ method: Method, _ path: String, _ summary: String,
    isChange: Bool = false, takesLists: Bool = false, _ request: JSONFields<Request>,
    _ response: JSONCodec<Response>,
    carryOut:
      @escaping @Sendable (Request, RouteParameters, isolated FixtureStore) throws ->
      Response
  ) {
    (self.dialect, self.method, self.path, self.summary) = (dialect, method, path, summary)
    (self.request, self.response) = (request.schema, response.schema)
    longestBody = takesLists ? Self.longBody : Self.shortBody
    self.isChange = isChange
    prepare = { parameters, body in
      let value =
        method == .get
        ? parameters.arguments : try JSONValue(parsing: body, deepest: Self.deepestBody)
      let call = try request.read(value)
      return { store, bytes in response.append(try carryOut(call, parameters, store), &bytes) }
    }
  }

  /// A route of the dialect `fixture`.
  init<Request, Response>(
    _ operation: FixtureOperation<Request, Response>,
    carryOut: @escaping @Sendable (Request, isolated FixtureStore) throws -> Response
  ) {
    let (method, isChange, isOfOne): (Method, Bool, Bool) =
      switch operation.effect {
      case .lookup: (.get, false, false)
      case .query: (.post, false, false)
      case .change: (.post, true, false)
      case .changeOfOne: (.post, true, true)
      }
    self.init(
      .fixture, method, operation.path, operation.summary, isChange: isChange,
      takesLists: !isOfOne, operation.request, operation.response
    ) { request, _, store in try carryOut(request, store) }
  }

  /// The values of the path parameters, or nil if the path is not that of this route.
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

  /// The names of the path parameters.
  var places: [String] { Self.parts(path).compactMap(Self.place) }

  private static func parts(_ path: String) -> [Substring] {
    path.split(separator: "/", omittingEmptySubsequences: false)
  }

  /// The name of a path parameter: `paymentSeq` for `{paymentSeq}`.
  private static func place(_ part: Substring) -> String? {
    part.hasPrefix("{") && part.hasSuffix("}") ? String(part.dropFirst().dropLast()) : nil
  }
}

/// The path parameters and the query of a request.
struct RouteParameters: Sendable {
  /// The path parameters by name.
  let places: [String: String]
  /// The query as an object of lists of strings: `{"markets": ["AS", "GG"]}`.
  let arguments: JSONValue

  init(places: [String: String], arguments: [String: [String]]) {
    self.places = places
    self.arguments = .object(
      arguments.map { name, values in .init(name, .array(values.map { .string($0) })) })
  }

  /// A path parameter that consists of digits.
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

/// All routes, for serving and for the OpenAPI document.
enum RouteTable {
  static let routes = ServiceRoutes.routes + LegacyRoutes.routes + FixtureRoutes.routes

  /// The path of the OpenAPI document.
  static let description = "/openapi.json"

  typealias Matches = [(route: Route, places: [String: String])]

  /// The routes of a path, for every method, with the values of the path parameters.
  static func find(_ path: String) -> Matches { known[Identifier(path)] ?? match(path) }

  /// The routes of the paths without parameters. Comparing a path with all routes takes as long as
  /// a query of the store.
  private static let known: [Identifier: Matches] = Dictionary(
    routes.filter(\.places.isEmpty).map { (Identifier($0.path), match($0.path)) }
  ) { first, _ in first }

  private static func match(_ path: String) -> Matches {
    routes.compactMap { route in route.match(path).map { (route, $0) } }
  }
}

struct RequestHead: Sendable {
  var method: String
  var path: String
  var contentType: String?
  var appKey: String?
  var facts = HeadCheck.Facts()
  /// The header `Content-Length`, in bytes; 0 if it is missing.
  var length = 0
  /// The query; nil if a name or a value is not UTF-8.
  var arguments: [String: [String]]? = [:]
}

/// The route for the head of a request, or a response that needs no route.
enum RouteMatch: Sendable {
  /// A response that does not depend on the body.
  case answer(HTTPAnswer)
  case route(Route, RouteParameters)

  /// Whether the body of the request is not read.
  fileprivate var ignoresBody: Bool {
    if case .answer(let answer) = self { answer.closesConnection } else { false }
  }

  /// In bytes.
  fileprivate var longestBody: Int {
    if case .route(let route, _) = self { route.longestBody } else { 0 }
  }
}

/// One request: its head, the body that has arrived so far, and its reply.
final class RoutedRequest: Sendable {
  let head: RequestHead
  let match: RouteMatch
  let connection: Pointer

  private struct State {
    var body: [UInt8] = []
    /// The bytes that the client sent, kept or not.
    var size = 0
    var reply: Reply?
    var work: Task<Void, Never>?
    var isHurried = false
  }

  private let state = Mutex(State())

  /// A body that is too long is read to its end without being kept, so that the client gets the
  /// response. The connection is closed if the body is longer than this, in bytes.
  private static let longestIgnored = 4 << 20

  init(_ head: RequestHead, _ match: RouteMatch, on connection: Pointer) {
    self.head = head
    self.match = match
    self.connection = connection
  }

  /// True if the reply does not wait for the body, because the body is too long or is not read.
  var answersAtOnce: Bool { head.length > Self.longestIgnored || match.ignoresBody }

  /// Adds a chunk of the body.
  ///
  /// - Returns: false if the body is too long to go on reading.
  func take(_ bytes: UnsafeRawBufferPointer) -> Bool {
    state.withLock { state in
      state.size += bytes.count
      if state.size <= match.longestBody {
        state.body.append(contentsOf: bytes)
      } else {
        state.body = []
      }
      return state.size <= Self.longestIgnored
    }
  }

  /// The body, or nil if it is too long.
  var body: [UInt8]? {
    state.withLock { state in
      max(state.size, head.length) > match.longestBody ? nil : state.body
    }
  }

  var reply: Reply? { state.withLock { $0.reply } }

  func setReply(_ reply: Reply) { state.withLock { $0.reply = reply } }

  /// Sets ``reply`` after the delay of a fault.
  ///
  /// - Parameter whenDone: called when ``reply`` is set.
  func setReply(
    _ reply: Reply, after delay: @escaping @Sendable () async -> Void,
    whenDone: @escaping @Sendable () -> Void
  ) {
    // High priority, because a client waits for the response.
    let task = Task(priority: .high) {
      await delay()
      setReply(reply)
      whenDone()
    }
    let isHurried = state.withLock { state in
      state.work = task
      return state.isHurried
    }
    if isHurried { task.cancel() }
  }

  /// Ends the delay of a fault early.
  func hurry() {
    let work = state.withLock { state in
      state.isHurried = true
      return state.work
    }
    work?.cancel()
  }
}
