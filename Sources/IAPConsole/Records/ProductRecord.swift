import CommandLine
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
    ], keys: ["productIdentifier"])

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
