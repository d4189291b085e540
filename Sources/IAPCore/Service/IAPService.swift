package import Records

/// The operations of a backend: a server or a fixture store.
///
/// If one market fails and others respond, the call does not throw: the result contains a
/// ``MarketFailure``. If a backend does not support an operation, it throws `unsupported` before it
/// sends anything.
package protocol IAPService: Sendable {
  /// The current properties of the service.
  var traits: ServiceTraits { get }

  /// Where tasks with many requests should run, so that no request changes threads; nil if that does
  /// not matter.
  var taskExecutor: (any TaskExecutor)? { get }

  /// The products of the markets, in use or not; empty `markets` for all.
  func products(in markets: [StoreCode]) async throws(IAPError) -> MarketResults<[Product]>

  func purchase(_ request: PurchaseRequest) async throws(IAPError) -> PurchaseOutcome

  /// The promotion products that the user deferred.
  func deferredProducts(
    of user: Identifier, in markets: [StoreCode]
  ) async throws(IAPError) -> MarketResults<[Product]>

  /// Purchases that are paid and verified but not consumed, oldest first.
  func unconsumed(
    _ query: UnconsumedQuery
  ) async throws(IAPError) -> PageSequence<MarketResults<[Purchase]>>

  /// The same list, for a caller that only shows it.
  func unconsumedRecords(
    _ query: UnconsumedQuery
  ) async throws(IAPError) -> PageSequence<MarketResults<RecordBatch>>

  /// The payments of a fixture store, oldest first.
  func payments(_ query: PaymentQuery) async throws(IAPError) -> PageSequence<[StoredPayment]>

  /// The payment of this number, and the payment that has it as its transaction: both, one or none.
  func histories(of number: Identifier) async throws(IAPError) -> [PaymentHistory]

  /// The given names that do not exist in the service; empty if the service cannot list its names.
  func unknownNames(among names: GivenNames) async throws(IAPError) -> [UnknownName]

  /// The number of interrupted purchases of each user, which `reprocess` can complete. Empty if the
  /// service does not tell.
  func interrupted(_ query: UnconsumedQuery) async throws(IAPError) -> [(
    user: Identifier, count: Int
  )]

  /// The purchase of each payment, or why a consume would be refused, in the same
  /// order. Changes nothing.
  func consumable(_ payments: [Payment]) async -> [Result<Purchase, IAPError>]

  /// Begins to send the request of each consume, once. Nothing cancels it. The outcomes are independent
  /// of each other.
  ///
  /// - Parameter ended: gets the place of each consume, and its result as soon as there is one: on any
  ///   thread, in any order. What is consumed is durable then.
  func attempt(
    _ consumes: [ConsumeAttempt],
    ended: @escaping @Sendable (Int, AttemptResult<ConsumeReceipt>) -> Void)

  /// Consumes the next payments of an unconsumed list together, with the results that
  /// ``consume(_:)`` would have.
  ///
  /// - Parameters:
  ///   - isOrdered: whether the oldest payments are consumed first. If not, the service can choose
  ///     an order that is faster.
  ///   - cursor: the end of the group before; nil for the first group.
  ///   - most: the maximum number of payments.
  /// - Returns: nil if the service consumes one payment at a time, if no payment is left, or if none
  ///   was consumed because of a failure. The unconsumed list has what is left, and consuming that
  ///   one by one finds the reason.
  func consumeListed(
    _ query: UnconsumedQuery, isOrdered: Bool, after cursor: ConsumedGroup.Cursor?, most: Int
  ) async -> ConsumedGroup?

  func subscriptions(
    _ query: SubscriptionQuery
  ) async throws(IAPError) -> MarketResults<[Subscription]>

  /// The subscriptions of some payments, whatever their status, each by its latest payment. The
  /// response does not say which of the payments each one belongs to.
  func subscriptions(of payments: [Payment]) async throws(IAPError) -> [Subscription]

  /// The payment that an access token belongs to.
  func transaction(of token: Secret) async throws(IAPError) -> PaymentTransaction

  /// Records purchases that are in the user's store account but not in the console.
  func restore(_ request: UserRequest) async throws(IAPError) -> CompletionReport

  /// Completes interrupted purchases.
  func reprocess(_ request: UserRequest) async throws(IAPError) -> CompletionReport
}

/// A request about a user in some markets. An empty list means all markets.
package struct UserRequest: Sendable {
  package var user: Identifier
  package var markets: [StoreCode]
  /// Of the app that restores or completes the user's purchases: see ``PurchaseRequest/sdk``.
  package var sdk: SDKVersion?

  package init(_ user: Identifier, in markets: [StoreCode] = [], sdk: SDKVersion? = nil) {
    (self.user, self.markets, self.sdk) = (user, markets, sdk)
  }
}

/// Properties of a service that callers need.
package struct ServiceTraits: Hashable, Sendable {
  /// The server or fixture store within which payment numbers are unique.
  package var origin: String
  /// Whether a consume needs the payment's access token.
  package var needsToken: Bool
  /// Whether a consume needs the console's number of the product (``Payment/productSeq``).
  package var needsProductSeq: Bool
  /// Whether the purchases of ``IAPService/unconsumed(_:)`` contain the store's product
  /// identifiers; known after the list was requested.
  package var listsProductIdentifiers: Bool
  /// Whether it has ``IAPService/payments(_:)`` and ``IAPService/histories(of:)``.
  package var findsPayments: Bool
  /// The API whose payment numbers are its own (``ServerName``); nil for the numbers of the IAP service.
  package var numberSpace: String?
  /// Whether it has ``IAPService/transaction(of:)``.
  package var readsTokens = false
  /// The markets of a list for which none is given; empty for all.
  package var usualMarkets: [StoreCode] = []

  package init(
    origin: String, needsToken: Bool, needsProductSeq: Bool = false,
    listsProductIdentifiers: Bool = true, findsPayments: Bool = false
  ) {
    self.origin = origin
    self.needsToken = needsToken
    self.needsProductSeq = needsProductSeq
    self.listsProductIdentifiers = listsProductIdentifiers
    self.findsPayments = findsPayments
  }

  package var server: ServerName { ServerName(origin: origin, numberSpace: numberSpace) }
}

