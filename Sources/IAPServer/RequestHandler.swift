import IAPCore
import IAPFixtures
import IAPWire
import JSON

/// The server without its network: it maps requests to replies.
struct RequestHandler: Sendable {
  let store: FixtureStore
  let log = RequestLog()
  let describe: @Sendable (IAPError) -> String

  /// What Gamebase answers to a call that it does not have.
  private static let unknownAPI = -4_040_202

  // MARK: Head

  func match(_ head: RequestHead) -> RouteMatch {
    if head.path == "*" { return .answer(.options(Self.allowed([.get, .post, .put, .delete]))) }
    if head.path == RouteTable.description { return .answer(description(by: head.method)) }
    let found = RouteTable.find(head.path)
    guard !found.isEmpty else {
      let isGamebase = head.path.hasPrefix("/tcgb-inapp/")
      return .answer(
        isGamebase
          ? HTTPAnswer.failure(code: Self.unknownAPI, GamebaseCode.Kind.noSuchAPI.name).of(
            .gamebase, head)
          : .status(404, "NOT FOUND"))
    }
    let methods = Self.allowed(found.map(\.route.method))
    if head.method == "OPTIONS" { return .answer(.options(methods)) }
    let method = head.method == "HEAD" ? "GET" : head.method
    guard let (route, pathParameters) = found.first(where: { $0.route.method.rawValue == method })
    else {
      return .answer(
        Self.methodRefused(methods).of(
          found[0].route.dialect, head, isSteering: found[0].route.isSteering))
    }
    guard
      !route.method.hasBody || Self.isJSON(head.contentType)
        || (head.contentType == nil && route.isBodyOptional)
    else {
      let code = ServerCode.contentTypeNotSupported
      return .answer(
        HTTPAnswer.failure(code, code.name).of(
          route.dialect, head, isSteering: route.isSteering))
    }
    guard let arguments = head.arguments else {
      let problem = JSONProblem(place: "", problem: "the query is not UTF-8")
      return .answer(
        HTTPAnswer.invalid(problem, in: route.dialect).of(
          route.dialect, head, isSteering: route.isSteering))
    }
    return .route(route, RouteParameters(path: pathParameters, arguments: arguments))
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
      + (methods.contains(.put) ? ["PUT"] : [])
      + (methods.contains(.delete) ? ["DELETE"] : []) + ["OPTIONS"]
  }

  /// True for JSON in UTF-8: `application/json`, `application/json; charset=utf-8`.
  private static func isJSON(_ type: String?) -> Bool {
    guard let type else { return false }
    if type == "application/json" { return true }
    let parts = type.lowercased().split(separator: ";").map { part in
      String(part.filter { $0 != " " && $0 != "\t" && $0 != "\"" })
    }
    return parts.first == "application/json"
      && parts.dropFirst().allSatisfy { !$0.hasPrefix("charset=") || $0 == "charset=utf-8" }
  }

  // MARK: Body

  /// A request whose body has arrived whole and was decoded.
  struct Call: Sendable {
    fileprivate let dialect: WireDialect?
    fileprivate let credential: Credential?
    fileprivate let key: String?
    fileprivate let callNumber: String?
    /// Whether a test steers the store by it.
    fileprivate let isSteering: Bool
    fileprivate let execute: Result<Route.Execution, any Error>

    var isValid: Bool { if case .success = execute { true } else { false } }
  }

  /// Decodes a request. Of one that is invalid, only the operation is known.
  func call(
    _ route: Route, _ parameters: RouteParameters, _ head: RequestHead, body: [UInt8]
  ) -> (call: Call, subject: RequestSubject) {
    var subject = RequestSubject(route.operation)
    let execute = Result {
      let prepared = try route.prepare(parameters, body)
      subject = prepared.subject
      return prepared.execute
    }
    let call = Call(
      dialect: route.dialect, credential: route.credential,
      key: route.credential.flatMap(head.key),
      callNumber: route.dialect == .gamebase ? head.callNumber ?? Self.newCallNumber() : nil,
      isSteering: route.isSteering, execute: execute)
    return (call, subject)
  }

  /// The number that Gamebase gives to a call without one.
  private static func newCallNumber() -> String { String(UInt64.random(in: 1...UInt64.max)) }

  /// The reply to a call, the payment that it found or made, and the faults that applied to it.
  struct ServedReply: Sendable {
    let reply: Reply
    var payment: Identifier?
    var faults: AppliedFaults?
  }

  /// Executes a call. A wrong app key is told before an invalid request.
  func reply(to call: Call, in store: isolated FixtureStore) -> ServedReply {
    let faults = AppliedFaults()
    var context = Route.Context(log: log)
    let reply = AppliedFaults.$current.withValue(faults) {
      self.reply(to: call, in: store) { try call.execute.get()(store, &context, &$0) }
    }
    guard faults.areAny else {
      return ServedReply(reply: reply.giving(call.callNumber), payment: context.payment)
    }
    let replaced = faults.last.map { reply.replaced(by: $0.failure) } ?? reply
    return ServedReply(
      reply: replaced.giving(call.callNumber), payment: context.payment, faults: faults)
  }

  private func reply(
    to call: Call, in store: isolated FixtureStore, _ result: (inout [UInt8]) throws -> Void
  ) -> Reply {
    do {
      if let credential = call.credential {
        let storedKey = try store.key(credential)
        guard let key = call.key, Secret(key) == storedKey else {
          return .answer(.unauthorized(in: call.dialect))
        }
      }
      return .answer(try .result(result))
    } catch {
      let reply = Reply.failure(error, in: call.dialect, describe: describe)
      guard call.isSteering, case .answer(let answer) = reply else { return reply }
      return .answer(answer.refusal(status: (error as? IAPError)?.steeringStatus ?? 400))
    }
  }

  /// Executes calls in one transaction. If that fails and nothing was changed, each call gets
  /// a transaction of its own.
  func together(_ calls: [Call], in store: isolated FixtureStore) -> [ServedReply] {
    func answer(_ call: Call) -> ServedReply { reply(to: call, in: store) }
    do throws(IAPError) {
      if calls.count > 1, let answers = try store.together(calls, answer) { return answers }
      return calls.map(answer)
    } catch {
      return calls.map { call in
        ServedReply(reply: reply(to: call, in: store) { _ in throw error })
      }
    }
  }
}
