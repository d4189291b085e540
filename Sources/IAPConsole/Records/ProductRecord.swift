import IAPCore

/// A product as a record, with the SDK's property names.
enum ProductRecord {
  static let schema = RecordSchema(
    [
      "productIdentifier", "productSeq", "productName", "productType", "price", "currency",
      "localizedTitle", "localizedDescription", "localizedPrice", "active", "storeCode", "valid",
    ],
    columns: [
      "productIdentifier", "productType", "price", "currency", "storeCode", "productName",
      "active", "valid",
    ])

  static func make(_ product: Product) -> Record {
    Record([
      .text(product.productIdentifier.text), .number(String(product.productSeq)),
      .text(product.productName), .text(product.productType?.name), .price(product.price),
      .text(product.currency), .text(product.localizedTitle),
      .text(product.localizedDescription), .text(product.localizedPrice),
      .flag(product.isActive), .text(product.storeCode.text), .flag(product.isValid),
    ])
  }
}

extension FieldValue {
  static func price(_ price: Price?) -> FieldValue { price.map { .amount($0.digits) } ?? .null }

  static func instant(_ instant: Instant?) -> FieldValue {
    instant.map { .instant($0.description) } ?? .null
  }

  static func flag(_ flag: Bool?) -> FieldValue { flag.map(FieldValue.flag) ?? .null }

  static func number(_ number: Int64?) -> FieldValue {
    number.map { .number(String($0)) } ?? .null
  }
}
