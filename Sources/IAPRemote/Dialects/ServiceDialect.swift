import IAPCore
import IAPWire

/// The current API, `v1/service`: unconsumed payments, active subscriptions and consume, with one
/// market per call. Products come from the legacy item list.
struct ServiceDialect: Dialect {
  static let wire = WireDialect.service

  private let access: RemoteAccess
  private let make: RequestMaker
  private let legacy: LegacyDialect

  /// - Parameter notice: receives facts from a response that the caller did not ask for.
  init(_ access: RemoteAccess, notice: @escaping @Sendable (RemoteNotice) -> Void) {
    self.access = access
    make = RequestMaker(Self.wire, access)
    legacy = LegacyDialect(access, notice: notice)
  }

  func app(of market: StoreCode?) -> Int64? { legacy.app(of: market) }
  func items(of app: Int64) -> APICall<ItemNames>? { legacy.items(of: app) }

  func products(in markets: [StoreCode]) throws(IAPError) -> [APICall<MarketResults<[Product]>>] {
    try legacy.products(in: markets)
  }

  // MARK: Unconsumed

  func unconsumed(_ query: UnconsumedQuery) throws(IAPError) -> [APICall<ResponsePage<Purchase>>] {
    let user = try Self.user(of: query)
    guard query.products.allSatisfy(\.isDigits) || !access.appSeqs.isEmpty else {
      throw Self.unable("--product", because: .productIdentifiers, use: .numbers)
    }
    try Self.requireNoDetails(query)
    return asked(query.markets).map { market in
      make.call(ServiceAPI.unconsumed, ServiceAPI.ListRequest(user, in: market), in: market)
        .map { ResponsePage(MarketResults($0, of: user, in: market)) }
    }
  }

  private func asked(_ markets: [StoreCode]) -> [StoreCode] {
    markets.isEmpty ? access.markets : markets
  }

  func consume(_ request: Payment) -> APICall<ConsumeReceipt> {
    make.consume(ServiceAPI.consume, request, of: request)
  }

  // MARK: Subscriptions

  func subscriptions(
    _ query: SubscriptionQuery
  ) throws(IAPError) -> [APICall<MarketResults<[Subscription]>>] {
    try Self.requireActive(query)
    if query.includesOnHold {
      throw Self.unable("--include-on-hold", because: .subscriptionsOnHold, use: .gamebaseAPI)
    }
    return asked(query.markets).compactMap { market in
      access.packages[market].map { active(of: query.user, in: market, package: $0) }
    }
  }

  func marketsWithoutPackage(_ markets: [StoreCode]) -> [StoreCode] {
    asked(markets).filter { access.packages[$0] == nil }
  }

  /// The response does not name the market, and need not name the user.
  private func active(
    of user: Identifier, in market: StoreCode, package: String
  ) -> APICall<MarketResults<[Subscription]>> {
    let request = ServiceAPI.ListRequest(user, in: market, package: package)
    return make.call(ServiceAPI.subscriptions, request, in: market).map { rows in
      MarketResults(
        rows.map { row in
          var subscription = row.subscription
          subscription.purchase.storeCode = market
          subscription.purchase.userID = subscription.purchase.userID ?? user
          return subscription
        })
    }
  }
}
