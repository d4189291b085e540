import CommandLine
import IAPCore

/// A product as a record, with the SDK's property names.
enum ProductRecord {
  static let schema = RecordSchema(
    Product.fields.map(\.name),
    columns: [
      "productIdentifier", "productType", "price", "currency", "storeCode", "productName",
      "active", "valid",
    ], keys: ["productIdentifier"])

  static func make(_ product: Product) -> Record { Record(product, Product.fields) }
}
