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
          ? HTTPAnswer.failure(code: Self.unknownAPI, GamebaseCode.Kind.noSuchAPI.rawValue).of(
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
      callNumber: route.dialect == .gamebase ? head.callNumber : nil,
      isSteering: route.isSteering, execute: execute)
    return (call, subject)
  }

  /// The reply to a call, the payment that it made, and the faults that applied to it.
  struct ServedReply: Sendable {
    let reply: Reply
    var payment: Identifier?
    var faults: AppliedFaults?
  }

  /// Executes a call. A wrong app key is told before an invalid request.
  func reply(to call: Call, in store: isolated FixtureStore) -> ServedReply {
    let faults = AppliedFaults()
    var payment: Identifier?
    let reply = AppliedFaults.$current.withValue(faults) {
      self.reply(to: call, in: store) { payment = try call.execute.get()(store, log, &$0) }
    }
    guard faults.areAny else {
      return ServedReply(reply: reply.giving(call.callNumber), payment: payment)
    }
    let replaced = faults.last.map { reply.replaced(by: $0.failure) } ?? reply
    return ServedReply(
      reply: replaced.giving(call.callNumber), payment: payment, faults: faults)
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

extension Reply {
  /// The reply of a dialect to an operation that failed.
  ///
  /// - Parameter describe: returns the message of an error.
  static func failure(
    _ error: any Error, in dialect: WireDialect?,
    describe: @Sendable (IAPError) -> String
  ) -> Reply {
    switch error {
    case let problem as JSONProblem: .answer(.invalid(problem, in: dialect))
    case is GamebaseRoutes.WrongAppID: .answer(GamebaseRoutes.wrongAppID)
    case let error as IAPError: failure(error, in: dialect, describe: describe)
    default: failure(IAPError.iapctl(.bug, .bug("\(error)")), in: dialect, describe: describe)
    }
  }

  private static func failure(
    _ error: IAPError, in dialect: WireDialect?, describe: (IAPError) -> String
  ) -> Reply {
    guard let dialect else { return .unavailable(error) }
    if case .change(let problem) = error.reason {
      let problem = JSONProblem(place: problem.key, problem: describe(error))
      return .answer(.invalid(problem, in: dialect))
    }
    if error.outcome == .unknown {
      return .closeConnection(trouble: error.isTroubleOfStore ? error : nil)
    }
    switch error.code {
    case .http(.networkNotAvailable), .http(.requestTimeout): return .closeConnection()
    case .http(.requestFailed): return .answer(.status(500, "INTERNAL SERVER ERROR"))
    case .iapctl(.storeReplaced): return .unavailable(error)
    default: break
    }
    var answer =
      dialect.traits.hasExactErrors
      ? HTTPAnswer.failure(
        error.serverMeaning, error.isTroubleOfStore ? error.name : describe(error), error: error)
      : .failure(error.serverMeaning, error.serverMeaning.guideMessage)
    if error.isTroubleOfStore { answer.trouble = error }
    return .answer(answer)
  }

  private static func unavailable(_ trouble: IAPError) -> Reply {
    var answer = HTTPAnswer.status(503, "SERVICE UNAVAILABLE")
    answer.trouble = trouble
    return .answer(answer)
  }
}

extension Reply {
  /// The reply that a fault makes of it.
  func replaced(by failure: PlannedFault.Failure) -> Reply {
    switch failure {
    case .error, .slow: return self
    case .status(let status, let wait):
      var answer = HTTPAnswer.status(Int(status), Self.simulated)
      answer.retryAfter = wait
      // An answer with one of these has no body.
      if [204, 205, 304].contains(status) { (answer.body, answer.resultCode) = ([], nil) }
      return .answer(answer)
    case .serverCode(let code):
      let message = ServerCode(rawValue: Int(code))?.guideMessage ?? Self.simulated
      return .answer(.failure(code: Int(code), message))
    case .cut(let bytes):
      guard case .answer(var answer) = self else { return self }
      // A body is never whole.
      answer.cut = min(Int(bytes), answer.body.count - 1)
      return .answer(answer)
    }
  }

  private static let simulated = "SIMULATED FAULT"
}

extension Reply {
  /// The same reply with the client's number of the call, if it has one.
  fileprivate func giving(_ callNumber: String?) -> Reply {
    guard let callNumber, case .answer(let answer) = self else { return self }
    return .answer(answer.giving(callNumber: callNumber))
  }
}

extension HTTPAnswer {
  /// The response to a request whose key is missing or wrong.
  fileprivate static func unauthorized(in dialect: WireDialect?) -> HTTPAnswer {
    dialect == .gamebase
      ? GamebaseRoutes.wrongKey : .status(401, "UNAUTHORIZED")
  }

  /// A refusal as the dialect of its route has it.
  fileprivate func of(
    _ dialect: WireDialect?, _ head: RequestHead, isSteering: Bool = false
  ) -> HTTPAnswer {
    guard dialect == .gamebase, let code = resultCode else {
      return isSteering ? refusal(status: 400) : self
    }
    var answer = HTTPAnswer.failure(code: GamebaseRoutes.code(of: code), "INVALID REQUEST")
    answer.allowed = allowed
    return head.callNumber.map(answer.giving) ?? answer
  }

  /// The same with the status of a mistake in steering, so that scripts see it.
  fileprivate func refusal(status: Int) -> HTTPAnswer {
    guard self.status == 200, resultCode != ServerCode.success.rawValue else { return self }
    var answer = self
    answer.status = status
    return answer
  }

  /// The response to a request that is invalid in its dialect.
  static func invalid(_ problem: JSONProblem, in dialect: WireDialect?) -> HTTPAnswer {
    let code = ServerCode.invalidParameters
    if dialect == .gamebase { return .failure(code: GamebaseRoutes.code(of: problem), code.name) }
    guard let dialect, dialect.traits.hasExactErrors else {
      return .failure(code, code.guideMessage)
    }
    let location = problem.place.isEmpty ? "" : "\(problem.place): "
    let error = IAPError(.http(.requestInvalid), .bug(""), serverCode: code.rawValue)
    return .failure(code, location + problem.problem, error: error)
  }
}

extension ServerCode {
  /// The message in the API guide for this code.
  fileprivate var guideMessage: String {
    switch self {
    case .alreadyConsumed: "ALREADY CONSUMED"
    case .consumeFailed: "CONSUME FAILED"
    case .invalidParameters: "INVALID PARAMETER"
    case .contentTypeNotSupported, .methodNotSupported: name
    default: "UNKNOWN ERROR"
    }
  }
}

extension IAPError {
  /// The server's result code for this error. A payment that does not exist has 5000, the code for a
  /// wrong token.
  fileprivate var serverMeaning: ServerCode {
    isAlreadyConsumed ? .alreadyConsumed : code.row.wire
  }

  /// The status of a mistake in steering: of a payment, product or user that does not exist, of what
  /// contradicts the store, and of any other.
  fileprivate var steeringStatus: Int {
    if case .change = reason { return 409 }
    return switch code {
    case .iapctl(.paymentNotFound): 404
    case .iap(.productNotAvailable), .iap(.userInvalid): 404
    case .iap: 409
    case .iapctl(.bug): 500
    default: 400
    }
  }

  /// True if the store file is the cause. The client gets only the name of such an error.
  fileprivate var isTroubleOfStore: Bool {
    switch code {
    case .iapctl(.paymentNotFound): false
    case .iapctl: true
    default: false
    }
  }
}
