import IAPCore
import JSON

/// What `iapctl serve` adds to the documented calls: every operation, with everything that is known
/// of a purchase, and with the SDK's own errors.
struct FixtureDialect: Dialect {
  static let name = "fixture"

  private let make: RequestMaker

  init(_ access: RemoteAccess) {
    make = RequestMaker(origin: access.origin, appKey: access.appKey)
  }

  /// The store finds a payment by its number, whoever's it is.
  var needsToken: Bool { false }

  /// A call, whose answer is decoded and turned into what is asked for. No market is asked alone: a
  /// market that fails is named in the answer, and what fails as a whole failed in all of them.
  private func call<Wire: Decodable & Sendable, Body: Sendable>(
    _ request: HTTPRequest, token: Secret? = nil, payment: Identifier? = nil,
    as type: Wire.Type, _ body: @escaping @Sendable (Wire, Redactor) -> Body
  ) -> APICall<Body> {
    let secrets = make.secrets + [token].compactMap(\.self)
    let redactor = Redactor(secrets)
    return APICall(
      market: nil, request: request, secrets: secrets, payment: payment,
      refusal: { header in
        ServerCodeMapping.exactError(
          of: header, redactor, payment: payment, isMutating: request.isMutating)
      }
    ) { bytes in
      Envelope.read(type, from: bytes, isChange: request.isMutating).map { body($0, redactor) }
    }
  }

  /// A body; what is nil or empty is left out.
  private static func body(_ members: (String, JSONValue?)...) -> JSONValue {
    .object(members.compactMap { name, value in value.map { JSONValue.Member(name, $0) } })
  }

  private static func codes(_ markets: [StoreCode]) -> JSONValue? {
    list(markets.map(\.identifier))
  }

  private static func list(_ identifiers: [Identifier]) -> JSONValue? {
    identifiers.isEmpty ? nil : .array(identifiers.map { .string($0.text) })
  }
}

// MARK: Queries

extension FixtureDialect {
  func products(in markets: [StoreCode]) -> [APICall<MarketResults<Product>>] {
    let query = markets.map { "market=\(RequestMaker.pathComponent($0.text))" }
      .joined(separator: "&")
    let request = make.query("/fixture/v1/products" + (query.isEmpty ? "" : "?\(query)"))
    return [call(request, as: FixtureProducts.self) { $0.answer($1) }]
  }

  func deferredProducts(
    of user: Identifier, in markets: [StoreCode]
  ) -> [APICall<MarketResults<Product>>] {
    let body = Self.body(("userID", .string(user.text)), ("markets", Self.codes(markets)))
    let request = make.query("/fixture/v1/deferred", body)
    return [call(request, as: FixtureProducts.self) { $0.answer($1) }]
  }

  func unconsumed(_ query: UnconsumedQuery) -> [APICall<ResponsePage<Purchase>>] {
    [piece(of: query, after: nil)]
  }

  private func piece(
    of query: UnconsumedQuery, after cursor: String?
  ) -> APICall<ResponsePage<Purchase>> {
    let user: Identifier? = if case .user(let user) = query.owner { user } else { nil }
    let body = Self.body(
      ("userID", user.map { .string($0.text) }), ("allUsers", user == nil ? .flag(true) : nil),
      ("markets", Self.codes(query.markets)), ("productIdentifiers", Self.list(query.products)),
      ("paymentSeqs", Self.list(query.payments)),
      ("olderThan", query.age.map { .string($0.description) }),
      ("limit", query.limit.map { .integer($0) }), ("cursor", cursor.map { .string($0) }))
    let request = make.query("/fixture/v1/unconsumed", body)
    return call(request, as: FixturePiece.self) { ($0.answer($1), $0.cursor) }
      .flatMap { (answer: MarketResults<Purchase>, next: String?) in
        guard let next else { return .success(ResponsePage(answer)) }
        // A list that does not move on would never end.
        guard next != cursor else { return .invalid("result.cursor is the one before") }
        return .success(ResponsePage(answer) { piece(of: query, after: next) })
      }
  }

  func subscriptions(_ query: SubscriptionQuery) -> [APICall<MarketResults<Subscription>>] {
    let (selection, statuses): (String, JSONValue?) =
      switch query.selection {
      case .active: ("active", nil)
      case .all: ("all", nil)
      case .statuses(let statuses): ("statuses", .array(statuses.map { .string($0.name) }))
      }
    let body = Self.body(
      ("userID", .string(query.user.text)), ("markets", Self.codes(query.markets)),
      ("selection", .string(selection)), ("statuses", statuses))
    let request = make.query("/fixture/v1/subscriptions", body)
    return [call(request, as: FixtureSubscriptions.self) { $0.answer($1) }]
  }
}

// MARK: Changes

extension FixtureDialect {
  func consume(_ request: ConsumeRequest) -> APICall<ConsumeReceipt> {
    let body = Self.body(
      ("paymentSeq", .string(request.paymentSeq.text)),
      ("userID", request.user.map { .string($0.text) }),
      ("markets", Self.codes(request.markets)),
      ("accessToken", request.accessToken.map { .string($0.revealed) }))
    return call(
      make.change("/fixture/v1/consume", body), token: request.accessToken,
      payment: request.paymentSeq, as: FixtureReceipt.self
    ) { receipt, _ in receipt.receipt }
  }

  func purchase(_ request: PurchaseRequest) -> APICall<PurchaseOutcome> {
    func whereTrue(_ flag: Bool) -> JSONValue? { flag ? .flag(true) : nil }
    let body = Self.body(
      ("userID", .string(request.user.text)),
      ("productIdentifier", .string(request.product.text)),
      ("storeCode", .string(request.market.text)),
      ("payload", request.payload.map { .string($0) }),
      ("sandboxPayment", whereTrue(request.isSandbox)),
      ("storePayment", whereTrue(request.isPromotion)),
      ("deferred", whereTrue(request.isDeferred)),
      ("simulation", request.simulation.map { .string($0.rawValue) }))
    return call(make.change("/fixture/v1/purchase", body), as: FixtureOutcome.self) { wire, _ in
      wire.outcome
    }
  }

  func restore(_ user: Identifier, in markets: [StoreCode]) -> APICall<CompletionReport> {
    complete("restore", user, markets)
  }

  func reprocess(_ user: Identifier, in markets: [StoreCode]) -> APICall<CompletionReport> {
    complete("reprocess", user, markets)
  }

  private func complete(
    _ name: String, _ user: Identifier, _ markets: [StoreCode]
  ) -> APICall<CompletionReport> {
    let body = Self.body(("userID", .string(user.text)), ("markets", Self.codes(markets)))
    return call(
      make.change("/fixture/v1/\(name)", body, isList: true), as: FixtureCompletion.self
    ) { $0.report($1) }
  }
}
