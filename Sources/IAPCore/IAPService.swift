/// The seven operations on purchases, whoever carries them out.
///
/// A market that fails while others answer does not throw: it is a ``MarketFailure`` beside what
/// the others said. What a backend cannot do at all is refused with `unsupported` before anything
/// is sent.
package protocol IAPService: Sendable {
  /// What payment numbers are unique in: a server, or a fixture store.
  var origin: String { get }

  /// Whether a consume needs the payment's token, because nothing else says whose payment it is.
  var needsToken: Bool { get }

  /// Whether a consume needs the console's number of the product (``ConsumeRequest/productSeq``).
  var needsProductSeq: Bool { get }

  /// Whether the purchases of ``unconsumed(_:)`` name their products by the store's identifiers;
  /// known when the list was asked for.
  var listsProductIdentifiers: Bool { get }

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
  func consume(_ requests: [ConsumeRequest]) async -> [ConsumeAnswer]

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

extension IAPService {
  package var needsProductSeq: Bool { false }
  package var listsProductIdentifiers: Bool { true }

  package func unknownNames(among names: GivenNames) async throws(IAPError) -> [UnknownName] { [] }

  /// By the unconsumed list, for a service that says nothing of a payment that is not there.
  package func consumable(_ requests: [ConsumeRequest]) async -> [Result<Purchase, IAPError>] {
    var query = UnconsumedQuery(owner: .everyone)
    query.payments = requests.map(\.paymentSeq)
    var listed: [Identifier: Purchase] = [:]
    var failure: IAPError?
    do throws(IAPError) {
      for try await page in try await unconsumed(query) {
        failure = failure ?? page.failures.first?.error
        for purchase in page.elements { listed[purchase.paymentSeq] = purchase }
      }
    } catch {
      failure = error
    }
    return requests.map { request in
      if let purchase = listed[request.paymentSeq] { return .success(purchase) }
      return .failure(
        failure ?? .iapctl(.paymentNotFound, .paymentUnknown(request.paymentSeq)))
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
  /// Whose payment the caller takes it for; a fixture store refuses it where it is another's.
  package var user: Identifier?
  /// In which markets the caller looks for it; all where none is named.
  package var markets: [StoreCode]
  package var accessToken: Secret?
  /// The console's number for the product, which the legacy API cannot do without.
  package var productSeq: Int64?
  /// Whether an earlier attempt, of another run, may have happened.
  package var priorUnknown: Bool

  package init(
    paymentSeq: Identifier, user: Identifier? = nil, markets: [StoreCode] = [],
    accessToken: Secret? = nil, productSeq: Int64? = nil, priorUnknown: Bool = false
  ) {
    self.paymentSeq = paymentSeq
    self.user = user
    self.markets = markets
    self.accessToken = accessToken
    self.productSeq = productSeq
    self.priorUnknown = priorUnknown
  }
}

/// What became of a consume, with all its attempts.
package struct ConsumeAnswer: Hashable, Sendable {
  package let result: Result<ConsumeReceipt, IAPError>
  /// How often it was sent, or may have been.
  package let attempts: Int
  /// Whether an attempt before the last may have happened, with nobody to say so.
  package let priorUnknown: Bool
  /// Whether every further payment would come to the same.
  package let stopsBatch: Bool

  package init(
    _ result: Result<ConsumeReceipt, IAPError>, attempts: Int = 1, priorUnknown: Bool = false,
    stopsBatch: Bool = false
  ) {
    self.result = result
    self.attempts = attempts
    self.priorUnknown = priorUnknown
    self.stopsBatch = stopsBatch
  }

  /// Of a service that answers too little: that is no word of nothing having happened.
  package static let missing = ConsumeAnswer(
    .failure(
      IAPError(.iapctl(.bug), .bug("a payment was sent and not answered"), outcome: .unknown)))

  /// The same answer where an earlier attempt may have happened.
  package var afterUnknown: ConsumeAnswer {
    ConsumeAnswer(
      result.mapError(\.afterUnknown), attempts: attempts, priorUnknown: true,
      stopsBatch: stopsBatch)
  }

  /// The answer to a request that may know of an earlier attempt.
  package func settled(for request: ConsumeRequest) -> ConsumeAnswer {
    request.priorUnknown ? afterUnknown : self
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
