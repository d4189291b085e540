import IAPCore
import IAPWire
import JSON

/// Creates the calls of a dialect.
struct RequestMaker: Sendable {
  private let origin: String
  private let hasExactErrors: Bool
  /// Removes the secrets of every request from the texts of its response.
  private let redactor: Redactor
  /// The secrets that a server may know, sent in the request or not.
  private let secrets: [Secret]
  private let tokens = RecentTokens()
  private let queryHeaders: [HTTPHeader]
  private let bodyHeaders: [HTTPHeader]

  init(_ dialect: WireDialect, _ access: RemoteAccess) {
    let traits = dialect.traits
    (origin, hasExactErrors) = (access.origin, traits.hasExactErrors)
    secrets = [access.appKey].compactMap(\.self)
    redactor = Redactor(secrets, others: tokens)
    let accept = HTTPHeader("Accept", "application/json")
    let type = HTTPHeader("Content-Type", "application/json; charset=UTF-8")
    var credential: [HTTPHeader] = []
    if let name = traits.credentialHeader, let key = access.appKey {
      credential = [HTTPHeader(name, key)]
    }
    (queryHeaders, bodyHeaders) = ([accept] + credential, [accept, type] + credential)
  }

  /// - Parameters:
  ///   - market: the market of the request; nil if it is for several markets or none.
  ///   - token: a secret in the request.
  ///   - payment: the payment of a consume; nil for other calls.
  func call<Request, Response>(
    _ operation: WireOperation<Request, Response>, _ request: Request, in market: StoreCode? = nil,
    token: Secret? = nil, payment: Identifier? = nil
  ) -> APICall<Response> {
    let isMutating = operation.effect.isChange
    var (secrets, redactor) = (secrets, redactor)
    if let token {
      tokens.add(token.revealed)
      secrets.append(token)
      redactor = Redactor(secrets, others: tokens)
    }
    var refusal: (@Sendable (EnvelopeHeader) -> IAPError)?
    if hasExactErrors {
      refusal = { header in
        ServerCodeMapping.exactError(of: header, payment: payment, isMutating: isMutating)
      }
    }
    return APICall(
      market: market, request: httpRequest(operation, request), secrets: secrets,
      payment: payment, refusal: refusal
    ) { [redactor] bytes in
      Envelope.read(operation.accepted, from: bytes, redactor, isChange: isMutating)
    }
  }

  /// The maximum length of a response body in bytes, for a single result and for a list.
  private static let limits = (single: 1 << 20, list: 64 << 20)

  private func httpRequest<Request, Response>(
    _ operation: WireOperation<Request, Response>, _ request: Request
  ) -> HTTPRequest {
    let isQuery = operation.effect == .lookup
    var url = origin + operation.path(of: request)
    var body: [UInt8] = []
    if isQuery {
      url += Self.query(operation.body.write(request))
    } else {
      operation.appendBody(request, &body)
    }
    return HTTPRequest(
      isQuery ? .get : .post, url, headers: isQuery ? queryHeaders : bodyHeaders,
      body: isQuery ? nil : body, isMutating: operation.effect.isChange,
      responseLimit: operation.effect.isShort ? Self.limits.single : Self.limits.list)
  }

  /// The members of a request as a URL query string. Each member is a list of texts.
  private static func query(_ request: JSONValue) -> String {
    let arguments = (request.members ?? []).flatMap { member in
      (member.value.elements ?? []).compactMap(\.text).map {
        "\(member.name)=\(PercentEncoding.encoded($0))"
      }
    }
    return arguments.isEmpty ? "" : "?" + arguments.joined(separator: "&")
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
