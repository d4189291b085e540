import IAPCore
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
