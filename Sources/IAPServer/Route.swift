import IAPCore
import IAPFixtures
import IAPWire
import JSON

enum Method: String, Sendable, CaseIterable {
  case get = "GET"
  case post = "POST"
  case put = "PUT"
  case delete = "DELETE"

  /// Whether its requests have a body.
  var hasBody: Bool { self == .post || self == .put }
}

/// An operation, carried out on a store.
///
/// A class, because each request would copy all of a struct.
final class Route: Sendable {
  /// Nil for a route that is no part of a dialect.
  let dialect: WireDialect?
  /// The key that a request must have in its header; nil for none.
  let credential: Credential?
  let path: WirePath
  /// One line, without a full stop.
  let summary: String
  let effect: WireEffect
  /// The parameters of the path.
  let parameters: JSONSchema
  /// The body of a POST, or the query of a GET.
  let request: JSONSchema
  let response: JSONSchema
  /// A body for the description, which works on the sample game.
  let example: JSONValue?
  /// In bytes.
  let longestBody: Int
  /// Whether its requests are in the log of requests.
  let isLogged: Bool
  /// The operation of IAP, for the log of requests.
  let operation: IAPOperation?
  /// Decodes a request.
  let prepare: @Sendable (RouteParameters, [UInt8]) throws -> PreparedCall

  /// A decoded request, and what it is about.
  typealias PreparedCall = (execute: Execution, subject: RequestSubject)

  /// Executes a request and appends the response as JSON.
  typealias Execution =
    @Sendable (isolated FixtureStore, inout Context, inout [UInt8]) throws -> Void

  struct Context: Sendable {
    let log: RequestLog
    /// The payment that a request found or made, if it does not name it.
    var payment: Identifier?
  }

  /// The limit for a request about one payment.
  private static let shortBody = 64 << 10
  /// The limit for a request with lists.
  private static let longBody = 1 << 20
  /// The limit for a seed, which is kept in memory: about 300,000 purchases.
  static let seedBody = 64 << 20
  /// The deepest nesting of arrays and objects in a request.
  private static let deepestBody = 16

  /// An operation of IAP.
  ///
  /// - Parameters:
  ///   - name: nil for an operation that is not one of its own.
  ///   - example: a request for the description, which works on the sample game.
  convenience init<Request, Response>(
    _ operation: WireOperation<Request, Response>, as name: IAPOperation?, example: Request? = nil,
    carryOut: @escaping @Sendable (Request, isolated FixtureStore) throws -> Response
  ) {
    self.init(operation, as: name, example: example) { request, store, _ in
      try carryOut(request, store)
    }
  }

  /// An operation of IAP that tells which payment it is about, although the request does not name it.
  convenience init<Request, Response>(
    _ operation: WireOperation<Request, Response>, as name: IAPOperation?, example: Request? = nil,
    carryOut: @escaping @Sendable (Request, isolated FixtureStore, inout Context) throws -> Response
  ) {
    self.init(
      operation, as: name, example: example, append: operation.response.append, carryOut: carryOut)
  }

  /// An operation by which a test steers the store, or the log of requests.
  ///
  /// - Parameter example: a body for the description.
  convenience init<Request, Response>(
    _ operation: WireOperation<Request, Response>, example: Request? = nil,
    carryOut: @escaping @Sendable (Request, isolated FixtureStore, RequestLog) throws -> Response
  ) {
    self.init(
      operation, as: nil, isLogged: false, example: example, append: operation.response.append
    ) { try carryOut($0, $1, $2.log) }
  }

