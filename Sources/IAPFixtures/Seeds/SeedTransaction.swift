import IAPCore
import JSON

struct SeedTransaction: SeedElement {
  private(set) var userID: Identifier = ""
  private(set) var storeCode: Identifier?
  private(set) var productIdentifier: Identifier = ""
  private(set) var transactionIdentifier: Identifier?
  private(set) var originalTransactionIdentifier = Presence<Identifier>.absent
  private(set) var purchaseTime = Instant(0)
  /// Null for a purchase that does not expire.
  private(set) var expiryTime: Instant?
  private(set) var applicationUsername = Presence<Identifier>.absent

  static let fields = JSONFields(
    SeedTransaction(), named: "transactions",
    summary: "Receipts. If no payment has the transaction, 'restore' restores the receipt of a "
      + "subscription, and 'reprocess' completes any other receipt as an unfinished "
      + "transaction. If an incomplete payment has the transaction, 'reprocess' uses the "
      + "receipt for that payment. A paid subscription (SUCCESS) gets its receipt if the seed "
      + "has none.", reading: .file,
    [
      .required(
        "userID", \.userID, .name, "the user whose store account has the receipt"),
      .optional(
        "storeCode", \.storeCode, .market, "the market of the product; default: AS"),
      .required(
        "productIdentifier", \.productIdentifier, .name, "the product that was bought"),
      .optional(
        "transactionIdentifier", \.transactionIdentifier, .name,
        "unique; default: generated"),
      .presence(
        "originalTransactionIdentifier", \.originalTransactionIdentifier, .name,
        "that of the first transaction of the subscription; default: null"),
      .required("purchaseTime", \.purchaseTime, .instant, "the time of the purchase"),
      .nullable(
        "expiryTime", \.expiryTime, .instant,
        "the end of the subscription; null for other products"),
      .presence(
        "applicationUsername", \.applicationUsername, .name,
        "the user that the app gave to the store; null fails with error 8, another user fails "
          + "with error 7; default: null"),
    ])
}
