import IAPCore
import JSON

/// The current API, `v1/service`: unconsumed payments, active subscriptions and consuming, one
/// market a call. Products come from the legacy item list.
struct ServiceDialect: Dialect {
  static let name = "service"

  private let access: RemoteAccess
  private let make: RequestMaker
  private let legacy: LegacyDialect

  /// The kind of user numbers that the guide's samples have.
  private static let userChannel = "GF"

  /// - Parameter notice: is told what an answer says beside what was asked for.
  init(_ access: RemoteAccess, notice: @escaping @Sendable (RemoteNotice) -> Void) {
    self.access = access
    make = RequestMaker(origin: access.origin, appKey: access.appKey)
    legacy = LegacyDialect(access, notice: notice)
  }

  var listsProductIdentifiers: Bool { false }
  var productIdentifiers: APICall<[Int64: Identifier]>? { legacy.productIdentifiers }

  func products(in markets: [StoreCode]) throws(IAPError) -> [APICall<MarketResults<Product>>] {
    try legacy.products(in: markets)
  }

  // MARK: Unconsumed

  private struct Payment: Decodable, Sendable {
    let paymentSeq: WirePaymentSeq
    let productSeq: WireInteger?
    let currency: String?
    let price: WirePrice?
    let accessToken: String
  }

  func unconsumed(_ query: UnconsumedQuery) throws(IAPError) -> [APICall<ResponsePage<Purchase>>] {
    guard case .user(let user) = query.owner else {
      throw Self.unable("--all-users", because: "its lists are of one user each")
    }
    guard query.products.allSatisfy(\.isDigits) || access.appSeq != nil else {
      throw Self.unable(
        "--product", because: "its list has the numbers of products, and no identifiers",
        use: "give the app's number with --app-seq N, or the product's number with --product")
    }
    guard query.age == nil else {
      throw Self.unable("--older-than", because: "its list has no times")
    }
    return asked(query.markets).map { market in
      APICall(
        market: market,
        request: make.query(
          "/v1/service/consumable",
          .object([
            .init("marketId", .string(market.text)),
            .init("userChannel", .string(Self.userChannel)),
            .init("userKey", .string(user.text)),
          ])),
        secrets: make.secrets
      ) { bytes in
        Envelope.read([Payment].self, from: bytes).map { rows in
          ResponsePage(MarketResults(rows.map { Self.purchase($0, of: user, in: market) }))
        }
      }
    }
  }

  /// The user and the market are those that were asked for.
  private static func purchase(
    _ row: Payment, of user: Identifier, in market: StoreCode
  ) -> Purchase {
    var purchase = Purchase(paymentSeq: row.paymentSeq.identifier)
    purchase.userID = user
    purchase.storeCode = market
    purchase.productSeq = row.productSeq?.value
    purchase.currency = row.currency
    purchase.price = row.price?.price
    purchase.accessToken = Secret(row.accessToken)
    return purchase
  }

  private func asked(_ markets: [StoreCode]) -> [StoreCode] {
    markets.isEmpty ? access.markets : markets
  }

  // MARK: Consume

  private struct Receipt: Decodable, Sendable {
    let price: WireNullable<WirePrice>
    let currency: WireNullable<String>
    let productSeq: WireInteger
  }

  func consume(_ request: ConsumeRequest) throws(IAPError) -> APICall<ConsumeReceipt> {
    let token = request.accessToken ?? Secret("")
    return APICall(
      market: nil,
      request: make.change(
        "/v1/service/consume",
        .object([
          .init("paymentSeq", .string(request.paymentSeq.text)),
          .init("accessToken", .string(token.revealed)),
        ])),
      secrets: make.secrets + [token], payment: request.paymentSeq
    ) { bytes in
      Envelope.read(Receipt.self, from: bytes, isChange: true).map {
        ConsumeReceipt(
          price: $0.price.value?.price, currency: $0.currency.value, productSeq: $0.productSeq.value
        )
      }
    }
  }

  // MARK: Subscriptions

  private struct ActiveSubscription: Decodable, Sendable {
    let userId: String?
    let paymentSeq: WirePaymentSeq
    let productId: String?
    let productType: String?
    let productSeq: WireInteger?
    let currency: String?
    let price: WirePrice?
    let paymentId: String?
    let originalPaymentId: String?
    let purchaseTimeMillis: WireInstant?
    let expiryTimeMillis: WireInstant?
    let renewTimeMillis: WireInstant?
  }

  func subscriptions(
    _ query: SubscriptionQuery
  ) throws(IAPError) -> [APICall<MarketResults<Subscription>>] {
    switch query.selection {
    case .active: break
    case .all: throw Self.unable("--include-expired", because: "it lists active ones only")
    case .statuses: throw Self.unable("--status", because: "its list has no status")
    }
    var calls: [APICall<MarketResults<Subscription>>] = []
    for market in asked(query.markets) { calls.append(try active(of: query.user, in: market)) }
    return calls
  }

  private func active(
    of user: Identifier, in market: StoreCode
  ) throws(IAPError) -> APICall<MarketResults<Subscription>> {
    guard let package = access.packages[market] ?? access.package else {
      throw .iapctl(
        .usage,
        .usage(
          "no package of market \(market) given",
          hint: "name it with --package NAME, or packageName or packageNames in a profile"))
    }
    return APICall(
      market: market,
      request: make.query(
        "/v1/service/activeSubscriptionList",
        .object([
          .init("marketId", .string(market.text)), .init("packageName", .string(package)),
          .init("userChannel", .string(Self.userChannel)),
          .init("userKey", .string(user.text)),
        ])),
      secrets: make.secrets
    ) { bytes in
      Envelope.read([ActiveSubscription].self, from: bytes).map { rows in
        MarketResults(rows.map { Self.subscription($0, of: user, in: market) })
      }
    }
  }

  /// What the server lists is active, whatever our clock says, and it has no status.
  private static func subscription(
    _ row: ActiveSubscription, of user: Identifier, in market: StoreCode
  ) -> Subscription {
    var purchase = Purchase(paymentSeq: row.paymentSeq.identifier)
    purchase.userID = row.userId.map { Identifier($0) } ?? user
    purchase.storeCode = market
    purchase.productIdentifier = row.productId.map { Identifier($0) }
    purchase.productType = row.productType.map { ProductType($0) }
    purchase.productSeq = row.productSeq?.value
    purchase.currency = row.currency
    purchase.price = row.price?.price
    purchase.transactionIdentifier = row.paymentId.map { Identifier($0) }
    purchase.originalTransactionIdentifier = row.originalPaymentId.map { Identifier($0) }
    purchase.purchaseTime = row.purchaseTimeMillis?.instant
    purchase.expiryTime = row.expiryTimeMillis?.instant
    return Subscription(
      purchase: purchase, status: nil, renewTime: row.renewTimeMillis?.instant)
  }
}
