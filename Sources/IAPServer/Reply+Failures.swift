import IAPCore
import IAPFixtures
import IAPWire
import JSON

// What a failed call is answered.
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
  func giving(_ callNumber: String?) -> Reply {
    guard let callNumber, case .answer(let answer) = self else { return self }
    return .answer(answer.giving(callNumber: callNumber))
  }
}

extension HTTPAnswer {
  /// The response to a request whose key is missing or wrong.
  static func unauthorized(in dialect: WireDialect?) -> HTTPAnswer {
    dialect == .gamebase
      ? GamebaseRoutes.wrongKey : .status(401, "UNAUTHORIZED")
  }

  /// A refusal as the dialect of its route has it.
  func of(
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
  func refusal(status: Int) -> HTTPAnswer {
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
  var steeringStatus: Int {
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
