import IAPCore
import IAPFixtures
import IAPWire
import JSON

/// How the answer to one request is written: in which dialect, and with which number of the call.
struct AnswerForm: Sendable {
  /// Nil for a route that is no part of a dialect.
  let dialect: WireDialect?
  /// Whether a test steers the store by the request. A mistake in it has an HTTP status of its own, so
  /// that scripts see it.
  private let isSteering: Bool
  /// The client's number of the call, which a server of Gamebase gives back.
  private let callNumber: String?

  init(_ dialect: WireDialect? = nil, isSteering: Bool = false, callNumber: String? = nil) {
    (self.dialect, self.isSteering) = (dialect, isSteering)
    let isPrintable = callNumber?.utf8.allSatisfy { (0x20...0x7E).contains($0) } == true
    self.callNumber = dialect == .gamebase && isPrintable ? callNumber : nil
  }

  // MARK: Envelopes

  /// A successful result.
  ///
  /// - Parameter append: appends the result as JSON.
  func result(_ append: (inout [UInt8]) throws -> Void) rethrows -> HTTPAnswer {
    var answer = callNumber == nil ? Self.success : success
    answer.body.removeLast()
    answer.body += #","result":"#.utf8
    try append(&answer.body)
    answer.body.append(UInt8(ascii: "}"))
    return answer
  }

  private static let success = AnswerForm().success

  private var success: HTTPAnswer { envelope(ServerCode.success.rawValue, "SUCCESS") }

  /// - Parameters:
  ///   - code: the result code. A fault can simulate one that no guide has.
  ///   - error: the error itself, for a dialect with exact errors.
  ///   - status: the HTTP status, which is 200 for a failed call too.
  func envelope(
    _ code: Int, _ message: String, error: IAPError? = nil, status: Int = 200
  ) -> HTTPAnswer {
    let header = EnvelopeHeader(
      isSuccessful: code == ServerCode.success.rawValue && status == 200, code: code,
      message: message, error: error.map(FixtureError.codec.write), callNumber: callNumber)
    let fields = dialect?.traits.header ?? EnvelopeHeader.fields
    var answer = HTTPAnswer.document(["header": fields.write(header)])
    (answer.status, answer.resultCode, answer.callNumber) = (status, code, callNumber)
    return answer
  }

  /// An HTTP error status. Its body is a message for people.
  func status(_ status: Int, _ message: String) -> HTTPAnswer {
    envelope(ServerCode.unknown.rawValue, message, status: status)
  }

  // MARK: Refused requests

  /// The answer to a request whose head is not as documented.
  func refusal(_ code: ServerCode) -> HTTPAnswer {
    dialect == .gamebase
      ? envelope(GamebaseRoutes.code(of: code), GamebaseRoutes.invalidRequest)
      : envelope(code.rawValue, code.name, status: isSteering ? 400 : 200)
  }

  /// The answer to a request whose key is missing or wrong.
  var unauthorized: HTTPAnswer {
    dialect == .gamebase
      ? envelope(GamebaseRoutes.wrongKey, "secret key is invalid") : status(401, "UNAUTHORIZED")
  }

  /// The answer to a request that is invalid in its dialect.
  ///
  /// - Parameter status: of one that steers the store.
  func invalid(_ problem: JSONProblem, status: Int = 400) -> HTTPAnswer {
    let code = ServerCode.invalidParameters
    if dialect == .gamebase { return envelope(GamebaseRoutes.code(of: problem), code.name) }
    guard dialect?.traits.hasExactErrors == true else {
      return envelope(code.rawValue, code.guideMessage)
    }
    let location = problem.place.isEmpty ? "" : "\(problem.place): "
    return envelope(
      code.rawValue, location + problem.problem,
      error: IAPError(.http(.requestInvalid), .bug(""), serverCode: code.rawValue),
      status: isSteering ? status : 200)
  }

  // MARK: Failed operations

  /// The reply to an operation that failed.
  ///
  /// - Parameter describe: returns the message of an error.
  func failure(_ error: any Error, describe: @Sendable (IAPError) -> String) -> Reply {
    switch error {
    case let problem as JSONProblem: .answer(invalid(problem))
    case is GamebaseRoutes.WrongAppID:
      .answer(envelope(GamebaseRoutes.wrongAppID, "appId is invalid"))
    case let error as IAPError: failure(of: error, describe)
    default: failure(of: .iapctl(.bug, .bug("\(error)")), describe)
    }
  }

  private func failure(of error: IAPError, _ describe: (IAPError) -> String) -> Reply {
    guard let dialect else { return unavailable(error) }
    let refused: JSONProblem? =
      switch error.reason {
      case .change(let problem): JSONProblem(place: problem.key, problem: describe(error))
      case .seed(let place, let problem): JSONProblem(place: place, problem)
      default: nil
      }
    if let refused { return .answer(invalid(refused, status: error.steeringStatus)) }
    if error.outcome == .unknown {
      return .closeConnection(trouble: error.isTroubleOfStore ? error : nil)
    }
    switch error.code {
    case .http(.networkNotAvailable), .http(.requestTimeout): return .closeConnection()
    case .http(.requestFailed): return .answer(status(500, "INTERNAL SERVER ERROR"))
    case .iapctl(.storeReplaced): return unavailable(error)
    default: break
    }
    let (code, isExact) = (error.serverMeaning, dialect.traits.hasExactErrors)
    let exactMessage = error.isTroubleOfStore ? error.name : describe(error)
    var answer = envelope(
      code.rawValue, isExact ? exactMessage : code.guideMessage, error: isExact ? error : nil,
      status: isSteering ? error.steeringStatus : 200)
    if error.isTroubleOfStore { answer.trouble = error }
    return .answer(answer)
  }

  private func unavailable(_ trouble: IAPError) -> Reply {
    var answer = status(503, "SERVICE UNAVAILABLE")
    answer.trouble = trouble
    return .answer(answer)
  }
}

extension Reply {
  /// The reply that a fault makes of it.
  func replaced(by failure: PlannedFault.Failure, _ form: AnswerForm) -> Reply {
    switch failure {
    case .error, .slow: return self
    case .status(let status, let wait):
      // An answer with one of these has no body.
      var answer =
        [204, 205, 304].contains(status)
        ? HTTPAnswer(status: Int(status), body: []) : form.status(Int(status), Self.simulated)
      answer.retryAfter = wait
      return .answer(answer)
    case .serverCode(let code):
      let message = ServerCode(rawValue: Int(code))?.guideMessage ?? Self.simulated
      return .answer(form.envelope(Int(code), message))
    case .cut(let bytes):
      guard case .answer(var answer) = self else { return self }
      // A body is never whole.
      answer.cut = min(Int(bytes), answer.body.count - 1)
      return .answer(answer)
    }
  }

  private static let simulated = "SIMULATED FAULT"
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
    case .iap, .iapctl(.seedContradicts): 409
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
