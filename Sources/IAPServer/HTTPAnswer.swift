import IAPCore
import IAPWire
import JSON

/// A whole HTTP response.
struct HTTPAnswer: Hashable, Sendable {
  var status: Int
  var body: [UInt8]
  /// The methods of the path, for a response to OPTIONS or to a wrong method.
  var allowed: [String] = []
  /// Whether the connection is closed after the response, and the rest of the request ignored.
  var closesConnection = false
  /// The header `Retry-After`.
  var retryAfter: String?
  /// The bytes of the body after which the connection is closed; nil to send all of it.
  var cut: Int?
  /// An error of the store file, for the server's log.
  var trouble: IAPError?
  /// The result code in the body, if there is one.
  var resultCode: Int?
  /// The client's number of the call, which a server of Gamebase gives back.
  var callNumber: String?

  static let callNumberHeader = WireDialect.gamebase.traits.callNumberHeader

  private static let json = "application/json"

  private typealias Header = (name: String, value: String)

  private var headers: [Header] {
    let type = body.isEmpty ? [] : [("Content-Type", Self.json)]
    let methods = allowed.isEmpty ? [] : [("Allow", allowed.joined(separator: ", "))]
    let end = closesConnection ? [("Connection", "close")] : []
    let wait = retryAfter.map { [("Retry-After", $0)] } ?? []
    let number = [(Self.callNumberHeader, callNumber)].compactMap { name, value in
      name.flatMap { name in value.map { (name, $0) } }
    }
    return Self.common + type + end + methods + wait + number
  }

  private static let common = [
    ("Cache-Control", "no-store"), ("X-Content-Type-Options", "nosniff"),
  ]

  /// The names and the values of the headers in turn, each with its null character.
  var headersForLibrary: [CChar] {
    !body.isEmpty && allowed.isEmpty && !closesConnection && retryAfter == nil
      && callNumber == nil
      ? Self.headersOfJSON : Self.text(of: headers)
  }

  private static let headersOfJSON = text(of: common + [("Content-Type", json)])

  private static func text(of headers: [Header]) -> [CChar] {
    headers.flatMap { Array($0.utf8CString) + $1.utf8CString } + [0]
  }

  /// The bytes of the response, for a connection that the library does not write to.
  var wholeResponse: [UInt8] {
    let lines = headers + [("Content-Length", String(body.count))]
    let head = "HTTP/1.1 \(status) \r\n" + lines.map { "\($0): \($1)\r\n" }.joined() + "\r\n"
    return Array(head.utf8) + body
  }

  /// An HTTP error status of a request that has no route. Its body is a message for people.
  static func status(_ status: Int, _ message: String) -> HTTPAnswer {
    AnswerForm().status(status, message)
  }

  /// A JSON document without the usual header.
  static func document(_ document: JSONValue) -> HTTPAnswer {
    var body: [UInt8] = []
    JSONWriter.append(document, to: &body)
    return HTTPAnswer(status: 200, body: body)
  }

  /// The response to OPTIONS.
  static func options(_ methods: [String]) -> HTTPAnswer {
    HTTPAnswer(status: 204, body: [], allowed: methods)
  }

  /// An error status after which the connection is closed.
  static func closing(_ status: Int, _ message: String) -> HTTPAnswer {
    var answer = HTTPAnswer.status(status, message)
    answer.closesConnection = true
    return answer
  }

  /// The response to a request that the library cannot read.
  ///
  /// - Parameter status: the HTTP status that the library chose.
  static func malformed(_ status: Int) -> HTTPAnswer {
    let message =
      switch status {
      case 413: "PAYLOAD TOO LARGE"
      case 414: "URI TOO LONG"
      case 431: "REQUEST HEADER FIELDS TOO LARGE"
      case 505: "HTTP VERSION NOT SUPPORTED"
      case 500...: "INTERNAL SERVER ERROR"
      default: "BAD REQUEST"
      }
    return .closing(status, message)
  }
}