  /// A route of the dialect `fixture` that steers the store by a text: a seed, or a part of one.
  ///
  /// - Parameters:
  ///   - example: a body as JSON.
  ///   - read: decodes the body.
  init<Response>(
    _ path: String, _ summary: String, effect: WireEffect = .steering,
    describedBy request: JSONSchema, _ response: JSONCodec<Response>, example: String,
    read: @escaping @Sendable ([UInt8]) throws -> SeedText,
    carryOut: @escaping @Sendable (SeedText, isolated FixtureStore) throws -> Response
  ) {
    (dialect, self.effect, self.path, self.summary) = (.fixture, effect, WirePath(path), summary)
    (parameters, self.request, self.response) = (.object(.init(nil, [])), request, response.schema)
    (credential, longestBody) = (.appKey, Self.seedBody)
    (isLogged, operation) = (false, nil)
    self.example = try? JSONValue(parsing: Array(example.utf8))
    prepare = { _, body in
      let call = try read(body)
      return (
        { store, _, bytes in response.append(try carryOut(call, store), &bytes) },
        RequestSubject()
      )
    }
  }

  /// - Parameter append: appends what the codec of the response would append.
  init<Request, Response, Answer>(
    _ operation: WireOperation<Request, Response>, as name: IAPOperation?, isLogged: Bool = true,
    example: Request?, append: @escaping @Sendable (Answer, inout [UInt8]) -> Void,
    carryOut: @escaping @Sendable (Request, isolated FixtureStore, inout Context) throws -> Answer
  ) {
    (dialect, path, summary) = (operation.dialect, operation.path, operation.summary)
    credential = dialect?.traits.credential
    (effect, response) = (operation.effect, operation.response.schema)
    (parameters, request) = (.object(operation.parameters.schema), .object(operation.body.schema))
    self.example = example.map(operation.body.write)
    longestBody = operation.takesLists ? Self.longBody : Self.shortBody
    (self.isLogged, self.operation) = (isLogged, name)
    let hasParameters = !operation.path.parameters.isEmpty
    let isInQuery = !operation.effect.method.hasBody
    let isBodyOptional = operation.body.schema.members.isEmpty
    let subject = isLogged ? SubjectMembers(of: operation.request.schema) : nil
    prepare = { [request = operation.request] parameters, body in
      var value =
        if isInQuery { parameters.arguments } else if body.isEmpty, isBodyOptional {
          JSONValue.object([])
        } else { try JSONValue(parsing: body, deepest: Self.deepestBody) }
      if hasParameters { value = try parameters.joined(to: value) }
      let request = try request.read(value)
      return (
        { store, context, bytes in append(try carryOut(request, store, &context), &bytes) },
        subject?.subject(of: value, name) ?? RequestSubject()
      )
    }
  }

  var method: Method { effect.method }

  /// Whether a test steers the store by it.
  var isSteering: Bool { dialect == .fixture && !isLogged }

  /// Whether a request needs no body, and so no content type.
  var isBodyOptional: Bool {
    if case .object(let object) = request { object.members.isEmpty } else { false }
  }
}

extension WireEffect {
  fileprivate var method: Method {
    switch self {
    case .lookup: .get
    case .removal: .delete
    case .replacement: .put
    case .query, .change, .changeOfOne, .steering: .post
    }
  }

  /// Whether a test steers the store by it.
  var isSteering: Bool { self == .steering || self == .removal || self == .replacement }

  /// Whether calls share a transaction with other changes. A query is a transaction by itself, and a
  /// steering call is not inside of any.
  var isGrouped: Bool { self == .change || self == .changeOfOne }
}

/// The path parameters and the query of a request.
struct RouteParameters: Sendable {
  /// The path parameters by name.
  let path: [String: String]
  /// The query as an object of lists of strings: `{"markets": ["AS", "GG"]}`.
  let arguments: JSONValue

  init(path: [String: String], arguments: [String: [String]]) {
    self.path = path
    self.arguments = .object(
      arguments.map { name, values in .init(name, .array(values.map { .string($0) })) })
  }

  /// The path parameters and the members of a body or a query.
  fileprivate func joined(to body: JSONValue) throws(JSONProblem) -> JSONValue {
    guard case .object(let members) = body else { throw .not(.object) }
    return .object(path.map { .init($0, .string($1)) } + members)
  }
}
