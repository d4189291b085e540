import CommandLine
import IAPCore
import Records

/// A purchase as a record, with the SDK's property names.
enum PurchaseRecord {
  static let schema = schema(product: "productIdentifier")

  /// For a list with `productSeq` and without `productIdentifier`, as the legacy API returns it.
  static let numberedSchema = schema(product: "productSeq")

  private static func schema(product: String) -> RecordSchema {
    RecordSchema(
      Purchase.fields.map(\.name),
      columns: [
        "paymentSeq", "userID", product, "price", "currency", "storeCode", "purchaseTime",
      ], keys: keys)
  }

  static let subscriptionSchema = RecordSchema(
    Subscription.fields.map(\.name),
    columns: [
      "paymentSeq", "userID", "productIdentifier", "price", "currency", "storeCode", "status",
      "expiryTime", "renewTime",
    ], keys: keys)

  static let restoredSchema = RecordSchema(
    Restored.fields.map(\.name),
    columns: [
      "paymentSeq", "userID", "productIdentifier", "price", "currency", "storeCode", "expiryTime",
      "isNew",
    ],
    narrowColumns: [
      "paymentSeq", "productIdentifier", "price", "currency", "storeCode", "expiryTime", "isNew",
    ], keys: keys)

  private struct Restored {
    var purchase: Purchase
    /// Whether it was recorded or completed now.
    var isNew: Bool?

    static let fields: [Field<Restored>] =
      Purchase.fields.map { $0.of({ $0.purchase }, { $1(&$0.purchase) }) } + [
        Field("isNew", { $0.isNew }, { $0.isNew = $1 })
      ]
  }

  static func batch(restored report: CompletionReport) -> RecordBatch {
    let new = Set(report.recorded)
    return RecordBatch(
      report.purchases.map { Restored(purchase: $0, isNew: new.contains($0.paymentSeq)) },
      Restored.fields)
  }

  static let keys: Set = ["paymentSeq", "userID", "productIdentifier"]

  static func batch(_ purchases: [Purchase]) -> RecordBatch {
    RecordBatch(purchases, Purchase.fields)
  }

  static func batch(_ subscriptions: [Subscription]) -> RecordBatch {
    RecordBatch(subscriptions, Subscription.fields)
  }
}
