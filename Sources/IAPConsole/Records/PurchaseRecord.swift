import CommandLine
import IAPCore

/// A purchase as a record, with the SDK's property names.
enum PurchaseRecord {
  private static let fields = [
    "userID", "storeCode", "productIdentifier", "productSeq", "productType", "price", "currency",
    "paymentSeq", "accessToken", "transactionIdentifier", "originalTransactionIdentifier",
    "purchaseTime", "expiryTime", "storePayment", "sandboxPayment", "payload",
  ]

  static let schema = schema(product: "productIdentifier")

  /// For a list that has the console's numbers of products and no identifiers.
  static let numberedSchema = schema(product: "productSeq")

  private static func schema(product: String) -> RecordSchema {
    RecordSchema(
      fields,
      columns: [
        "paymentSeq", "userID", product, "price", "currency", "storeCode", "purchaseTime",
      ], keys: keys)
  }

  /// A subscription has two fields more.
  static let subscriptionSchema = RecordSchema(
    fields + ["status", "renewTime"],
    columns: [
      "paymentSeq", "userID", "productIdentifier", "price", "currency", "storeCode", "status",
      "expiryTime", "renewTime",
    ], keys: keys)

  private static let keys: Set = ["paymentSeq", "userID", "productIdentifier"]

  /// - Parameter showsTokens: whether the token may be seen; else it is null.
  static func make(_ purchase: Purchase, showsTokens: Bool) -> Record {
    Record(values(purchase, showsTokens: showsTokens))
  }

  static func make(_ subscription: Subscription, showsTokens: Bool) -> Record {
    Record(
      values(subscription.purchase, showsTokens: showsTokens) + [
        .text(subscription.status?.name), .instant(subscription.renewTime),
      ])
  }

  private static func values(_ purchase: Purchase, showsTokens: Bool) -> [FieldValue] {
    [
      .text(purchase.userID?.text), .text(purchase.storeCode?.text),
      .text(purchase.productIdentifier?.text), .number(purchase.productSeq),
      .text(purchase.productType?.name), .price(purchase.price), .text(purchase.currency),
      .text(purchase.paymentSeq.text),
      showsTokens ? .text(purchase.accessToken?.revealed) : .null,
      .text(purchase.transactionIdentifier?.text),
      .text(purchase.originalTransactionIdentifier?.text), .instant(purchase.purchaseTime),
      .instant(purchase.expiryTime), .flag(purchase.isStorePayment),
      .flag(purchase.isSandboxPayment), .text(purchase.payload),
    ]
  }
}
