import IAPCore
import IAPWire
import JSON

/// The API of `iapctl serve`: all operations, with all known data of a purchase and the SDK's own
/// errors.
struct FixtureDialect: Dialect {
  static let name = "fixture"

  private let make: RequestMaker

  init(_ access: RemoteAccess) {
    make = RequestMaker(origin: access.origin, appKey: access.appKey)
  }

  /// A fixture store finds a payment by its number, for any user.
  var needsToken: Bool { false }

  /// A call for an operation. It names no single market: the response lists the markets that
  /// failed, and a failure of the call concerns all of them.
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
      case .changeOfOne, .steering: make.change(operation.path, body)
      }
    let secrets = make.secrets + [token].compactMap(\.self)
    let redactor = token.map(make.redactor) ?? make.redactor
    let isMutating = httpRequest.isMutating
    return APICall(
      market: nil, request: httpRequest, secrets: secrets, payment: payment,
      refusal: { header in
        ServerCodeMapping.exactError(of: header, payment: payment, isMutating: isMutating)
      }
    ) { bytes in
      Envelope.read(operation.response, from: bytes, redactor, isChange: isMutating)
    }
  }

  /// The members of a request as a URL query string. Each member is a list of texts.
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
      // A repeated cursor would make the list endless.
      guard next != cursor else { return .invalid("result.cursor is the one before") }
      return .success(ResponsePage(page.answer) { self.page(of: query, after: next) })
    }
  }

  func subscriptions(_ query: SubscriptionQuery) -> [APICall<MarketResults<Subscription>>] {
    [call(FixtureAPI.subscriptions, query)]
  }

  func consume(_ request: Payment) -> APICall<ConsumeReceipt> {
    call(
      FixtureAPI.consume, request, token: request.accessToken, payment: request.paymentSeq)
  }

  func purchase(_ request: PurchaseRequest) -> APICall<PurchaseOutcome> {
    call(FixtureAPI.purchase, request)
  }

  func restore(_ user: Identifier, in markets: [StoreCode]) -> APICall<CompletionReport> {
    call(FixtureAPI.restore, UserRequest(user, in: markets))
  }

  func reprocess(
    _ user: Identifier, in markets: [StoreCode], sdk: SDKVersion?
  ) -> APICall<CompletionReport> {
    call(FixtureAPI.reprocess, ReprocessRequest(user, in: markets, sdk: sdk))
  }
}
