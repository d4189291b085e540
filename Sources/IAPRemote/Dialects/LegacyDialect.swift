import IAPCore
import SafeText

/// The old SDK's API: the item list, unconsumed payments without markets, and consuming. It knows
/// no credential but the app's number, and is never sent the app key.
struct LegacyDialect: Dialect {
  static let name = "legacy"

  private let access: RemoteAccess
  private let make: RequestMaker

  private static let userChannel = "GF"

  init(_ access: RemoteAccess) {
    self.access = access
    make = RequestMaker(origin: access.origin, appKey: nil)
  }

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
    let itemList: [Item]
  }

  private struct Item: Decodable, Sendable {
    let itemSeq: LooseInteger
    let itemName: String?
    let marketItemId: String
    let usingStatus: String
    let marketId: String
  }

  /// Prices, types and what the store knows of an item are in no answer.
  func products(in markets: [StoreCode]) throws(IAPError) -> [Call<Answer<Product>>] {
    let path = "/standard/item/list/\(try appSeq())"
    let call = Call<Answer<Product>>(
      market: nil, request: make.query(path), secrets: make.secrets
    ) { bytes in
      Envelope.read(ItemList.self, from: bytes).map { list in
        let products = list.itemList.map(Self.product)
        return Answer(products.filter { markets.isEmpty || markets.contains($0.storeCode) })
      }
    }
    return [call]
  }

  private static func product(_ item: Item) -> Product {
    Product(
      productIdentifier: Identifier(item.marketItemId), productSeq: item.itemSeq.value,
      productName: item.itemName, productType: nil, isActive: item.usingStatus != "STOP",
      storeCode: market(item.marketId), isValid: nil)
  }

  /// `TS` is what this API calls ONE store.
  private static func market(_ code: String) -> StoreCode {
    code == "TS" ? .oneStore : StoreCode(code)
  }

  // MARK: Unconsumed

  private struct Payment: Decodable, Sendable {
    let paymentSeq: WirePaymentSeq
    let itemSeq: LooseInteger
    let currency: WireNullable<String>
    let price: WireNullable<LoosePrice>
    let purchaseToken: String
  }

  func unconsumed(_ query: UnconsumedQuery) throws(IAPError) -> [Call<Piece<Purchase>>] {
    guard case .user(let user) = query.owner else {
      throw Self.unable("--all-users", because: "its lists are of one user each")
    }
    guard query.markets.isEmpty else {
      throw Self.unable(access.marketName, because: "its list knows no markets")
    }
    guard query.products.isEmpty else {
      throw Self.unable("--product", because: "its list has no product identifiers")
    }
    guard query.age == nil else {
      throw Self.unable("--older-than", because: "its list has no times")
    }
    let body = JSONValue.object([
      .init("appSeq", .integer(try appSeq())), .init("userChannel", .string(Self.userChannel)),
      .init("userKey", .string(user.text)),
    ])
    let request = make.query("/standard/inapp/v1/consumable/list", body)
    let call = Call<Piece<Purchase>>(
      market: nil, request: request, secrets: make.secrets
    ) { bytes in
      Envelope.read([Payment].self, from: bytes).map { rows in
        Piece(Answer(rows.map { Self.purchase($0, of: user) }))
      }
    }
    return [call]
  }

  private static func purchase(_ row: Payment, of user: Identifier) -> Purchase {
    var purchase = Purchase(paymentSeq: row.paymentSeq.identifier)
    purchase.userID = user
    purchase.productSeq = row.itemSeq.value
    purchase.currency = row.currency.value
    purchase.price = row.price.value?.price
    purchase.accessToken = Secret(row.purchaseToken)
    return purchase
  }

  // MARK: Consume

  private struct Receipt: Decodable, Sendable {
    let price: WireNullable<LoosePrice>
    let currency: WireNullable<String>
  }

  func consume(_ request: ConsumeRequest) throws(IAPError) -> Call<ConsumeReceipt> {
    guard let productSeq = request.productSeq else {
      throw .iapctl(
        .usage,
        .usage(
          "the legacy API consumes a payment only with its product's number",
          hint: "name the user, so that it is looked up, or use --api service"))
    }
    let payment = RequestMaker.pathComponent(request.paymentSeq.text)
    let token = request.accessToken ?? Secret("")
    let change = make.change(
      "/inapp/v3/consume/\(payment)/items/\(productSeq)",
      .object([.init("purchaseToken", .string(token.revealed))]))
    return Call(
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
  ) throws(IAPError) -> [Call<Answer<Subscription>>] {
    throw Self.unable(.subscriptions)
  }
}
