package import IAPCore
import IAPWire

/// One API of an IAP server: converts operations to requests, and responses to records. An
/// operation that the API lacks is refused before anything is sent.
protocol Dialect: Sendable {
  static var wire: WireDialect { get }

  func products(in markets: [StoreCode]) throws(IAPError) -> [APICall<MarketResults<[Product]>>]
  /// - Returns: a call for the first page of each list.
  func unconsumed(_ query: UnconsumedQuery) throws(IAPError) -> [APICall<ResponsePage<Purchase>>]
  func subscriptions(
    _ query: SubscriptionQuery
  ) throws(IAPError) -> [APICall<MarketResults<[Subscription]>>]
  /// - Parameter query: with instants in place of other moments.
  func payments(_ query: PaymentQuery) throws(IAPError) -> APICall<ResponsePage<StoredPayment>>
  func histories(of number: Identifier) throws(IAPError) -> APICall<[PaymentHistory]>
  func transaction(of token: Secret) throws(IAPError) -> APICall<PaymentTransaction>
  func subscriptions(of payments: [Payment]) throws(IAPError) -> [APICall<[Subscription]>]
  /// The time of the server's store.
  func time() throws(IAPError) -> APICall<Instant>
  /// The number of the app whose item list has the products of a market; nil if the API or the access
  /// settings do not allow to ask for one. A nil market is a list without markets.
  func app(of market: StoreCode?) -> Int64?
  /// The request for the item list of an app; nil if the API has none.
  func items(of app: Int64) -> APICall<ItemNames>?
  /// The asked markets whose subscriptions cannot be requested, because their packages are not known.
  func marketsWithoutPackage(_ markets: [StoreCode]) -> [StoreCode]
  func consume(_ request: Payment) throws(IAPError) -> APICall<ConsumeReceipt>
  func purchase(_ request: PurchaseRequest) throws(IAPError) -> APICall<PurchaseOutcome>
  func deferredProducts(
    _ request: UserRequest
  ) throws(IAPError) -> [APICall<MarketResults<[Product]>>]
  func restore(_ request: UserRequest) throws(IAPError) -> APICall<CompletionReport>
  func reprocess(_ request: UserRequest) throws(IAPError) -> APICall<CompletionReport>
}

extension Dialect {
  func marketsWithoutPackage(_ markets: [StoreCode]) -> [StoreCode] { [] }
  func app(of market: StoreCode?) -> Int64? { nil }
  func items(of app: Int64) -> APICall<ItemNames>? { nil }

  /// Only the IAP console lists payments in any state, and finds one by its number or its order number.
  func payments(_ query: PaymentQuery) throws(IAPError) -> APICall<ResponsePage<StoredPayment>> {
    throw Self.findsNoPayments
  }

  func histories(of number: Identifier) throws(IAPError) -> APICall<[PaymentHistory]> {
    throw Self.findsNoPayments
  }

  func time() throws(IAPError) -> APICall<Instant> { throw Self.findsNoPayments }

  func transaction(of token: Secret) throws(IAPError) -> APICall<PaymentTransaction> {
    throw Self.unable("payment show --token-file", use: .gamebaseAPI)
  }

  func subscriptions(of payments: [Payment]) throws(IAPError) -> [APICall<[Subscription]>] {
    throw Self.unable("subscriptions --of-payments", use: .gamebaseAPI)
  }

  private static var findsNoPayments: IAPError { unable("payment list", use: .listsAndConsole) }

  /// The documented APIs have no call for a purchase, which starts in the store on the user's
  /// device.
  func purchase(_ request: PurchaseRequest) throws(IAPError) -> APICall<PurchaseOutcome> {
    throw Self.refusal(of: .purchase)
  }

  func deferredProducts(
    _ request: UserRequest
  ) throws(IAPError) -> [APICall<MarketResults<[Product]>>] {
    throw Self.refusal(of: .purchase)
  }

  func restore(_ request: UserRequest) throws(IAPError) -> APICall<CompletionReport> {
    throw Self.refusal(of: .restore)
  }

  func reprocess(_ request: UserRequest) throws(IAPError) -> APICall<CompletionReport> {
    throw Self.refusal(of: .reprocess)
  }

