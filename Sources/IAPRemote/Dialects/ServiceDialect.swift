import IAPCore
import IAPWire
import JSON

/// The current API, `v1/service`: unconsumed payments, active subscriptions and consume, with one
/// market per call. Products come from the legacy item list.
struct ServiceDialect: Dialect {
  static let name = "service"

  private let access: RemoteAccess
  private let make: RequestMaker
  private let legacy: LegacyDialect

  /// The user channel in the samples of the guide.
  private static let userChannel = "GF"

  /// - Parameter notice: receives facts from a response that the caller did not ask for.
  init(_ access: RemoteAccess, notice: @escaping @Sendable (RemoteNotice) -> Void) {
    self.access = access
    make = RequestMaker(origin: access.origin, appKey: access.appKey)
    legacy = LegacyDialect(access, notice: notice)
  }

  var listsProductIdentifiers: Bool { false }
  func app(of market: StoreCode?) -> Int64? { legacy.app(of: market) }
  func items(of app: Int64) -> APICall<ItemNames> { legacy.items(of: app) }

  func products(in markets: [StoreCode]) throws(IAPError) -> [APICall<MarketResults<Product>>] {
    try legacy.products(in: markets)
  }

  // MARK: Unconsumed

  func unconsumed(_ query: UnconsumedQuery) throws(IAPError) -> [APICall<ResponsePage<Purchase>>] {
    guard case .user(let user) = query.owner else {
      throw Self.unable("--all-users", because: .usersTogether)
    }
    guard query.products.allSatisfy(\.isDigits) || !access.appSeqs.isEmpty else {
      throw Self.unable(
        "--product", because: .productIdentifiers,
        use: .numbers)
    }
    guard query.age == nil else {
      throw Self.unable(
        "--older-than", because: .purchaseTimes,
        use: .paymentsByTime)
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
        Envelope.read(.list(of: Self.purchase(of: user, in: market)), from: bytes, make.redactor)
          .map { rows in
            ResponsePage(MarketResults(rows))
          }
      }
    }
  }

  /// The response does not contain the user and the market, so they are taken from the query.
  private static func purchase(
    of user: Identifier, in market: StoreCode
  ) -> JSONCodec<Purchase> {
    var purchase = Purchase(paymentSeq: "")
    (purchase.userID, purchase.storeCode) = (user, market)
    return JSONFields(
      purchase,
      [
        .required("paymentSeq", \.paymentSeq, .paymentSeq),
        .nullable("productSeq", \.productSeq, .integer), .nullable("currency", \.currency, .text),
        .nullable("price", \.price, .price), .known("accessToken", \.accessToken, .secret),
      ]
    ).codec
  }

  private func asked(_ markets: [StoreCode]) -> [StoreCode] {
    markets.isEmpty ? access.markets : markets
  }

  // MARK: Consume

  private static let receipt = JSONFields(
    ConsumeReceipt(price: nil, currency: nil, productSeq: nil), reading: .complete,
    [
      .nullable("price", \.price, .price), .nullable("currency", \.currency, .text),
      .known("productSeq", \.productSeq, .integer),
    ]
  ).codec

  func consume(_ request: Payment) throws(IAPError) -> APICall<ConsumeReceipt> {
    let token = request.accessToken ?? Secret("")
    let redactor = make.redactor(with: token)
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
      Envelope.read(Self.receipt, from: bytes, redactor, isChange: true)
    }
  }

  // MARK: Subscriptions

  func subscriptions(
    _ query: SubscriptionQuery
  ) throws(IAPError) -> [APICall<MarketResults<Subscription>>] {
    switch query.selection {
    case .active: break
    case .all: throw Self.unable("--include-expired", because: .inactiveSubscriptions)
    case .statuses: throw Self.unable("--status", because: .statuses)
    }
    return asked(query.markets).compactMap { market in
      access.packages[market].map { active(of: query.user, in: market, package: $0) }
    }
  }

  func marketsWithoutPackage(_ markets: [StoreCode]) -> [StoreCode] {
    asked(markets).filter { access.packages[$0] == nil }
  }

  private func active(
    of user: Identifier, in market: StoreCode, package: String
  ) -> APICall<MarketResults<Subscription>> {
    APICall(
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
      Envelope.read(.list(of: Self.subscription(of: user, in: market)), from: bytes, make.redactor)
        .map { rows in
          MarketResults(rows)
        }
    }
  }

  /// The list has no status: every subscription in it is active, even if it is expired by the local
  /// clock.
  private static func subscription(
    of user: Identifier, in market: StoreCode
  ) -> JSONCodec<Subscription> {
    var purchase = Purchase(paymentSeq: "")
    (purchase.userID, purchase.storeCode) = (user, market)
    let fields: [JSONField<Purchase>] = [
      .optional("userId", \.userID, .identifier),
      .required("paymentSeq", \.paymentSeq, .paymentSeq),
      .nullable("productId", \.productIdentifier, .identifier),
      .nullable("productType", \.productType, .productType),
      .nullable("productSeq", \.productSeq, .integer), .nullable("currency", \.currency, .text),
      .nullable("price", \.price, .price),
      .nullable("paymentId", \.transactionIdentifier, .identifier),
      .nullable("originalPaymentId", \.originalTransactionIdentifier, .identifier),
      .nullable("purchaseTimeMillis", \.purchaseTime, .milliseconds),
      .nullable("expiryTimeMillis", \.expiryTime, .milliseconds),
    ]
    return JSONFields(
      Subscription(purchase: purchase, status: nil, renewTime: nil),
      fields.map { $0.of(\.purchase) } + [.nullable("renewTimeMillis", \.renewTime, .milliseconds)]
    ).codec
  }
}
