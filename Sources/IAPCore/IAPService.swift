/// The operations on purchases, whichever backend carries them out. Nothing has a default, so that a service
/// that wraps another one forwards all of it.
///
/// A market that fails while others answer does not throw: it is a ``MarketFailure`` beside what
/// the others said. What a backend cannot do at all is refused with `unsupported` before anything
/// is sent.
package protocol IAPService: Sendable {
  /// What it is at present.
  var traits: ServiceTraits { get }

  /// The products of the markets (all of them where none is named), in use or not.
  func products(in markets: [StoreCode]) async throws(IAPError) -> MarketResults<Product>

  func purchase(_ request: PurchaseRequest) async throws(IAPError) -> PurchaseOutcome

  /// The promotion products that a user kept to buy later.
  func deferredProducts(
    of user: Identifier, in markets: [StoreCode]
  ) async throws(IAPError) -> MarketResults<Product>

  /// Paid, verified, not consumed; oldest first.
  func unconsumed(
    _ query: UnconsumedQuery
  ) async throws(IAPError) -> PageSequence<MarketResults<Purchase>>

  /// The names of those given that the service does not have; none if it has no list of its names.
  func unknownNames(among names: GivenNames) async throws(IAPError) -> [UnknownName]

  /// The purchase that each request would consume, or why a consume would be refused; in the same
  /// order. Nothing is changed.
  func consumable(_ requests: [ConsumeRequest]) async -> [Result<Purchase, IAPError>]

  /// Marks payments as delivered, each for itself; what is answered is durable.
  ///
  /// - Returns: an answer to each request, in the same order.
  func consume(_ requests: [ConsumeRequest]) async -> [CallResult<ConsumeReceipt>]

  func subscriptions(_ query: SubscriptionQuery) async throws(IAPError) -> MarketResults<
    Subscription
  >

  /// Writes down what the store account owns and the console lacks.
  func restore(
    _ user: Identifier, in markets: [StoreCode]
  ) async throws(IAPError) -> CompletionReport

  /// Completes the purchases that broke off.
  func reprocess(
    _ user: Identifier, in markets: [StoreCode]
  ) async throws(IAPError) -> CompletionReport
}

/// What callers have to know of a service.
package struct ServiceTraits: Hashable, Sendable {
  /// What payment numbers are unique in: a server, or a fixture store.
  package var origin: String
  /// Whether a consume needs the payment's token, because nothing else says whose payment it is.
  package var needsToken: Bool
  /// Whether a consume needs the console's number of the product (``ConsumeRequest/productSeq``).
  package var needsProductSeq: Bool
  /// Whether the purchases of ``IAPService/unconsumed(_:)`` name their products by the store's
  /// identifiers; known when the list was asked for.
  package var listsProductIdentifiers: Bool

  package init(
    origin: String, needsToken: Bool, needsProductSeq: Bool = false,
    listsProductIdentifiers: Bool = true
  ) {
    self.origin = origin
    self.needsToken = needsToken
    self.needsProductSeq = needsProductSeq
    self.listsProductIdentifiers = listsProductIdentifiers
  }
}

extension IAPService {
  package var origin: String { traits.origin }

  /// What ``consumable(_:)`` finds in the unconsumed list, for a service that says nothing of a
  /// payment that is not there.
  package func findInUnconsumedList(_ requests: [ConsumeRequest]) async -> [Result<
    Purchase, IAPError
  >] {
    var query = UnconsumedQuery(owner: .everyone)
    query.payments = requests.map(\.paymentSeq)
    let list = await UnconsumedList(query, of: self)
    return requests.map { request in
      if let purchase = list.purchases[request.paymentSeq] { return .success(purchase) }
      return .failure(
        list.failure ?? .iapctl(.paymentNotFound, .payment(request.paymentSeq, .notFound)))
    }
  }
}

