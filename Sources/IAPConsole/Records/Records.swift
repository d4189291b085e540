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

extension ProductRecord {
  /// What a product of each type is, in the order of ``ProductType/known``.
  static let typeMeanings = [
    "A product of type CONSUMABLE is used up, and can be bought again. Each payment is consumed "
      + "once: grant the item, and consume the payment. 'restore' does not bring it back, because "
      + "stores forget finished consumables; 'reprocess' completes a purchase that broke off.",
    "A product of type AUTO_RENEWABLE is a subscription. It gives access as long as it is paid, "
      + "and is never consumed: 'subscriptions' lists who has access. 'restore' brings back what "
      + "the store account owns.",
    "A product of type CONSUMABLE_AUTO_RENEWABLE is a consumable subscription: it gives access, "
      + "and something to consume at the purchase and at every renewal. Each of these payments "
      + "is in 'unconsumed' until it is consumed, also one that 'restore' brought back.",
    "UNKNOWN: the type could not be obtained. Such a product cannot be bought.",
  ]
}
