import IAPCore
import IAPWire
import JSON

/// The API of the old SDK: the item list, unconsumed payments without markets, and consume. Its
/// only credential is the app's number; the app key is never sent.
struct LegacyDialect: Dialect {
  static let name = "legacy"

  private let access: RemoteAccess
  private let make: RequestMaker
  private let notice: @Sendable (RemoteNotice) -> Void

  private static let userChannel = "GF"

  /// - Parameter notice: receives facts from a response that the caller did not ask for.
  init(_ access: RemoteAccess, notice: @escaping @Sendable (RemoteNotice) -> Void) {
    self.access = access
    self.notice = notice
    make = RequestMaker(origin: access.origin, appKey: nil, known: access.appKey)
  }

  var needsProductSeq: Bool { true }
  var listsProductIdentifiers: Bool { false }

  private func appSeq() throws(IAPError) -> Int64 {
    guard let number = app(of: nil) else {
      throw .iapctl(.usage, .noAppSeq)
    }
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

  private struct ItemList: Sendable {
    var status: String?
    var package: String?
    var products: [Product] = []

    /// Whether the app is out of use, and so all its items.
    var isStopped: Bool { status == "STOP" }
  }

  private static let itemList = JSONFields(
    ItemList(),
    [
      .nullable("appUsingStatus", \.status, .text),
      .optional("marketAppId", \.package, .text),
      .required("itemList", \.products, .list(of: item)),
    ]
  ).codec

  private static let item = JSONFields(
    Product(productIdentifier: "", productSeq: 0, productType: nil, isValid: nil),
    [
      .required("itemSeq", \.productSeq, .looseInteger),
      .nullable("itemName", \.productName, .text),
      .required("marketItemId", \.productIdentifier, .identifier),
      .required("usingStatus", \.isActive, usingStatus),
      .required("marketId", \.storeCode, market),
    ]
  ).codec

  private static let usingStatus = JSONCodec<String>.text.map(
    write: { $0 ? "USE" : "STOP" }, read: { $0 != "STOP" })

  private static let market = JSONCodec<StoreCode>.storeCode.map(
    write: \.legacy, read: { StoreCode(legacy: $0) })

  /// The responses contain no prices, no types and no store information.
  func products(in markets: [StoreCode]) throws(IAPError) -> [APICall<MarketResults<Product>>] {
    try apps(of: markets).map { app in
      let notice = notice
      return itemList(of: app).flatMap { list -> DecodedResponse<MarketResults<Product>> in
        if list.isStopped { notice(.appStopped(app)) }
        var products = list.products.filter { markets.isEmpty || markets.contains($0.storeCode) }
        if list.isStopped { for index in products.indices { products[index].isActive = false } }
        return .success(MarketResults(products))
      }
    }
  }

  /// The apps of these markets, or all apps.
  private func apps(of markets: [StoreCode]) throws(IAPError) -> [Int64] {
    let apps =
      markets.isEmpty ? access.appSeqs.all : Set(markets.compactMap { access.appSeqs[$0] })
    return apps.isEmpty ? [try appSeq()] : apps.sorted()
  }

  func items(of app: Int64) -> APICall<ItemNames> {
    itemList(of: app).flatMap { list in
      .success(
        ItemNames(
          identifiers: Dictionary(
            list.products.map { ($0.productSeq, $0.productIdentifier) },
            uniquingKeysWith: { first, _ in first }),
          package: list.package))
    }
  }

  private func itemList(of app: Int64) -> APICall<ItemList> {
    APICall(
      market: nil, request: make.query("/standard/item/list/\(app)"), secrets: make.secrets
    ) { bytes in Envelope.read(Self.itemList, from: bytes, make.redactor) }
  }

  // MARK: Unconsumed

  func unconsumed(_ query: UnconsumedQuery) throws(IAPError) -> [APICall<ResponsePage<Purchase>>] {
    guard case .user(let user) = query.owner else {
      throw Self.unable("--all-users", because: .usersTogether)
    }
    guard query.markets.isEmpty else {
      throw Self.unable(
        access.marketName, because: .markets, use: .serviceAPI)
    }
    guard query.age == nil else {
      throw Self.unable(
        "--older-than", because: .purchaseTimes,
        use: .paymentsByTime)
    }
    let body = JSONValue.object([
      .init("appSeq", .integer(try appSeq())), .init("userChannel", .string(Self.userChannel)),
      .init("userKey", .string(user.text)),
    ])
    let request = make.query("/standard/inapp/v1/consumable/list", body)
    let call = APICall<ResponsePage<Purchase>>(
      market: nil, request: request, secrets: make.secrets
    ) { bytes in
      Envelope.read(.list(of: Self.purchase(of: user)), from: bytes, make.redactor).map { rows in
        ResponsePage(MarketResults(rows))
      }
    }
    return [call]
  }

  private static func purchase(of user: Identifier) -> JSONCodec<Purchase> {
    var purchase = Purchase(paymentSeq: "")
    purchase.userID = user
    return JSONFields(
      purchase,
      [
        .required("paymentSeq", \.paymentSeq, .paymentSeq),
        .nullable("itemSeq", \.productSeq, .looseInteger), .nullable("currency", \.currency, .text),
        .nullable("price", \.price, .loosePrice), .known("purchaseToken", \.accessToken, .secret),
      ]
    ).codec
  }

  // MARK: Consume

  private static func receipt(of productSeq: Int64) -> JSONCodec<ConsumeReceipt> {
    JSONFields(
      ConsumeReceipt(price: nil, currency: nil, productSeq: productSeq), reading: .complete,
      [.nullable("price", \.price, .loosePrice), .nullable("currency", \.currency, .text)]
    ).codec
  }

  func consume(_ request: Payment) throws(IAPError) -> APICall<ConsumeReceipt> {
    guard let productSeq = request.productSeq else {
      throw .iapctl(.usage, .payment(request.paymentSeq, .productSeqMissing))
    }
    let payment = RequestMaker.pathComponent(request.paymentSeq.text)
    let token = request.accessToken ?? Secret("")
    let redactor = make.redactor(with: token)
    let change = make.change(
      "/inapp/v3/consume/\(payment)/items/\(productSeq)",
      .object([.init("purchaseToken", .string(token.revealed))]))
    return APICall(
      market: nil, request: change, secrets: make.secrets + [token], payment: request.paymentSeq
    ) { bytes in
      Envelope.read(
        Self.receipt(of: productSeq), from: bytes, redactor, isChange: true)
    }
  }

  func subscriptions(
    _ query: SubscriptionQuery
  ) throws(IAPError) -> [APICall<MarketResults<Subscription>>] {
    throw Self.unable(.subscriptions, use: .serviceAPIWithPackage)
  }
}
