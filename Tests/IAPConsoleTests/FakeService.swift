import IAPCore
import Synchronization
import Testing

/// A service with fixed results. A call without a result is a test failure.
struct FakeService: IAPService {
  var traits = ServiceTraits(origin: "test", needsToken: false)
  let taskExecutor: (any TaskExecutor)? = nil
  var products: MarketResults<[Product]>?
  var purchase: Result<PurchaseOutcome, IAPError>?
  var deferredProducts: MarketResults<[Product]>?
  var pages: [MarketResults<[Purchase]>]?
  /// The pages of the second list, if they differ from those of the first.
  var laterPages: [MarketResults<[Purchase]>]?
  /// The error after the last page, if there is one.
  var pagesEnd: IAPError?
  var consume: (@Sendable (Payment) -> Result<ConsumeReceipt, IAPError>)?
  var subscriptions: MarketResults<[Subscription]>?
  var payments: [[StoredPayment]]?
  var histories: Result<[PaymentHistory], IAPError>?
  var restored: CompletionReport?
  var reprocessed: CompletionReport?
  /// The consume requests.
  let consumed = Log<Payment>()
  private let listed = Log<Void>()

  /// The result, or a test failure if there is none.
  private func expected<Value>(_ answer: Value?, of call: String) throws(IAPError) -> Value {
    if let answer { return answer }
    Issue.record("\(call) was called unexpectedly")
    throw .iapctl(.bug, .bug("\(call) was called unexpectedly"))
  }

  func products(in markets: [StoreCode]) async throws(IAPError) -> MarketResults<[Product]> {
    try expected(products, of: "products")
  }

  func purchase(_ request: PurchaseRequest) async throws(IAPError) -> PurchaseOutcome {
    try expected(purchase, of: "purchase").get()
  }

  func deferredProducts(
    of user: Identifier, in markets: [StoreCode]
  ) async throws(IAPError) -> MarketResults<[Product]> {
    try expected(deferredProducts, of: "deferredProducts")
  }

  func unconsumed(_ query: UnconsumedQuery) async throws(IAPError) -> PageSequence<
    MarketResults<[Purchase]>
  > {
    listed.add(())
    let isLater = listed.all.count > 1
    let pages = try expected(isLater ? laterPages ?? pages : pages, of: "unconsumed")
    return PageSequence(from: 0) { [pagesEnd] place async throws(IAPError) in
      if place < pages.count { return (pages[place], place + 1) }
      if let pagesEnd { throw pagesEnd }
      return nil
    }
  }

  func payments(_ query: PaymentQuery) async throws(IAPError) -> PageSequence<[StoredPayment]> {
    let pages = try expected(payments, of: "payments")
    return PageSequence(from: 0) { place in
      place < pages.count ? (pages[place], place + 1) : nil
    }
  }

  func histories(of number: Identifier) async throws(IAPError) -> [PaymentHistory] {
    try expected(histories, of: "histories").get()
  }

  func transaction(of token: Secret) async throws(IAPError) -> PaymentTransaction {
    try expected(nil as PaymentTransaction?, of: "transaction")
  }

  func subscriptions(of payments: [Payment]) async throws(IAPError) -> [Subscription] {
    try expected(nil as [Subscription]?, of: "subscriptions(of:)")
  }

  func unknownNames(among names: GivenNames) async throws(IAPError) -> [UnknownName] { [] }

  func consumable(_ requests: [Payment]) async -> [Result<Purchase, IAPError>] {
    await findInUnconsumedList(requests)
  }

  func consumeListed(
    _ query: UnconsumedQuery, isOrdered: Bool, after place: ConsumedGroup.Cursor?, most: Int
  ) async -> ConsumedGroup? { nil }

  func attempt(
    _ consumes: [ConsumeAttempt],
    ended: @escaping @Sendable (Int, AttemptResult<ConsumeReceipt>) -> Void
  ) {
    for (place, attempt) in consumes.enumerated() {
      consumed.add(attempt.payment)
      guard let consume else {
        Issue.record("consume was called unexpectedly")
        ended(
          place,
          AttemptResult(.failure(.iapctl(.bug, .bug("consume was called unexpectedly")))))
        continue
      }
      ended(place, AttemptResult(CallResult(consume(attempt.payment))))
    }
  }

  func subscriptions(
    _ query: SubscriptionQuery
  ) async throws(IAPError) -> MarketResults<[Subscription]> {
    try expected(subscriptions, of: "subscriptions")
  }

  func restore(_ request: UserRequest) async throws(IAPError) -> CompletionReport {
    try expected(restored, of: "restore")
  }

  func reprocess(_ request: UserRequest) async throws(IAPError) -> CompletionReport {
    try expected(reprocessed, of: "reprocess")
  }
}

/// A list of events, in order.
final class Log<Element: Sendable>: Sendable {
  private let elements = Mutex<[Element]>([])

  func add(_ element: Element) { elements.withLock { $0.append(element) } }

  var all: [Element] { elements.withLock { $0 } }
}

extension MarketFailure {
  /// The error of a market that is switched off.
  static func switchedOff(_ market: StoreCode) -> MarketFailure {
    MarketFailure(market, .iap(.storeNotAvailable, .marketSwitchedOff(market)))
  }
}

extension Purchase {
  /// A purchase with few fields.
  static func small(
    _ number: Identifier, price: String = "1500", currency: String? = "KRW"
  ) -> Purchase {
    var purchase = Purchase(paymentSeq: number)
    purchase.userID = "alice"
    purchase.price = Price(price)
    purchase.currency = currency
    return purchase
  }
}
