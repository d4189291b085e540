/// A product registered in the IAP console, with the SDK's property names.
package struct Product: Hashable, Sendable {
  /// The store's identifier of the product.
  package var productIdentifier: Identifier
  /// The console's number of the product.
  package var productSeq: Int64
  /// The name in the console.
  package var productName: String?
  /// Nil if it comes from the legacy item list, which has no types.
  package var productType: ProductType?
  package var price: Price?
  /// The currency code (ISO 4217).
  package var currency: String?
  package var localizedTitle: String?
  package var localizedDescription: String?
  package var localizedPrice: String?
  /// Whether the product is in use.
  package var isActive: Bool
  package var storeCode: StoreCode
  /// Whether the store has information on the product; nil if unknown.
  package var isValid: Bool?

  package init(
    productIdentifier: Identifier, productSeq: Int64, productName: String? = nil,
    productType: ProductType?, price: Price? = nil, currency: String? = nil,
    localizedTitle: String? = nil, localizedDescription: String? = nil,
    localizedPrice: String? = nil, isActive: Bool = true, storeCode: StoreCode = .appStore,
    isValid: Bool? = true
  ) {
    self.productIdentifier = productIdentifier
    self.productSeq = productSeq
    self.productName = productName
    self.productType = productType
    self.price = price
    self.currency = currency
    self.localizedTitle = localizedTitle
    self.localizedDescription = localizedDescription
    self.localizedPrice = localizedPrice
    self.isActive = isActive
    self.storeCode = storeCode
    self.isValid = isValid
  }

  package static let fields: [Field<Product>] = [
    Field(always: "productIdentifier", { $0.productIdentifier }, { $0.productIdentifier = $1 }),
    Field(always: "productSeq", { $0.productSeq }, { $0.productSeq = $1 }),
    Field("productName", { $0.productName }, { $0.productName = $1 }),
    Field("productType", { $0.productType }, { $0.productType = $1 }),
    Field("price", { $0.price }, { $0.price = $1 }),
    Field("currency", { $0.currency }, { $0.currency = $1 }),
    Field("localizedTitle", { $0.localizedTitle }, { $0.localizedTitle = $1 }),
    Field("localizedDescription", { $0.localizedDescription }, { $0.localizedDescription = $1 }),
    Field("localizedPrice", { $0.localizedPrice }, { $0.localizedPrice = $1 }),
    Field(always: "active", { $0.isActive }, { $0.isActive = $1 }),
    Field(always: "storeCode", { $0.storeCode }, { $0.storeCode = $1 }),
    Field("valid", { $0.isValid }, { $0.isValid = $1 }),
  ]
}