/// An unconsumed list by payment number, and why it could not be asked for, or not in every market.
package struct UnconsumedList: Sendable {
  package private(set) var purchases: [Identifier: Purchase] = [:]
  package private(set) var failure: IAPError?

  /// A list that was not asked for.
  package init(failure: IAPError) { self.failure = failure }

  package init(_ query: UnconsumedQuery, of service: any IAPService) async {
    do throws(IAPError) {
      for try await page in try await service.unconsumed(query) {
        failure = failure ?? page.failures.first?.error
        for purchase in page.elements { purchases[purchase.paymentSeq] = purchase }
      }
    } catch {
      failure = error
    }
  }
}

package struct PurchaseRequest: Hashable, Sendable {
  /// How a purchase is made to end otherwise than by success.
  package enum Simulation: String, Sendable, CaseIterable {
    case cancelled
    case paymentFailed = "payment-failed"
    case verifyFailed = "verify-failed"
    /// Paid, and broken off before it was verified.
    case interrupted
    case notAllowed = "not-allowed"
  }

  package var product: Identifier
  package var user: Identifier
  package var market: StoreCode
  package var payload: String?
  package var isSandbox = false
  /// Started by the user in the store itself.
  package var isPromotion = false
  /// A promotion that the app does not want to be paid now.
  package var isDeferred = false
  package var simulation: Simulation?

  package init(product: Identifier, user: Identifier, market: StoreCode = .appStore) {
    self.product = product
    self.user = user
    self.market = market
  }
}

package enum PurchaseOutcome: Hashable, Sendable {
  case completed(Purchase)
  /// Paid, not verified: it waits to be reprocessed.
  case interrupted(payment: Identifier)
  /// Not bought; the product is kept.
  case deferred(Product)
}

package struct UnconsumedQuery: Hashable, Sendable {
  package enum Owner: Hashable, Sendable {
    case user(Identifier)
    /// A fixture store only.
    case everyone
  }

  package var owner: Owner
  /// All where none is named, here and below.
  package var markets: [StoreCode] = []
  package var products: [Identifier] = []
  package var payments: [Identifier] = []
  /// Only what was bought at least so long ago, by the backend's clock.
  package var age: CalendarPeriod?
  package var limit: Int?

  package init(owner: Owner) { self.owner = owner }
}

package struct SubscriptionQuery: Hashable, Sendable {
  package enum Selection: Hashable, Sendable {
    /// What gives access now.
    case active
    case all
    case statuses([SubscriptionStatus])
  }

  package var user: Identifier
  package var markets: [StoreCode] = []
  package var selection = Selection.active

  package init(user: Identifier) { self.user = user }
}

package struct ConsumeRequest: Hashable, Sendable {
  package var paymentSeq: Identifier
  /// The user that the caller takes it for; a fixture store refuses it if it is another's.
  package var user: Identifier?
  /// In which markets the caller looks for it; all where none is named.
  package var markets: [StoreCode]
  package var accessToken: Secret?
  /// The console's number for the product, which the legacy API cannot do without.
  package var productSeq: Int64?

  package init(
    paymentSeq: Identifier, user: Identifier? = nil, markets: [StoreCode] = [],
    accessToken: Secret? = nil, productSeq: Int64? = nil
  ) {
    self.paymentSeq = paymentSeq
    self.user = user
    self.markets = markets
    self.accessToken = accessToken
    self.productSeq = productSeq
  }
}

/// What the server says of a payment that it marked as consumed.
package struct ConsumeReceipt: Hashable, Sendable {
  package var price: Price?
  package var currency: String?
  package var productSeq: Int64?
  /// Whose payment it is, if the service says so.
  package var userID: Identifier?

  package init(
    price: Price?, currency: String?, productSeq: Int64?, userID: Identifier? = nil
  ) {
    self.price = price
    self.currency = currency
    self.productSeq = productSeq
    self.userID = userID
  }
}

/// What a restore or a reprocess did, one purchase at a time.
package struct CompletionReport: Hashable, Sendable {
  /// What was restored or completed.
  package var purchases: [Purchase] = []
  /// Reservations without a charge, which were closed: no money was taken.
  package var closed: [Identifier] = []
  /// What could not be, each with its reason.
  package var failures: [IAPError] = []

  package init() {}
}
