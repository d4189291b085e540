import IAPCore
import IAPFixtureAPI
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

  /// A call of an operation. No market is asked alone: a market that fails is named in the answer,
  /// and what fails as a whole failed in all of them.
  private func call<Request, Response>(
    _ operation: FixtureOperation<Request, Response>, _ request: Request, token: Secret? = nil,
    payment: Identifier? = nil
  ) -> APICall<Response> {
    let body = operation.request.write(request)
    let httpRequest =
      switch operation.effect {
      case .lookup: make.query(operation.path + Self.query(body))
      case .query: make.query(operation.path, body)
      case .change: make.change(operation.path, body, isList: true)
      case .changeOfOne: make.change(operation.path, body)
      }
    let secrets = make.secrets + [token].compactMap(\.self)
    let redactor = Redactor(secrets)
    let isMutating = httpRequest.isMutating
    let response = JSONCodec(operation.response.schema, write: operation.response.write) {
      value throws(JSONProblem) in
      try operation.response.read(value.withFailures { redactor.redacted($0) })
    }
    return APICall(
      market: nil, request: httpRequest, secrets: secrets, payment: payment,
      refusal: { header in
        ServerCodeMapping.exactError(of: header, payment: payment, isMutating: isMutating)
      }
    ) { bytes in Envelope.read(response, from: bytes, isChange: isMutating) }
  }

  /// The members of a request behind a question mark: each is a list of texts.
  private static func query(_ request: JSONValue) -> String {
    let arguments = (request.members ?? []).flatMap { member in
      (member.value.elements ?? []).compactMap(\.text).map {
        "\(member.name)=\(RequestMaker.pathComponent($0))"
      }
    }
    return arguments.isEmpty ? "" : "?" + arguments.joined(separator: "&")
  }

  // MARK: Operations

  func products(in markets: [StoreCode]) -> [APICall<MarketResults<Product>>] {
    [call(FixtureAPI.products, ProductsRequest(markets: markets))]
  }

  func deferredProducts(
    of user: Identifier, in markets: [StoreCode]
  ) -> [APICall<MarketResults<Product>>] {
    [call(FixtureAPI.deferred, UserRequest(user, in: markets))]
  }

  func unconsumed(_ query: UnconsumedQuery) -> [APICall<ResponsePage<Purchase>>] {
    [page(of: query, after: nil)]
  }

  private func page(
    of query: UnconsumedQuery, after cursor: String?
  ) -> APICall<ResponsePage<Purchase>> {
    call(FixtureAPI.unconsumed, UnconsumedRequest(query, cursor: cursor)).flatMap { page in
      guard let next = page.cursor else { return .success(ResponsePage(page.answer)) }
      // A list that does not move on would never end.
      guard next != cursor else { return .invalid("result.cursor is the one before") }
      return .success(ResponsePage(page.answer) { self.page(of: query, after: next) })
    }
  }

  func subscriptions(_ query: SubscriptionQuery) -> [APICall<MarketResults<Subscription>>] {
    [call(FixtureAPI.subscriptions, query)]
  }

  func consume(_ request: ConsumeRequest) -> APICall<ConsumeReceipt> {
    call(
      FixtureAPI.consume, request, token: request.accessToken, payment: request.paymentSeq)
  }

  func purchase(_ request: PurchaseRequest) -> APICall<PurchaseOutcome> {
    call(FixtureAPI.purchase, request)
  }

  func restore(_ user: Identifier, in markets: [StoreCode]) -> APICall<CompletionReport> {
    call(FixtureAPI.restore, UserRequest(user, in: markets))
  }

  func reprocess(_ user: Identifier, in markets: [StoreCode]) -> APICall<CompletionReport> {
    call(FixtureAPI.reprocess, UserRequest(user, in: markets))
  }
}

extension JSONValue {
  /// The result with its errors, which are for people to read, turned into something else.
  fileprivate func withFailures(_ transform: (JSONValue) -> JSONValue) -> JSONValue {
    guard case .object(let members) = self else { return self }
    return .object(
      members.map { $0.name == "failures" ? .init($0.name, transform($0.value)) : $0 })
  }
}
