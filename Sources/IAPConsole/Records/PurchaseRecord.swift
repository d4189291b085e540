import CommandLine
import IAPCore

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

  private static let keys: Set = ["paymentSeq", "userID", "productIdentifier"]

  /// - Parameter showsTokens: whether the access token is shown. If not, it is null.
  static func make(_ purchase: Purchase, showsTokens: Bool) -> Record {
    Record(purchase, Purchase.fields, showsTokens: showsTokens)
  }

  static func make(_ subscription: Subscription, showsTokens: Bool) -> Record {
    Record(subscription, Subscription.fields, showsTokens: showsTokens)
  }
}