  /// The user of an unconsumed list. The documented APIs have no list of all users.
  static func user(of query: UnconsumedQuery) throws(IAPError) -> Identifier {
    guard case .user(let user) = query.owner else {
      throw unable("--all-users", because: .usersTogether, use: .oneUser)
    }
    return user
  }

  /// For an API whose unconsumed lists have no times and no transactions.
  static func requireNoDetails(_ query: UnconsumedQuery) throws(IAPError) {
    guard query.age == nil else {
      throw unable("--older-than", because: .purchaseTimes, use: .paymentsByTime)
    }
    guard query.transaction == nil else {
      throw unable("--transaction", because: .transactions, use: .storeReferenceKey)
    }
  }

  /// For an API that lists active subscriptions only.
  static func requireActive(_ query: SubscriptionQuery) throws(IAPError) {
    switch query.selection {
    case .active: break
    case .all:
      throw unable("--include-expired", because: .inactiveSubscriptions, use: .storeConsole)
    case .statuses: throw unable("--status", because: .statuses, use: .storeConsole)
    }
  }

  /// The error for an operation of ``WireTraits/missing``.
  static func refusal(of operation: IAPOperation) -> IAPError {
    wire.refusal(of: operation) ?? .iapctl(.bug, .bug("no call for \(operation)"))
  }

  /// The error for an operation that the API lacks.
  static func unable(_ operation: String, use alternative: IAPError.Alternative) -> IAPError {
    .iapctl(
      .unsupported,
      .notInAPI(operation: operation, api: wire.rawValue, alternative: alternative))
  }

  /// The error for a query option that the API's lists do not support.
  ///
  /// - Parameter alternative: what supports it.
  static func unable(
    _ option: String, because why: IAPError.Lack,
    use alternative: IAPError.Alternative
  ) -> IAPError {
    .iapctl(
      .unsupported,
      .optionNotInAPI(option: option, api: wire.rawValue, why: why, alternative: alternative))
  }
}

extension MarketResults<[Purchase]> {
  /// A list of a response that names neither the user nor the market.
  init(_ rows: consuming [Purchase], of user: Identifier, in market: StoreCode? = nil) {
    self.init(rows)
    for index in elements.indices {
      (elements[index].userID, elements[index].storeCode) = (user, market)
    }
  }
}

/// The server and the credentials for requests.
package struct RemoteAccess: Sendable {
  /// Scheme, host and port, without a slash at the end.
  package var origin: String
  package var credential: Secret?
  package var appID: Identifier?
  /// The number of the app in the legacy API, in each market.
  package var appSeqs: MarketValues<Int64>
  /// The markets to query if the caller names none.
  package var markets: [StoreCode]
  /// The name of the market option in messages.
  package var marketName: String
  /// The app's package name for each market.
  package var packages: MarketValues<String>

  package init(
    origin: String, credential: Secret?, appID: Identifier? = nil, markets: [StoreCode] = [],
    marketName: String = "--market",
    appSeqs: MarketValues<Int64> = MarketValues(), packages: MarketValues<String> = MarketValues()
  ) {
    self.origin = origin
    (self.credential, self.appID) = (credential, appID)
    self.appSeqs = appSeqs
    self.markets = markets
    self.marketName = marketName
    self.packages = packages
  }
}

/// A fact in a response that the caller did not ask for, or a missing part.
package enum RemoteNotice: Hashable, Sendable {
  /// The app with this number is out of use, and so are all its products.
  case appStopped(Int64)
  /// The list was received, but its products have only numbers.
  case productIdentifiersMissing(IAPError)
}

extension WireDialect {
  func client(
    _ access: RemoteAccess, now: @escaping @Sendable () -> Instant,
    _ notice: @escaping @Sendable (RemoteNotice) -> Void
  ) -> any Dialect {
    switch self {
    case .service: ServiceDialect(access, notice: notice)
    case .legacy: LegacyDialect(access, notice: notice)
    case .fixture: FixtureDialect(access)
    case .gamebase: GamebaseDialect(access, now: now)
    }
  }
}
