import IAPCore
import IAPFixtureAPI
import JSON

/// What a caller gets.
enum Reply: Hashable, Sendable {
  case answer(HTTPAnswer)
  /// The connection is closed without an answer.
  ///
  /// - Parameter trouble: what is wrong with the server itself, for the operator of the server.
  case closeConnection(trouble: IAPError? = nil)
}

/// An answer, whole.
struct HTTPAnswer: Hashable, Sendable {
  var status: Int
  var body: [UInt8]
  /// The methods of the path, where the method was the question.
  var allowed: [String] = []
  /// What is wrong with the server itself, for whoever runs it.
  var trouble: IAPError?
  /// The result code that stands in the body, if one does.
  var resultCode: Int?

  private static let json = "application/json"

  var headers: [(name: String, value: String)] {
    var headers = [("Cache-Control", "no-store"), ("X-Content-Type-Options", "nosniff")]
    if !body.isEmpty { headers.append(("Content-Type", Self.json)) }
    if !allowed.isEmpty { headers.append(("Allow", allowed.joined(separator: ", "))) }
    return headers
  }

  /// Success.
  static func result(_ result: JSONValue) -> HTTPAnswer {
    envelope(200, .success, "SUCCESS", more: [.init("result", result)])
  }

  /// A result code in place of a result. A failed call is HTTP 200 as well.
  static func failure(
    _ code: ServerCode, _ message: String, header: [JSONValue.Member] = []
  ) -> HTTPAnswer {
    envelope(200, code, message, header: header)
  }

  /// A refusal by its HTTP status; the body is there for people.
  static func status(_ status: Int, _ message: String) -> HTTPAnswer {
    envelope(status, .unknown, message)
  }

  /// A document by itself.
  static func document(_ document: JSONValue) -> HTTPAnswer {
    HTTPAnswer(status: 200, body: Array(document.line.utf8))
  }

  /// What can be asked of a path.
  static func options(_ methods: [String]) -> HTTPAnswer {
    HTTPAnswer(status: 204, body: [], allowed: methods)
  }

  private static func envelope(
    _ status: Int, _ code: ServerCode, _ message: String, header: [JSONValue.Member] = [],
    more: [JSONValue.Member] = []
  ) -> HTTPAnswer {
    let members: [JSONValue.Member] = [
      .init("isSuccessful", .flag(code == .success && status == 200)),
      .init("resultCode", .integer(code.rawValue)), .init("resultMessage", .string(message)),
    ]
    let document = JSONValue.object([.init("header", .object(members + header))] + more)
    var answer = HTTPAnswer(status: status, body: Array(document.line.utf8))
    answer.resultCode = code.rawValue
    return answer
  }
}

// MARK: Errors

extension Reply {
  /// How a dialect answers an operation that failed.
  ///
  /// - Parameter describe: the words for an error.
  static func failure(
    _ error: any Error, in dialect: ServedDialect,
    describe: @Sendable (IAPError) -> String
  ) -> Reply {
    switch error {
    case let problem as JSONProblem: .answer(.invalid(problem, in: dialect))
    case let error as IAPError: failure(error, in: dialect, describe: describe)
    default: failure(IAPError.iapctl(.bug, .bug("\(error)")), in: dialect, describe: describe)
    }
  }

  private static func failure(
    _ error: IAPError, in dialect: ServedDialect, describe: (IAPError) -> String
  ) -> Reply {
    if error.outcome == .unknown {
      return .closeConnection(trouble: error.isTroubleOfStore ? error : nil)
    }
    switch error.code {
    case .http(.networkNotAvailable), .http(.requestTimeout): return .closeConnection()
    case .http(.requestFailed): return .answer(.status(500, "INTERNAL SERVER ERROR"))
    default: break
    }
    var answer =
      dialect == .fixture
      ? HTTPAnswer.failure(
        error.serverMeaning, error.isTroubleOfStore ? error.name : describe(error),
        header: [.init("error", FixtureError.codec.write(error))])
      : .failure(error.serverMeaning, error.serverMeaning.guideMessage)
    if error.isTroubleOfStore { answer.trouble = error }
    return .answer(answer)
  }
}

extension HTTPAnswer {
  /// The answer to a request that is none of the dialect.
  static func invalid(_ problem: JSONProblem, in dialect: ServedDialect) -> HTTPAnswer {
    let code = ServerCode.invalidParameters
    guard dialect == .fixture else { return .failure(code, code.guideMessage) }
    let place = problem.place.isEmpty ? "" : "\(problem.place): "
    let error = IAPError(.http(.requestInvalid), .bug(""), serverCode: code.rawValue)
    return .failure(
      code, place + problem.problem, header: [.init("error", FixtureError.codec.write(error))])
  }
}

extension ServerCode {
  /// The guide's words.
  fileprivate var guideMessage: String {
    switch self {
    case .alreadyConsumed: "ALREADY CONSUMED"
    case .consumeFailed: "CONSUME FAILED"
    case .invalidParameters: "INVALID PARAMETER"
    default: "UNKNOWN ERROR"
    }
  }
}

extension IAPError {
  /// The server's result code for it.
  ///
  /// A payment that does not exist is none that could be paid for: 5000, as for a bad token.
  fileprivate var serverMeaning: ServerCode {
    if isAlreadyConsumed { return .alreadyConsumed }
    return switch code {
    case .iap(.userInvalid), .iap(.changePurchaseStatusFailed), .iap(.purchaseStatusInvalid),
      .iapctl(.paymentNotFound):
      .consumeFailed
    case .iap(.productNotAvailable), .http(.requestInvalid): .invalidParameters
    default: .unknown
    }
  }

  /// Whether it is the store's file that is in trouble, and nothing the caller did.
  fileprivate var isTroubleOfStore: Bool {
    switch code {
    case .iapctl(.paymentNotFound): false
    case .iapctl: true
    default: false
    }
  }
}
