import IAPCore
import IAPFixtures
import IAPWire
import JSON

/// The server without its network: it maps requests to replies.
struct RequestHandler: Sendable {
  let store: FixtureStore
  let log = RequestLog()
  let describe: @Sendable (IAPError) -> String

  // MARK: Head

  func match(_ head: RequestHead) -> RouteMatch {
    if head.path == "*" { return .answer(.options(Self.allowed(Method.allCases))) }
    if head.path == RouteTable.description { return .answer(description(by: head.method)) }
    let found = RouteTable.find(head.path)
    guard let first = found.first?.route else {
      guard head.path.hasPrefix("/tcgb-inapp/") else { return .answer(.status(404, "NOT FOUND")) }
      let form = AnswerForm(.gamebase, callNumber: head.callNumber)
      return .answer(form.envelope(GamebaseRoutes.unknownAPI, "no such API or version"))
    }
    let form = AnswerForm(
      first.dialect, isSteering: first.isSteering, callNumber: head.callNumber)
    let methods = Self.allowed(found.map(\.route.method))
    if head.method == "OPTIONS" { return .answer(.options(methods)) }
    let method = head.method == "HEAD" ? "GET" : head.method
    guard let (route, pathParameters) = found.first(where: { $0.route.method.rawValue == method })
    else { return .answer(Self.methodRefused(methods, form)) }
    guard
      !route.method.hasBody || Self.isJSON(head.contentType)
        || (head.contentType == nil && route.isBodyOptional)
    else { return .answer(form.refusal(.contentTypeNotSupported)) }
    guard let arguments = head.arguments else {
      let problem = JSONProblem(place: "", problem: "the query is not UTF-8")
      return .answer(
        form.dialect == .gamebase ? form.refusal(.invalidParameters) : form.invalid(problem))
    }
    return .route(route, RouteParameters(path: pathParameters, arguments: arguments))
  }

  private func description(by method: String) -> HTTPAnswer {
    let methods = Self.allowed([.get])
    if method == "OPTIONS" { return .options(methods) }
    return method == "GET" || method == "HEAD"
      ? .document(OpenAPI.document) : Self.methodRefused(methods, AnswerForm())
  }

  private static func methodRefused(_ methods: [String], _ form: AnswerForm) -> HTTPAnswer {
    var answer = form.refusal(.methodNotSupported)
    answer.allowed = methods
    return answer
  }

  private static func allowed(_ methods: [Method]) -> [String] {
    Method.allCases.filter(methods.contains)
      .flatMap { $0 == .get ? ["GET", "HEAD"] : [$0.rawValue] } + ["OPTIONS"]
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
    fileprivate let form: AnswerForm
    fileprivate let credential: Credential?
    fileprivate let key: String?
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
    let form = AnswerForm(
      route.dialect, isSteering: route.isSteering,
      callNumber: route.dialect == .gamebase ? head.callNumber ?? Self.newCallNumber() : nil)
    let call = Call(
      form: form, credential: route.credential, key: route.credential.flatMap(head.key),
      execute: execute)
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
    var reply = AppliedFaults.$current.withValue(faults) {
      self.reply(to: call, in: store) { try call.execute.get()(store, &context, &$0) }
    }
    if let fault = faults.last { reply = reply.replaced(by: fault.failure, call.form) }
    return ServedReply(
      reply: reply, payment: context.payment, faults: faults.areAny ? faults : nil)
  }

  private func reply(
    to call: Call, in store: isolated FixtureStore, _ result: (inout [UInt8]) throws -> Void
  ) -> Reply {
    do {
      if let credential = call.credential {
        let storedKey = try store.key(credential)
        guard let key = call.key, Secret(key) == storedKey else {
          return .answer(call.form.unauthorized)
        }
      }
      return .answer(try call.form.result(result))
    } catch {
      return call.form.failure(error, describe: describe)
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
