import IAPCore
import IAPWire
import JSON

/// Creates the requests of a dialect.
struct RequestMaker: Sendable {
  let origin: String
  /// Nil if the dialect sends no app key.
  let appKey: Secret?
  /// Removes the secrets of every request from the texts of its response.
  let redactor: Redactor
  /// The secrets that a server may know, sent in the request or not.
  let secrets: [Secret]
  private let tokens = RecentTokens()
  private let queryHeaders: [HTTPHeader]
  private let bodyHeaders: [HTTPHeader]

  /// - Parameter known: a secret that is not sent. The server may have it from another API.
  init(origin: String, appKey: Secret?, known: Secret? = nil) {
    (self.origin, self.appKey) = (origin, appKey)
    secrets = [appKey, known].compactMap(\.self)
    redactor = Redactor(secrets, others: tokens)
    let accept = HTTPHeader("Accept", "application/json")
    let type = HTTPHeader("Content-Type", "application/json; charset=UTF-8")
    let key = appKey.map { [HTTPHeader("X-NHN-TCIAP-AppKey", $0)] } ?? []
    (queryHeaders, bodyHeaders) = ([accept] + key, [accept, type] + key)
  }

  /// As ``redactor``, for the response to a request with a token.
  func redactor(with token: Secret) -> Redactor {
    tokens.add(token.revealed)
    return Redactor(secrets + [token], others: tokens)
  }

  /// The maximum length of a response body in bytes, for a single result and for a list.
  private static let limits = (single: 1 << 20, list: 64 << 20)

  func query(_ path: String, _ body: JSONValue) -> HTTPRequest {
    request(.post, path, body, isMutating: false, limit: Self.limits.list)
  }

  func query(_ path: String) -> HTTPRequest {
    request(.get, path, nil, isMutating: false, limit: Self.limits.list)
  }

  func change(_ path: String, _ body: JSONValue, isList: Bool = false) -> HTTPRequest {
    let limit = isList ? Self.limits.list : Self.limits.single
    return request(.post, path, body, isMutating: true, limit: limit)
  }

  private func request(
    _ method: HTTPRequest.Method, _ path: String, _ body: JSONValue?, isMutating: Bool, limit: Int
  ) -> HTTPRequest {
    HTTPRequest(
      method, origin + path, headers: body == nil ? queryHeaders : bodyHeaders,
      body: body.map { Array($0.line.utf8) }, isMutating: isMutating, responseLimit: limit)
  }

  /// Whether a URL has the byte as it is.
  static func isUnreserved(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte)
      || (0x61...0x7A).contains(byte) || "-._~".utf8.contains(byte)
  }

  /// The text percent-encoded for one segment of a URL path.
  static func pathComponent(_ text: String) -> String {
    text.utf8.reduce(into: "") { result, byte in
      let isPlain = isUnreserved(byte)
      let digits = String(byte, radix: 16, uppercase: true)
      result += isPlain ? String(Unicode.Scalar(byte)) : "%" + (byte < 16 ? "0" : "") + digits
    }
  }
}

/// Limits the length of identifiers that are sent to a server. Servers issue short ones, so a very
/// long one is a mistake or an attack.
enum IdentifierLimits {
  static func check(
    _ name: Identifier?, _ kind: IAPError.IdentifierKind
  ) throws(IAPError) {
    guard let count = name?.text.utf8.count, count > Identifier.longest else { return }
    throw .iapctl(
      .usage, .identifierTooLong(kind, bytes: count, limit: Identifier.longest))
  }
}

// The legacy API sends its numbers as JSON numbers or as strings.

extension JSONCodec where Value == Int64 {
  static var looseInteger: JSONCodec {
    JSONCodec(.digits, write: { .integer($0) }) { value throws(JSONProblem) in
      guard let text = value.text else { return try integer.read(value) }
      guard Identifier(text).isDigits, let number = Int64(text) else {
        throw .not("a whole number")
      }
      return number
    }
  }
}

extension JSONCodec where Value == Price {
  static var loosePrice: JSONCodec {
    JSONCodec(.decimal, write: price.write) { value throws(JSONProblem) in
      guard let text = value.text else { return try price.read(value) }
      guard let price = Price(text) else { throw .not("an amount of money") }
      return price
    }
  }
}
