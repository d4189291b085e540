import IAPCore
import IAPFixtures
import IAPWire
import JSON

/// The API that a route belongs to.
enum ServedDialect: String, Sendable, CaseIterable {
  /// The current API of the IAP service.
  case service
  /// The API of the old SDK. It has no app key.
  case legacy
  /// Every operation, with all fields.
  case fixture
  /// Whether the server can answer.
  case health

  /// True if a request must have the app key in its header.
  var needsAppKey: Bool { self == .service || self == .fixture }
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
  let request: JSONSchema
  let response: JSONSchema
  /// In bytes.
  let longestBody: Int
  let execution: Execution
  /// Decodes a request.
  let prepare: @Sendable (RouteParameters, [UInt8]) throws -> PreparedCall

  /// How calls use transactions of the store.
  enum Execution: Sendable {
    /// It changes nothing. It is one transaction.
    case query
    /// It shares a transaction with other changes.
    case change
    /// It is not inside of any transaction.
    case alone
  }

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
    _ dialect: ServedDialect, _ method: Method, _ path: String, _ summary: String,
    as execution: Execution = .query, takesLists: Bool = false, _ request: JSONFields<Request>,
    _ response: JSONCodec<Response>,
    carryOut:
      @escaping @Sendable (Request, RouteParameters, isolated FixtureStore) throws ->
      Response
  ) {
    self.init(
      dialect, method, path, summary, as: execution, takesLists: takesLists, request,
      describedBy: response.schema, append: response.append, carryOut: carryOut)
  }

  /// - Parameters:
  ///   - response: the description of the response.
  ///   - append: appends the response as JSON.
  init<Request, Response>(
    _ dialect: ServedDialect, _ method: Method, _ path: String, _ summary: String,
    as execution: Execution = .query, takesLists: Bool = false, _ request: JSONFields<Request>,
    describedBy response: JSONSchema,
    append: @escaping @Sendable (Response, inout [UInt8]) -> Void,
    carryOut:
      @escaping @Sendable (Request, RouteParameters, isolated FixtureStore) throws ->
      Response
  ) {
    (self.dialect, self.method, self.path, self.summary) = (dialect, method, path, summary)
    (self.request, self.response) = (.object(request.schema), response)
    longestBody = takesLists ? Self.longBody : Self.shortBody
    self.execution = execution
    let isBodyOptional = request.schema.members.isEmpty
    prepare = { parameters, body in
      let value =
        if method == .get { parameters.arguments } else if body.isEmpty, isBodyOptional {
          JSONValue.object([])
        } else { try JSONValue(parsing: body, deepest: Self.deepestBody) }
      let call = try request.read(value)
      return { store, bytes in append(try carryOut(call, parameters, store), &bytes) }
    }
  }

  /// A route of the dialect `fixture` that steers the store by a text: a seed, or a part of one.
  ///
  /// - Parameter read: decodes the body.
  init<Request: Sendable, Response>(
    _ name: String, _ summary: String, describedBy request: JSONSchema,
    _ response: JSONCodec<Response>, read: @escaping @Sendable ([UInt8]) throws -> Request,
    carryOut: @escaping @Sendable (Request, isolated FixtureStore) throws -> Response
  ) {
    (dialect, method, path, self.summary) = (.fixture, .post, "/fixture/v1/" + name, summary)
    (self.request, self.response) = (request, response.schema)
    (longestBody, execution) = (Self.seedBody, .alone)
    prepare = { _, body in
      let call = try read(body)
      return { store, bytes in response.append(try carryOut(call, store), &bytes) }
    }
  }

  /// A route of the dialect `fixture`.
  init<Request, Response>(
    _ operation: FixtureOperation<Request, Response>,
    carryOut: @escaping @Sendable (Request, isolated FixtureStore) throws -> Response
  ) {
    let (method, execution, isOfOne): (Method, Execution, Bool) =
      switch operation.effect {
      case .lookup: (.get, .query, false)
      case .query: (.post, .query, false)
      case .change: (.post, .change, false)
      case .changeOfOne: (.post, .change, true)
      case .steering: (.post, .alone, true)
      }
    self.init(
      .fixture, method, operation.path, operation.summary, as: execution,
      takesLists: !isOfOne, operation.request, operation.response
    ) { request, _, store in try carryOut(request, store) }
  }

  /// The values of the path parameters, or nil if the path is not that of this route.
  func match(_ path: String) -> [String: String]? {
    // Most paths have no parameters: they need not be taken apart.
    guard self.path.utf8.contains(UInt8(ascii: "{")) else {
      return self.path.utf8.elementsEqual(path.utf8) ? [:] : nil
    }
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
