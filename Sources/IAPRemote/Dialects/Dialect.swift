package import IAPCore

/// One way of speaking to an IAP server: it turns operations into requests and answers into
/// records. What it has no request for is refused before anything is sent.
protocol Dialect: Sendable {
  /// The name that `--api` knows it by.
  static var name: String { get }

  func products(in markets: [StoreCode]) throws(IAPError) -> [APICall<MarketResults<Product>>]
  /// - Returns: a call for the first piece of each list.
  func unconsumed(_ query: UnconsumedQuery) throws(IAPError) -> [APICall<ResponsePage<Purchase>>]
  func subscriptions(
    _ query: SubscriptionQuery
  ) throws(IAPError) -> [APICall<MarketResults<Subscription>>]
  /// Whether a payment can be consumed only with its token. Then it is looked up where it is not
  /// given.
  var needsToken: Bool { get }
  /// Whether a payment can be consumed only with the number of its product.
  var needsProductSeq: Bool { get }
  /// Whether the unconsumed lists name products by the store's identifiers.
  var listsProductIdentifiers: Bool { get }
  /// Asks for the store's identifiers of all products; nil for an API, or an access, that has no
  /// call for it.
  var productIdentifiers: APICall<[Int64: Identifier]>? { get }
  func consume(_ request: ConsumeRequest) throws(IAPError) -> APICall<ConsumeReceipt>
  func purchase(_ request: PurchaseRequest) throws(IAPError) -> APICall<PurchaseOutcome>
  func deferredProducts(
    of user: Identifier, in markets: [StoreCode]
  ) throws(IAPError) -> [APICall<MarketResults<Product>>]
  func restore(
    _ user: Identifier, in markets: [StoreCode]
  ) throws(IAPError) -> APICall<CompletionReport>
  func reprocess(
    _ user: Identifier, in markets: [StoreCode]
  ) throws(IAPError) -> APICall<CompletionReport>
}

extension Dialect {
  var needsToken: Bool { true }
  var needsProductSeq: Bool { false }
  var listsProductIdentifiers: Bool { true }
  var productIdentifiers: APICall<[Int64: Identifier]>? { nil }

  /// A payment starts in the store, on the user's device: no call that is documented can do it.
  func purchase(_ request: PurchaseRequest) throws(IAPError) -> APICall<PurchaseOutcome> {
    throw Self.unable(.purchase)
  }

  func deferredProducts(
    of user: Identifier, in markets: [StoreCode]
  ) throws(IAPError) -> [APICall<MarketResults<Product>>] {
    throw Self.unable(.purchase)
  }

  func restore(
    _ user: Identifier, in markets: [StoreCode]
  ) throws(IAPError) -> APICall<CompletionReport> { throw Self.unable(.restore) }

  func reprocess(
    _ user: Identifier, in markets: [StoreCode]
  ) throws(IAPError) -> APICall<CompletionReport> { throw Self.unable(.reprocess) }

  /// Refuses an operation that the dialect has no call for.
  static func unable(
    _ operation: IAPOperation, use alternative: String = whatCanDoAll
  ) -> IAPError {
    .iapctl(
      .unsupported,
      .notInAPI(operation: operation.rawValue, api: name, alternative: alternative))
  }

  /// Refuses a part of a query that the dialect's lists say nothing of.
  ///
  /// - Parameter alternative: what can do it. It never widens what is asked for: the list may be
  ///   one that is consumed.
  static func unable(
    _ option: String, because why: String, use alternative: String = whatCanDoAll
  ) -> IAPError {
    .iapctl(
      .unsupported,
      .optionNotInAPI(option: option, api: name, why: why, alternative: alternative))
  }

  /// The backends that can do everything.
  static var whatCanDoAll: String {
    "use a fixture store with --store PATH, or a server of 'iapctl serve' with --api fixture"
  }
}

/// The seven operations, by the names of their commands.
enum IAPOperation: String, Sendable {
  case products, purchase, unconsumed, consume, subscriptions, restore, reprocess
}

/// What the dialects ask with.
package struct RemoteAccess: Sendable {
  /// Scheme, host and port, without a slash at the end.
  package var origin: String
  package var appKey: Secret?
  /// The app's number in the legacy API.
  package var appSeq: Int64?
  /// The markets that are asked where none is named.
  package var markets: [StoreCode]
  /// What a message calls the setting that names markets.
  package var marketName: String
  /// The app's package, by market.
  package var packages: [StoreCode: String]
  /// The app's package in every other market.
  package var package: String?

  package init(
    origin: String, appKey: Secret?, appSeq: Int64? = nil, markets: [StoreCode] = [],
    marketName: String = "--market", packages: [StoreCode: String] = [:], package: String? = nil
  ) {
    self.origin = origin
    self.appKey = appKey
    self.appSeq = appSeq
    self.markets = markets
    self.marketName = marketName
    self.packages = packages
    self.package = package
  }
}
