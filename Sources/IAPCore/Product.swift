/// An item registered in the IAP console, with the SDK's property names.
package struct Product: Hashable, Sendable {
  /// The store's name for it.
  package var productIdentifier: Identifier
  /// The console's number for it.
  package var productSeq: Int64
  /// The name in the console.
  package var productName: String?
  /// Null where the legacy item list, which has no types, is the source.
  package var productType: ProductType?
  package var price: Price?
  /// ISO 4217.
  package var currency: String?
  package var localizedTitle: String?
  package var localizedDescription: String?
  package var localizedPrice: String?
  /// Whether it is in use.
  package var isActive: Bool
  package var storeCode: StoreCode
  /// Whether the store has information on it; null where nobody said.
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
}
