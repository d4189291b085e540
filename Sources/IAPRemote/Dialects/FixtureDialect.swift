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

  func products(in markets: [StoreCode]) -> [APICall<MarketResults<Product>>] {
    [make.call(FixtureAPI.products, ProductsRequest(markets: markets))]
  }

  func deferredProducts(
    of user: Identifier, in markets: [StoreCode]
  ) -> [APICall<MarketResults<Product>>] {
    [make.call(FixtureAPI.deferred, UserRequest(user, in: markets))]
  }

  func unconsumed(_ query: UnconsumedQuery) -> [APICall<ResponsePage<Purchase>>] {
    [page(of: query, after: nil)]
  }

  private func page(
    of query: UnconsumedQuery, after cursor: String?
  ) -> APICall<ResponsePage<Purchase>> {
    make.call(FixtureAPI.unconsumed, UnconsumedRequest(query, cursor: cursor)).flatMap { page in
      Self.page(page.answer, before: page.cursor, after: cursor) {
        self.page(of: query, after: $0)
      }
    }
  }

  /// - Parameter next: the cursor of the next page; nil at the end.
  private static func page<Element>(
    _ answer: MarketResults<Element>, before next: String?, after cursor: String?,
    _ call: @escaping @Sendable (_ cursor: String) -> APICall<ResponsePage<Element>>
  ) -> DecodedResponse<ResponsePage<Element>> {
    guard let next else { return .success(ResponsePage(answer)) }
    // A repeated cursor would make the list endless.
    guard next != cursor else { return .invalid("result.cursor is the one before") }
    return .success(ResponsePage(answer) { call(next) })
  }

  func payments(_ query: PaymentQuery) -> APICall<ResponsePage<StoredPayment>> {
    page(of: query, after: nil)
  }

  private func page(
    of query: PaymentQuery, after cursor: String?
  ) -> APICall<ResponsePage<StoredPayment>> {
    make.call(FixtureAPI.payments, PaymentsRequest(query, cursor: cursor)).flatMap { page in
      Self.page(MarketResults(page.payments), before: page.cursor, after: cursor) {
        self.page(of: query, after: $0)
      }
    }
  }

  func histories(of number: Identifier) -> APICall<[PaymentHistory]> {
    make.call(FixtureAPI.payment, HistoriesRequest(number))
  }

  func time() -> APICall<Instant> { make.call(FixtureAPI.time, ()).map(\.now) }

  func subscriptions(_ query: SubscriptionQuery) -> [APICall<MarketResults<Subscription>>] {
    [make.call(FixtureAPI.subscriptions, query)]
  }

  func consume(_ request: Payment) -> APICall<ConsumeReceipt> {
    make.consume(FixtureAPI.consume, request, of: request)
  }

  func purchase(_ request: PurchaseRequest) -> APICall<PurchaseOutcome> {
    make.call(FixtureAPI.purchase, request)
  }

  func restore(
    _ user: Identifier, in markets: [StoreCode], sdk: SDKVersion?
  ) -> APICall<CompletionReport> {
    make.call(FixtureAPI.restore, ReprocessRequest(user, in: markets, sdk: sdk))
  }

  func reprocess(
    _ user: Identifier, in markets: [StoreCode], sdk: SDKVersion?
  ) -> APICall<CompletionReport> {
    make.call(FixtureAPI.reprocess, ReprocessRequest(user, in: markets, sdk: sdk))
  }
}
