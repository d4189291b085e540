import IAPCore
import JSON

/// The old SDK's API: the item list, unconsumed payments without markets, and consuming. It knows
/// no credential but the app's number, and is never sent the app key.
struct LegacyDialect: Dialect {
  static let name = "legacy"

  private let access: RemoteAccess
  private let make: RequestMaker
  private let notice: @Sendable (RemoteNotice) -> Void

  private static let userChannel = "GF"

  /// - Parameter notice: is told what an answer says beside what was asked for.
  init(_ access: RemoteAccess, notice: @escaping @Sendable (RemoteNotice) -> Void) {
    self.access = access
    self.notice = notice
    make = RequestMaker(origin: access.origin, appKey: nil)
  }

  var needsProductSeq: Bool { true }
  var listsProductIdentifiers: Bool { false }

  private func appSeq() throws(IAPError) -> Int64 {
    guard let number = access.appSeq else {
      throw .iapctl(
        .usage,
        .usage(
          "no app sequence given",
          hint: "name the app's number with --app-seq N, or appSeq in a profile"))
    }
    return number
  }

  // MARK: Products

  private struct ItemList: Decodable, Sendable {
    let appUsingStatus: String?
    let itemList: [Item]

    /// Whether the app, and so every item of it, is out of use.
    var isStopped: Bool { appUsingStatus == LegacyDialect.stopped }
  }

  private static let stopped = "STOP"

  private struct Item: Decodable, Sendable {
    let itemSeq: LooseInteger
    let itemName: String?
    let marketItemId: String
    let usingStatus: String
    let marketId: String
  }

  /// Prices, types and what the store knows of an item are in no answer.
  func products(in markets: [StoreCode]) throws(IAPError) -> [APICall<MarketResults<Product>>] {
    let (app, notice) = (try appSeq(), notice)
    let call = itemList(of: app).flatMap { list -> DecodedResponse<MarketResults<Product>> in
      if list.isStopped { notice(.appStopped(app)) }
      let products = list.itemList.map { Self.product($0, ofStoppedApp: list.isStopped) }
      return .success(
        MarketResults(products.filter { markets.isEmpty || markets.contains($0.storeCode) }))
    }
    return [call]
  }

  var productIdentifiers: APICall<[Int64: Identifier]>? {
    access.appSeq.map { app in
      itemList(of: app).flatMap { list in
        .success(
          Dictionary(
            list.itemList.map { ($0.itemSeq.value, Identifier($0.marketItemId)) },
            uniquingKeysWith: { first, _ in first }))
      }
    }
  }

  private func itemList(of app: Int64) -> APICall<ItemList> {
    APICall(
      market: nil, request: make.query("/standard/item/list/\(app)"), secrets: make.secrets
    ) { bytes in Envelope.read(ItemList.self, from: bytes) }
  }

  private static func product(_ item: Item, ofStoppedApp isStopped: Bool) -> Product {
    Product(
      productIdentifier: Identifier(item.marketItemId), productSeq: item.itemSeq.value,
      productName: item.itemName, productType: nil,
      isActive: !isStopped && item.usingStatus != stopped,
      storeCode: market(item.marketId), isValid: nil)
  }

  /// `TS` is what this API calls ONE store.
  private static func market(_ code: String) -> StoreCode {
    code == "TS" ? .oneStore : StoreCode(code)
  }

  // MARK: Unconsumed

  private struct Payment: Decodable, Sendable {
    let paymentSeq: WirePaymentSeq
    let itemSeq: LooseInteger?
    let currency: String?
    let price: LoosePrice?
    let purchaseToken: String
  }

  func unconsumed(_ query: UnconsumedQuery) throws(IAPError) -> [APICall<ResponsePage<Purchase>>] {
    guard case .user(let user) = query.owner else {
      throw Self.unable("--all-users", because: "its lists are of one user each")
    }
    guard query.markets.isEmpty else {
      throw Self.unable(
        access.marketName, because: "its list knows no markets", use: "use --api service")
    }
    guard query.age == nil else {
      throw Self.unable("--older-than", because: "its list has no times")
    }
    let body = JSONValue.object([
      .init("appSeq", .integer(try appSeq())), .init("userChannel", .string(Self.userChannel)),
      .init("userKey", .string(user.text)),
    ])
    let request = make.query("/standard/inapp/v1/consumable/list", body)
    let call = APICall<ResponsePage<Purchase>>(
      market: nil, request: request, secrets: make.secrets
    ) { bytes in
      Envelope.read([Payment].self, from: bytes).map { rows in
        ResponsePage(MarketResults(rows.map { Self.purchase($0, of: user) }))
      }
    }
    return [call]
  }

  private static func purchase(_ row: Payment, of user: Identifier) -> Purchase {
    var purchase = Purchase(paymentSeq: row.paymentSeq.identifier)
    purchase.userID = user
    purchase.productSeq = row.itemSeq?.value
    purchase.currency = row.currency
    purchase.price = row.price?.price
    purchase.accessToken = Secret(row.purchaseToken)
    return purchase
  }

  // MARK: Consume

  private struct Receipt: Decodable, Sendable {
    let price: WireNullable<LoosePrice>
    let currency: WireNullable<String>
  }

  func consume(_ request: ConsumeRequest) throws(IAPError) -> APICall<ConsumeReceipt> {
    guard let productSeq = request.productSeq else {
      throw .iapctl(
        .usage,
        .usage(
          "no product number (productSeq) of payment \(request.paymentSeq) given, and the legacy API "
            + "consumes nothing without it",
          hint: "give it in the column productSeq of --from FILE, or use --api service"))
    }
    let payment = RequestMaker.pathComponent(request.paymentSeq.text)
    let token = request.accessToken ?? Secret("")
    let change = make.change(
      "/inapp/v3/consume/\(payment)/items/\(productSeq)",
      .object([.init("purchaseToken", .string(token.revealed))]))
    return APICall(
      market: nil, request: change, secrets: make.secrets + [token], payment: request.paymentSeq
    ) { bytes in
      Envelope.read(Receipt.self, from: bytes, isChange: true).map {
        ConsumeReceipt(
          price: $0.price.value?.price, currency: $0.currency.value, productSeq: productSeq)
      }
    }
  }

  func subscriptions(
    _ query: SubscriptionQuery
  ) throws(IAPError) -> [APICall<MarketResults<Subscription>>] {
    throw Self.unable(.subscriptions, use: "use --api service with --package NAME")
  }
}