extension IAPService {
  /// The name of the server that issued the payment numbers, for a journal.
  package var server: ServerName { traits.server }

  package func interrupted(
    _ query: UnconsumedQuery
  ) async throws(IAPError) -> [(user: Identifier, count: Int)] { [] }

  package func unconsumedRecords(
    _ query: UnconsumedQuery
  ) async throws(IAPError) -> PageSequence<MarketResults<RecordBatch>> {
    try await unconsumed(query).records
  }

  /// An implementation of ``consumable(_:)`` that searches the unconsumed list. For a service that
  /// cannot look up single payments.
  package func findInUnconsumedList(
    _ payments: [Payment]
  ) async -> [Result<Purchase, IAPError>] {
    var query = UnconsumedQuery(owner: .everyone)
    query.payments = payments.map(\.paymentSeq)
    let list = await UnconsumedList(query, of: self)
    return payments.map { payment in
      guard let purchase = list.purchases[payment.paymentSeq] else {
        return .failure(list.failure ?? .iapctl(.paymentNotFound, payment.unlisted))
      }
      return payment.refusal(of: purchase).map { .failure($0) } ?? .success(purchase)
    }
  }
}

package struct UnconsumedQuery: Hashable, Sendable {
  package enum Owner: Hashable, Sendable {
    case user(Identifier)
    /// Several users, at least two.
    case users([Identifier])
    /// All users; supported by fixture stores only.
    case everyone
  }

  package var owner: Owner
  /// Empty for all; so are `products` and `payments`.
  package var markets: [StoreCode] = []
  package var products: [Identifier] = []
  package var payments: [Identifier] = []
  /// The store's identifier of the charge.
  package var transaction: Identifier?
  /// Only purchases at least this old, by the backend's clock.
  package var age: CalendarPeriod?
  package var limit: Int?

  package init(owner: Owner) { self.owner = owner }

  /// The only user; nil for several.
  package var user: Identifier? { if case .user(let user) = owner { user } else { nil } }

  /// Whether it leaves out purchases of its users and markets.
  package var isNarrowed: Bool {
    !products.isEmpty || !payments.isEmpty || transaction != nil || age != nil
  }

  /// The users; empty for all.
  package var users: [Identifier] {
    switch owner {
    case .user(let user): [user]
    case .users(let users): users
    case .everyone: []
    }
  }
}

package struct SubscriptionQuery: Hashable, Sendable {
  package enum Selection: Hashable, Sendable {
    /// Subscriptions that give access now.
    case active
    case all
    case statuses([SubscriptionStatus])
  }

  package var user: Identifier
  package var markets: [StoreCode] = []
  package var selection = Selection.active
  /// Whether subscriptions of Google Play that are on hold are selected as well.
  package var includesOnHold = false

  package init(user: Identifier) { self.user = user }
}

package struct PurchaseRequest: Hashable, Sendable {
  /// The simulated failure of a purchase.
  package enum Simulation: String, Sendable, CaseIterable {
    case cancelled
    case paymentFailed = "payment-failed"
    case verifyFailed = "verify-failed"
    /// Interrupted after the payment and before the verification.
    case interrupted
    case notAllowed = "not-allowed"
    /// The app was closed before the payment.
    case reserved
    /// The purchase waits until it is approved, by a parent for example (Ask to Buy).
    case pending
  }

  package var product: Identifier
  package var user: Identifier
  package var market: StoreCode
  package var payload: String?
  package var isSandbox = false
  /// Whether the user started the purchase in the store itself.
  package var isPromotion = false
  /// Whether the app defers a promotion, so that it is not paid now.
  package var isDeferred = false
  package var simulation: Simulation?
  /// The version of the app's SDK, which must be able to verify the purchase. Nil if that does not
  /// matter.
  package var sdk: SDKVersion?

  package init(product: Identifier, user: Identifier, market: StoreCode = .appStore) {
    self.product = product
    self.user = user
    self.market = market
  }
}

package enum PurchaseOutcome: Hashable, Sendable {
  case completed(Purchase)
  /// Reserved but not paid: the purchase must be reprocessed, which closes it.
  case reserved(payment: Identifier)
  /// Paid but not verified: the purchase must be reprocessed.
  case interrupted(payment: Identifier)
  /// Not paid until it is approved (Ask to Buy).
  case pending(payment: Identifier)
  /// Not bought: the product is kept for later.
  case deferred(Product)
}

extension Payment {
  fileprivate var unlisted: IAPError.Reason {
    .payment(
      paymentSeq,
      user.map { .notListed(user: $0, markets: markets, isMarketOfRow: purchase.storeCode != nil) }
        ?? .notFound)
  }

  /// Why a service refuses to consume what a list has under this number; nil if it does not.
  fileprivate func refusal(of listed: Purchase) -> IAPError? {
    if let user, let owner = listed.userID, owner != user {
      return .iap(.userInvalid, .payment(paymentSeq, .ofAnotherUser))
    }
    if let market = listed.storeCode, !markets.isEmpty, !markets.contains(market) {
      return .iapctl(.paymentNotFound, .payment(paymentSeq, .inAnotherMarket(market)))
    }
    if let accessToken, let token = listed.accessToken, token != accessToken {
      return .iapctl(.inputInvalid, .payment(paymentSeq, .tokenWrong))
    }
    return nil
  }
}
