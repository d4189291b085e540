import IAPCore
import IAPFixtures
import IAPWire
import JSON

enum Method: String, Sendable {
  case get = "GET"
  case post = "POST"
}

/// An operation, carried out on a store.
struct Route: Sendable {
  /// Nil for a route that is no part of a dialect.
  let dialect: WireDialect?
  /// Whether a request must have the app key in its header.
  let needsAppKey: Bool
  let path: WirePath
  /// One line, without a full stop.
  let summary: String
  let effect: WireEffect
  /// The parameters of the path.
  let parameters: JSONSchema
  /// The body of a POST, or the query of a GET.
  let request: JSONSchema
  let response: JSONSchema
  /// In bytes.
  let longestBody: Int
  /// Decodes a request.
  let prepare: @Sendable (RouteParameters, [UInt8]) throws -> PreparedCall

  /// A decoded request: it executes the request and appends the response as JSON.
  typealias PreparedCall = @Sendable (isolated FixtureStore, inout [UInt8]) throws -> Void

  /// The limit for a request about one payment.
  private static let shortBody = 64 << 10
  /// The limit for a request with lists.
  private static let longBody = 1 << 20
  /// The limit for a seed, which is kept in memory: about 300,000 purchases.
  static let seedBody = 64 << 20
  /// The deepest nesting of arrays and objects in a request.
  private static let deepestBody = 16

  init<Request, Response>(
    _ operation: WireOperation<Request, Response>,
    carryOut: @escaping @Sendable (Request, isolated FixtureStore) throws -> Response
  ) {
    self.init(operation, append: operation.response.append, carryOut: carryOut)
  }

  /// - Parameter append: appends what the codec of the response would append.
  init<Request, Response, Answer>(
    _ operation: WireOperation<Request, Response>,
    append: @escaping @Sendable (Answer, inout [UInt8]) -> Void,
    carryOut: @escaping @Sendable (Request, isolated FixtureStore) throws -> Answer
  ) {
    (dialect, path, summary) = (operation.dialect, operation.path, operation.summary)
    needsAppKey = dialect?.traits.credentialHeader != nil
    (effect, response) = (operation.effect, operation.response.schema)
    (parameters, request) = (.object(operation.parameters.schema), .object(operation.body.schema))
    longestBody = operation.takesLists ? Self.longBody : Self.shortBody
    let hasParameters = !operation.path.parameters.isEmpty
    let isInQuery = operation.effect.method == .get
    let isBodyOptional = operation.body.schema.members.isEmpty
    prepare = { [request = operation.request] parameters, body in
      var value =
        if isInQuery { parameters.arguments } else if body.isEmpty, isBodyOptional {
          JSONValue.object([])
        } else { try JSONValue(parsing: body, deepest: Self.deepestBody) }
      if hasParameters { value = try parameters.joined(to: value) }
      let call = try request.read(value)
      return { store, bytes in append(try carryOut(call, store), &bytes) }
    }
  }

  /// A route of the dialect `fixture` that steers the store by a text: a seed, or a part of one.
  ///
  /// - Parameter read: decodes the body.
  init<Request: Sendable, Response>(
    _ path: String, _ summary: String, describedBy request: JSONSchema,
    _ response: JSONCodec<Response>, read: @escaping @Sendable ([UInt8]) throws -> Request,
    carryOut: @escaping @Sendable (Request, isolated FixtureStore) throws -> Response
  ) {
    (dialect, effect, self.path, self.summary) = (.fixture, .steering, WirePath(path), summary)
    (parameters, self.request, self.response) = (.object(.init(nil, [])), request, response.schema)
    (needsAppKey, longestBody) = (true, Self.seedBody)
    prepare = { _, body in
      let call = try read(body)
      return { store, bytes in response.append(try carryOut(call, store), &bytes) }
    }
  }

  var method: Method { effect.method }
}

extension WireEffect {
  fileprivate var method: Method { self == .lookup ? .get : .post }

  /// Whether calls share a transaction with other changes. A query is a transaction by itself, and a
  /// steering call is not inside of any.
  var isGrouped: Bool { self == .change || self == .changeOfOne }
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

  /// The path parameters and the members of a body or a query.
  fileprivate func joined(to body: JSONValue) throws(JSONProblem) -> JSONValue {
    guard case .object(let members) = body else { throw .not(.object) }
    return .object(places.map { .init($0, .string($1)) } + members)
  }
}
