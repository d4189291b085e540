import IAPCore
import IAPWire
import JSON

/// Creates the calls of a dialect.
struct RequestMaker: Sendable {
  private let origin: String
  private let refusal: Refusal
  /// Removes the secrets of every request from the texts of its response.
  private let redactor: Redactor
  /// The secrets that a server may know, sent in the request or not.
  private let secrets: [Secret]
  private let tokens = RecentTokens()
  private let queryHeaders: [HTTPHeader]
  private let bodyHeaders: [HTTPHeader]
  private let callNumberHeader: String?

  /// What a complete envelope with a failure code means.
  ///
  /// - Parameter payment: the payment of a consume; nil for other calls.
  typealias Refusal =
    @Sendable (EnvelopeHeader, _ payment: Identifier?, _ isChange: Bool) -> ServerRefusal

  init(
    _ dialect: WireDialect, _ access: RemoteAccess,
    refusal: @escaping Refusal = ServerRefusal.ofService
  ) {
    let traits = dialect.traits
    (origin, self.refusal) = (access.origin, refusal)
    secrets = [access.credential].compactMap(\.self)
    callNumberHeader = traits.callNumberHeader
    redactor = Redactor(secrets, others: tokens)
    let accept = HTTPHeader("Accept", "application/json")
    let type = HTTPHeader("Content-Type", "application/json; charset=UTF-8")
    var credential: [HTTPHeader] = []
    if let header = traits.credential?.header, let key = access.credential {
      credential = [HTTPHeader(header, key)]
    }
    bodyHeaders = [accept, type] + credential
    // Gamebase wants the type of a request without a body, too.
    queryHeaders = dialect == .gamebase ? bodyHeaders : [accept] + credential
  }

  /// - Parameters:
  ///   - market: the market of the request; nil if it is for several markets or none.
  ///   - tokens: the secrets in the request.
  ///   - payment: the payment of a consume; nil for other calls.
  func call<Request, Response>(
    _ operation: WireOperation<Request, Response>, _ request: Request, in market: StoreCode? = nil,
    tokens sent: [Secret] = [], payment: Identifier? = nil
  ) -> APICall<Response> {
    for token in sent { tokens.add(token.revealed) }
    let secrets = sent.isEmpty ? secrets : secrets + sent
    let redactor = sent.isEmpty ? redactor : Redactor(secrets, others: tokens)
    // Random, so that the calls of several runs have different numbers.
    let number = callNumberHeader.map { HTTPHeader($0, String(Int64.random(in: Self.callNumbers))) }
    let request = CallRequest(
      http: httpRequest(operation, request, number: number), market: market,
      number: number.map { "\($0)" }, secrets: secrets, payment: payment,
      refusal: { [refusal] in refusal($0, payment, operation.effect.isChange) })
    return APICall(request: request) { [redactor] bytes in
      Envelope.read(operation.accepted, from: bytes, redactor)
    }
  }

  func consume<Request, Response>(
    _ operation: WireOperation<Request, Response>, _ request: Request, of payment: Payment
  ) -> APICall<Response> {
    call(
      operation, request, tokens: payment.accessToken.map { [$0] } ?? [],
      payment: payment.paymentSeq)
  }

  /// All of the same length, and exact in JSON.
  private static let callNumbers: ClosedRange<Int64> = 1_000_000_000_000_000...9_007_199_254_740_991

  /// The maximum length of a response body in bytes, for a single result and for a list.
  private static let limits = (single: 1 << 20, list: 64 << 20)

  private func httpRequest<Request, Response>(
    _ operation: WireOperation<Request, Response>, _ request: Request, number: HTTPHeader?
  ) -> HTTPRequest {
    let isQuery = operation.effect == .lookup
    var url = origin + operation.path(of: request)
    var body: [UInt8] = []
    if isQuery {
      url += Self.query(operation.body.write(request))
    } else {
      body.reserveCapacity(512)
      operation.appendBody(request, &body)
    }
    var headers = isQuery ? queryHeaders : bodyHeaders
    if let number { headers.append(number) }
    return HTTPRequest(
      isQuery ? .get : .post, url, headers: headers,
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
