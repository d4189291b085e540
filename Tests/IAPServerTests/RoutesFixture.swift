import IAPCore
import IAPFixtures
import IAPWire
import JSON
import TestSupport
import Testing

@testable import IAPServer

/// A store and its routes, without a network. Each response is checked against the schema of its
/// route.
struct RoutesFixture {
  let folder: TemporaryFolder
  let store: FixtureStore
  let handler: RequestHandler

  /// - Parameter seed: nil for the sample game.
  init(_ seed: String? = nil) throws {
    folder = try TemporaryFolder()
    try FixtureStore.create(
      at: folder["s.db"], from: try seed.map { try SeedText(Array($0.utf8)) } ?? Sample.seed(),
      options: .test)
    store = try FixtureStore(openAt: folder["s.db"], options: .test)
    handler = RequestHandler(store: store) { "words: \($0.name)" }
  }

  static let key = "sample-app-key"
  static let json = "application/json"

  /// The server's reply to a request.
  func reply(
    _ method: String, _ path: String, _ body: String = "", key: String? = RoutesFixture.key,
    type: String? = RoutesFixture.json, arguments: [String: [String]]? = [:],
    secretKey: String? = nil, callNumber: String? = nil
  ) async -> Reply {
    var head = RequestHead(method: method, path: path)
    (head.contentType, head.appKey, head.arguments) = (type, key, arguments)
    (head.secretKey, head.callNumber) = (secretKey, callNumber)
    switch handler.match(head) {
    case .answer(let answer): return .answer(answer)
    case .route(let route, let call):
      return await handler.reply(
        to: handler.call(route, call, head, body: Array(body.utf8)).call, in: store
      ).reply
    }
  }

  /// Sends a POST and reads the response.
  func post(_ path: String, _ body: String, key: String? = RoutesFixture.key) async throws
    -> Envelope
  {
    try Envelope(await reply("POST", path, body, key: key), to: path)
  }

  /// Sends a DELETE and reads the response.
  func delete(_ path: String) async throws -> Envelope {
    try Envelope(await reply("DELETE", path, type: nil), to: path, by: .delete)
  }

  /// Sends a GET and reads the response.
  func get(
    _ path: String, _ arguments: [String: [String]] = [:], key: String? = RoutesFixture.key
  ) async throws -> Envelope {
    try Envelope(
      await reply("GET", path, key: key, type: nil, arguments: arguments), to: path, by: .get)
  }
}

/// The parts of a response.
struct Envelope {
  let status: Int
  let code: Int64
  let message: String
  let result: JSONValue?
  let error: JSONValue?

  init(_ reply: Reply, to path: String, by method: Method = .post) throws {
    guard case .answer(let answer) = reply else { throw HungUp() }
    status = answer.status
    let tree = try JSONValue(parsing: answer.body)
    let header = try #require(tree["header"])
    guard let code = header["resultCode"]?.integer, let message = header["resultMessage"]?.text
    else { throw HungUp() }
    (self.code, self.message) = (code, message)
    (result, error) = (tree["result"], header["error"])
    #expect(header["isSuccessful"] == .flag(code == 0))
    #expect((result != nil) == (code == 0))
    let fields = error == nil ? EnvelopeHeader.fields : EnvelopeHeader.fieldsWithError
    try JSONSchema.object(fields.schema).check(header, isClosed: true)
    let route = RouteTable.find(path).map(\.route).first { $0.method == method }
    if let result, let route {
      try route.response.check(result, isClosed: true)
    }
  }

  struct HungUp: Error {}
}

extension JSONValue {
  subscript(index: Int) -> JSONValue? {
    elements.flatMap { $0.indices.contains(index) ? $0[index] : nil }
  }

  var count: Int? { elements?.count }

  /// One member of every element of the list.
  func all(_ name: String) -> [JSONValue?] { (elements ?? []).map { $0[name] } }
}
