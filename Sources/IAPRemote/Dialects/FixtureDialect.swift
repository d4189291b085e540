import IAPCore
import IAPWire

/// The API of `iapctl serve`: all operations, with all known data of a purchase and the SDK's own
/// errors. No call names a single market: the response lists the markets that failed, and a failure
/// of the call concerns all of them.
struct FixtureDialect: Dialect {
  static let wire = WireDialect.fixture

  private let make: RequestMaker

  init(_ access: RemoteAccess) {
    make = RequestMaker(Self.wire, access, refusal: ServerRefusal.withExactError)
  }

  func products(in markets: [StoreCode]) -> [APICall<MarketResults<[Product]>>] {
    [make.call(FixtureAPI.products, markets)]
  }

  func deferredProducts(_ request: UserRequest) -> [APICall<MarketResults<[Product]>>] {
    [make.call(FixtureAPI.deferred, request)]
  }

  func unconsumed(_ query: UnconsumedQuery) -> [APICall<ResponsePage<Purchase>>] {
    [page(of: FixtureAPI.unconsumed, after: nil, { UnconsumedRequest(query, cursor: $0) }) { $0 }]
  }

  func payments(_ query: PaymentQuery) -> APICall<ResponsePage<StoredPayment>> {
    page(of: FixtureAPI.payments, after: nil, { PaymentsRequest(query, cursor: $0) }) {
      MarketResults($0)
    }
  }

  /// - Parameters:
  ///   - cursor: that of the page before; nil for the first page.
  ///   - request: makes the request for the page after a cursor.
  private func page<Request, Content, Element>(
    of operation: WireOperation<Request, WirePage<Content>>, after cursor: String?,
    _ request: @escaping @Sendable (String?) -> Request,
    _ results: @escaping @Sendable (Content) -> MarketResults<[Element]>
  ) -> APICall<ResponsePage<Element>> {
    make.call(operation, request(cursor)).flatMap { page in
      let answer = results(page.content)
      guard let next = page.cursor else { return .success(ResponsePage(answer)) }
      // A repeated cursor would make the list endless.
      guard next != cursor else { return .invalid("result.cursor is the one before") }
      return .success(
        ResponsePage(answer) { self.page(of: operation, after: next, request, results) })
    }
  }

  func histories(of number: Identifier) -> APICall<[PaymentHistory]> {
    make.call(FixtureAPI.payment, number)
  }

  func time() -> APICall<Instant> { make.call(FixtureAPI.time, ()).map(\.now) }

  func subscriptions(_ query: SubscriptionQuery) -> [APICall<MarketResults<[Subscription]>>] {
    [make.call(FixtureAPI.subscriptions, query)]
  }

  func consume(_ request: Payment) -> APICall<ConsumeReceipt> {
    make.consume(FixtureAPI.consume, request, of: request)
  }

  func purchase(_ request: PurchaseRequest) -> APICall<PurchaseOutcome> {
    make.call(FixtureAPI.purchase, request)
  }

  func restore(_ request: UserRequest) -> APICall<CompletionReport> {
    make.call(FixtureAPI.restore, request)
  }

  func reprocess(_ request: UserRequest) -> APICall<CompletionReport> {
    make.call(FixtureAPI.reprocess, request)
  }
}
