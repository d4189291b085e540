import IAPCore
import IAPWire

/// The API of the old SDK: the item list, unconsumed payments without markets, and consume. Its
/// only credential is the app's number; the app key is never sent.
struct LegacyDialect: Dialect {
  static let wire = WireDialect.legacy

  private let access: RemoteAccess
  private let make: RequestMaker
  private let notice: @Sendable (RemoteNotice) -> Void

  /// - Parameter notice: receives facts from a response that the caller did not ask for.
  init(_ access: RemoteAccess, notice: @escaping @Sendable (RemoteNotice) -> Void) {
    self.access = access
    self.notice = notice
    make = RequestMaker(Self.wire, access)
  }

  private func appSeq() throws(IAPError) -> Int64 {
    guard let number = app(of: nil) else { throw .iapctl(.usage, .noAppSeq) }
    return number
  }

  /// Lists without markets are of the app for all markets, or of the only one.
  func app(of market: StoreCode?) -> Int64? {
    guard let market else {
      return access.appSeqs.other
        ?? (access.appSeqs.all.count == 1 ? access.appSeqs.all.first : nil)
    }
    return access.appSeqs[market]
  }

  // MARK: Products

  /// The responses contain no prices, no types and no store information.
  func products(in markets: [StoreCode]) throws(IAPError) -> [APICall<MarketResults<[Product]>>] {
    let apps = try apps(of: markets)
    return apps.map { app in
      let notice = notice
      // The failure of one list of several is that of its market.
      let market = apps.count > 1 ? access.appSeqs.own.first { $0.value == app }?.key : nil
      return itemList(of: app, in: market).map { list in
        if list.isStopped { notice(.appStopped(app)) }
        var products = list.items.map(\.product)
        if !markets.isEmpty { products.removeAll { !markets.contains($0.storeCode) } }
        if list.isStopped { for index in products.indices { products[index].isActive = false } }
        return MarketResults(products)
      }
    }
  }

  /// The apps of these markets, or all apps.
  private func apps(of markets: [StoreCode]) throws(IAPError) -> [Int64] {
    let apps =
      markets.isEmpty ? access.appSeqs.all : Set(markets.compactMap { access.appSeqs[$0] })
    return apps.isEmpty ? [try appSeq()] : apps.sorted()
  }

  func items(of app: Int64) -> APICall<ItemNames>? {
    itemList(of: app).map { list in
      ItemNames(
        identifiers: Dictionary(
          list.items.map { ($0.product.productSeq, $0.product.productIdentifier) },
          uniquingKeysWith: { first, _ in first }),
        package: list.package)
    }
  }

  private func itemList(of app: Int64, in market: StoreCode? = nil) -> APICall<LegacyAPI.ItemList> {
    make.call(LegacyAPI.items, LegacyAPI.AppRequest(app: app), in: market)
  }

  // MARK: Unconsumed

  func unconsumed(_ query: UnconsumedQuery) throws(IAPError) -> [APICall<ResponsePage<Purchase>>] {
    let user = try Self.user(of: query)
    guard query.markets.isEmpty else {
      throw Self.unable(access.marketName, because: .markets, use: .serviceAPI)
    }
    try Self.requireNoDetails(query)
    let request = LegacyAPI.AppRequest(app: try appSeq(), user: user)
    return [
      make.call(LegacyAPI.unconsumed, request).map { ResponsePage(MarketResults($0, of: user)) }
    ]
  }

  // MARK: Consume

  func consume(_ request: Payment) throws(IAPError) -> APICall<ConsumeReceipt> {
    guard let productSeq = request.productSeq else {
      throw .iapctl(.usage, .payment(request.paymentSeq, .productSeqMissing))
    }
    return make.consume(LegacyAPI.consume, request, of: request).map { receipt in
      var receipt = receipt
      receipt.productSeq = productSeq
      return receipt
    }
  }

  func subscriptions(
    _ query: SubscriptionQuery
  ) throws(IAPError) -> [APICall<MarketResults<[Subscription]>>] {
    throw Self.refusal(of: .subscriptions)
  }
}
