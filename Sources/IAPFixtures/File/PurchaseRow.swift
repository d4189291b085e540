import IAPCore
import Records
import SQLite

/// A row of the table `purchase`, with the columns of its product.
struct PurchaseRow {
  let id: Int64
  let productID: Int64
  let state: PaymentState
  let isConsumed: Bool
  /// True if it waits for an approval.
  let isPending: Bool
  /// Set on the latest payment of a subscription only.
  let status: SubscriptionStatus?
  let purchase: Purchase

  /// The fields of ``Purchase`` that are stored in the table `product`.
  private static let ofProduct: Set = ["storeCode", "productIdentifier", "productSeq"]

  /// A store has no Gamebase products.
  private static let ofGamebase = "gamebaseProductId"

  /// The fields of ``Purchase`` that are stored in the table `purchase`.
  static let ownFields = Purchase.fields.filter {
    !ofProduct.contains($0.name) && $0.name != ofGamebase
  }

  /// The columns that ``init(_:)`` reads, from `purchase` and `product`.
  static let selection = """
    SELECT purchase.id, purchase.productID, purchase.state, purchase.consumed, purchase.pending,
      purchase.status, \(Purchase.fields.map(column).joined(separator: ", "))
    \(source)
    """

  static let source = """
    FROM purchase JOIN product ON product.id = purchase.productID

    """

  static func column(_ field: Field<Purchase>) -> String {
    if field.name == ofGamebase { return "NULL AS \(field.name)" }
    if ofProduct.contains(field.name) { return "product.\(field.name)" }
    return field.name == "originalTransactionIdentifier"
      ? "\(original) AS \(field.name)" : "purchase.\(field.name)"
  }

  /// Earlier versions stored null for the first payment of a subscription.
  static let original = """
    coalesce(purchase.originalTransactionIdentifier,
      iif(purchase.expiryTime IS NULL, NULL, purchase.transactionIdentifier))
    """

  init(_ row: Row) {
    id = row.integer("id") ?? 0
    productID = row.integer("productID") ?? 0
    state = row.text("state").flatMap(PaymentState.init) ?? .failure
    isConsumed = row.flag("consumed")
    isPending = row.flag("pending")
    status = row.text("status").map(SubscriptionStatus.init)
    purchase = Purchase(row)
  }

  /// The original transaction, which all payments of a subscription have in common.
  var subscriptionKey: Identifier {
    purchase.originalTransactionIdentifier ?? purchase.transactionIdentifier ?? ""
  }

  /// True if it renews an earlier payment.
  var isRenewal: Bool {
    purchase.originalTransactionIdentifier != nil
      && purchase.originalTransactionIdentifier != purchase.transactionIdentifier
  }
}
