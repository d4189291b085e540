import CommandLine
import IAPBatch
import IAPCore
import IAPMessages
import JSON
import Languages
import Records

/// Converts values of IAPCore to fields of records.
extension FieldValue {
  static func price(_ price: Price?) -> FieldValue { price.map { .amount($0.digits) } ?? .null }

  static func instant(_ instant: Instant?) -> FieldValue {
    instant.map { .instant($0.description) } ?? .null
  }

  static func number(_ number: Int64?) -> FieldValue {
    number.map { .number(String($0)) } ?? .null
  }
}

extension RecordBatch {
  init<Owner>(_ owners: [Owner], _ fields: [Field<Owner>]) {
    self.init(width: fields.count)
    for owner in owners { append(owner, fields) }
  }
}

/// A product as a record, with the SDK's property names.
enum ProductRecord {
  static let schema = RecordSchema(
    Product.fields.map(\.name),
    columns: [
      "productIdentifier", "productType", "price", "currency", "storeCode", "productName",
      "active", "valid",
    ], keys: ["productIdentifier"])

  static func batch(_ products: [Product]) -> RecordBatch {
    RecordBatch(products, Product.fields)
  }
}
