import IAPCore
import Synchronization
import Testing

/// A service that answers what a test laid down; a call that it was not told of is an issue.
struct FakeService: IAPService {
  let origin = "test"
  var needsToken = false
  var listsProductIdentifiers = true
  var products: MarketResults<Product>?
  var purchase: Result<PurchaseOutcome, IAPError>?
  var deferredProducts: MarketResults<Product>?
  var pages: [MarketResults<Purchase>]?
  /// What a second list has, where it is not the same.
  var laterPages: [MarketResults<Purchase>]?
  /// What ends the pages, in place of their end.
  var pagesEnd: IAPError?
  var consume: (@Sendable (ConsumeRequest) -> Result<ConsumeReceipt, IAPError>)?
  var subscriptions: MarketResults<Subscription>?
  var restored: CompletionReport?
  var reprocessed: CompletionReport?
  /// What was asked to be consumed.
  let consumed = Log<ConsumeRequest>()
  private let listed = Log<Void>()

  /// The answer, or an issue where there is none.
  private func expected<Value>(_ answer: Value?, of call: String) throws(IAPError) -> Value {
    if let answer { return answer }
    Issue.record("\(call) was called unexpectedly")
    throw .iapctl(.bug, .bug("\(call) was called unexpectedly"))
  }

  func products(in markets: [StoreCode]) async throws(IAPError) -> MarketResults<Product> {
    try expected(products, of: "products")
  }

  func purchase(_ request: PurchaseRequest) async throws(IAPError) -> PurchaseOutcome {
    try expected(purchase, of: "purchase").get()
  }

  func deferredProducts(
    of user: Identifier, in markets: [StoreCode]
  ) async throws(IAPError) -> MarketResults<Product> {
    try expected(deferredProducts, of: "deferredProducts")
  }

  func unconsumed(_ query: UnconsumedQuery) async throws(IAPError) -> PageSequence<
    MarketResults<Purchase>
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

  func consume(_ requests: [ConsumeRequest]) async -> [ConsumeAnswer] {
    requests.map { request in
      consumed.add(request)
      guard let consume else {
        Issue.record("consume was called unexpectedly")
        return ConsumeAnswer(.failure(.iapctl(.bug, .bug("consume was called unexpectedly"))))
      }
      return ConsumeAnswer(consume(request))
    }
  }

  func subscriptions(
    _ query: SubscriptionQuery
  ) async throws(IAPError) -> MarketResults<Subscription> {
    try expected(subscriptions, of: "subscriptions")
  }

  func restore(
    _ user: Identifier, in markets: [StoreCode]
  ) async throws(IAPError) -> CompletionReport {
    try expected(restored, of: "restore")
  }

  func reprocess(
    _ user: Identifier, in markets: [StoreCode]
  ) async throws(IAPError) -> CompletionReport {
    try expected(reprocessed, of: "reprocess")
  }
}

/// What happened, in order.
final class Log<Element: Sendable>: Sendable {
  private let elements = Mutex<[Element]>([])

  func add(_ element: Element) { elements.withLock { $0.append(element) } }

  var all: [Element] { elements.withLock { $0 } }
}

extension MarketFailure {
  /// A market that cannot be asked.
  static func switchedOff(_ market: StoreCode) -> MarketFailure {
    MarketFailure(market, .iap(.storeNotAvailable, .marketSwitchedOff(market)))
  }
}

extension Purchase {
  /// A purchase with little in it.
  static func small(_ number: Identifier, currency: String? = "KRW") -> Purchase {
    var purchase = Purchase(paymentSeq: number)
    purchase.userID = "alice"
    purchase.price = Price("1500")
    purchase.currency = currency
    return purchase
  }
}
