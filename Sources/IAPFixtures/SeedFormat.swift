import IAPCore
package import JSON
import SQLite

/// The keys of seeds and dumps. The seed reader and the manual page both use this description.
package enum SeedFormat {
  package static let all = [
    file, markets, products, users, purchases, transactions, deferred, faults,
  ]

  package static let file = JSONFormat(
    "", "The file is one object.",
    [
      .init("format", .number, isRequired: true, "always 1"),
      .init("appKey", .string, "the app key; default: fixture-app-key"),
      .init("appSeq", .number, "the app's number in the legacy API; default: 1000047"),
      .init(
        "clock", .instant,
        "the store's own time, which stands still until --now or 'store advance' moves it permanently; "
          + "subscriptions that end before that time renew or expire; null or missing: the "
          + "store uses the real time"),
      .init("markets", .array, "markets with special settings"),
      .init("products", .array, "the products"),
      .init("users", .array, "users with special settings"),
      .init("purchases", .array, "the payments in the IAP console"),
      .init("transactions", .array, "the receipts in the users' store accounts"),
      .init("deferred", .array, "promotion products that users deferred"),
      .init("faults", .array, "simulated failures"),
    ])

  static let markets = JSONFormat(
    "markets", "A market needs no entry, unless it is switched off or has a package.",
    [
      .init("storeCode", .string, isRequired: true, "its code: AS, GG, ONESTORE or any other"),
      .init("packageName", .string, "the app's package in this market; default: null"),
      .init(
        "available", .boolean,
        "false: the market is switched off; a command that names it fails with error 2, and a "
          + "command that names no market reports it if its results are missing; default: true"),
    ])

  static let products = JSONFormat(
    "products", "Products that are registered in the IAP console.",
    [
      .init(
        "productIdentifier", .string, isRequired: true,
        "the store's identifier of the product, unique in its market"),
      .init("productSeq", .number, "the IAP console's number, unique; default: the next number"),
      .init("productName", .string, "the IAP console's name of the product; default: null"),
      .init(
        "productType", .string, isRequired: true,
        "CONSUMABLE, AUTO_RENEWABLE (read also as AUTO_SUBSCRIPTION), CONSUMABLE_AUTO_RENEWABLE or "
          + "UNKNOWN"),
      .init("storeCode", .string, "its market; default: AS"),
      .init("price", .decimal, "kept with its exact digits; default: null"),
      .init("currency", .string, "ISO 4217; default: null"),
      .init("localizedTitle", .string, "the title in the store; default: null"),
      .init("localizedDescription", .string, "with error 7; default: null"),
      .init("localizedPrice", .string, "with error 7; default: null"),
      .init("active", .boolean, "false: the product is not in use, error 3; default: true"),
      .init(
        "inStore", .boolean,
        "false: the product is invalid, because the store has no information on it, error 3; "
          + "default: true"),
      .init(
        "period", .period,
        "the period of a subscription in ISO 8601, such as P1W, P1M, P1Y or PT5M; required for "
          + "subscriptions, not allowed for other products"),
    ])

  static let users = JSONFormat(
    "users", "A user needs no entry, unless the user has special settings.",
    [
      .init("userID", .string, isRequired: true, "unique"),
      .init("paymentsAllowed", .boolean, "false: the user cannot buy, error 17; default: true"),
      .init(
        "monthlyLimit", .object,
        "amounts by currency; a purchase that would exceed its amount in a calendar month (UTC) "
          + "is refused with error 18; default: no limit"),
      .init(
        "storeAccountReadable", .boolean, "false: restore fails with error 16; default: true"),
    ])

  static let purchases = JSONFormat(
    "purchases", "Payments.",
    [
      .init("paymentSeq", .string, "the payment number, only digits, unique; default: generated"),
      .init("userID", .string, isRequired: true, "the user who paid"),
      .init("productIdentifier", .string, isRequired: true, "the product that was bought"),
      .init("storeCode", .string, "the market of the product; default: AS"),
      .init(
        "state", .string,
        "RESERVED or CHARGED (incomplete: not yet paid, or not yet verified), SUCCESS, "
          + "USER_CLOSE (cancelled), FAILURE (not verified), REFUND; default: SUCCESS"),
      .init(
        "consumed", .boolean, "true only with SUCCESS and a consumable product; default: false"),
      .init("price", .decimal, "default: the product's"),
      .init("currency", .string, "default: the product's"),
      .init("accessToken", .string, "the secret that consumes the payment; default: generated"),
      .init(
        "transactionIdentifier", .string, "the store's transaction, unique; default: generated"),
      .init(
        "originalTransactionIdentifier", .string,
        "the first transaction of the subscription; default: its own for a subscription, null "
          + "for other products"),
      .init("purchaseTime", .instant, "default: the store's time"),
      .init(
        "expiryTime", .instant, "the end of the subscription; default: purchaseTime and one period"
      ),
      .init(
        "status", .string,
        "the status of the subscription, only on its latest payment: ACTIVE, CANCELED, ON_HOLD, "
          + "IN_GRACE_PERIOD, PAUSED, REVOKED, EXPIRED or UNKNOWN; default: REVOKED after a "
          + "refund, EXPIRED if expiryTime has passed, else ACTIVE"),
      .init(
        "storePayment", .boolean, "whether the purchase was started in the store; default: false"),
      .init("sandboxPayment", .boolean, "default: false"),
      .init("payload", .string, "the text that is returned with the purchase; default: null"),
    ])

  static let transactions = JSONFormat(
    "transactions",
    "Receipts. If no payment has the transaction, 'restore' restores the receipt of a "
      + "subscription, and 'reprocess' completes any other receipt as an unfinished "
      + "transaction. If an incomplete payment has the transaction, 'reprocess' uses the "
      + "receipt for that payment.",
    [
      .init("userID", .string, isRequired: true, "the user whose store account has the receipt"),
      .init("storeCode", .string, "the market of the product; default: AS"),
      .init("productIdentifier", .string, isRequired: true, "the product that was bought"),
      .init("transactionIdentifier", .string, "unique; default: generated"),
      .init("originalTransactionIdentifier", .string, "with error 7; default: null"),
      .init("purchaseTime", .instant, isRequired: true, "the time of the purchase"),
      .init(
        "expiryTime", .instant, isRequired: true,
        "the end of the subscription; null for other products"),
      .init(
        "applicationUsername", .string,
        "the user that the app gave to the store; null fails with error 8, another user fails "
          + "with error 7; default: null"),
    ])

  static let deferred = JSONFormat(
    "deferred", "Promotion products that users deferred.",
    [
      .init("userID", .string, isRequired: true, "the user"),
      .init("storeCode", .string, "the market of the product; default: AS"),
      .init("productIdentifier", .string, isRequired: true, "the deferred product"),
    ])

  package static let faults = JSONFormat(
    "faults", "Simulated failures. A use is a call that matches the fault's user and product.",
    [
      .init(
        "on", .string, isRequired: true,
        "products, purchase, unconsumed, consume, subscriptions, restore or reprocess"),
      .init(
        "domain", .string,
        "com.nhncloud.iap or com.nhncloud.http; default: com.nhncloud.iap"),
      .init(
        "code", .number, isRequired: true,
        "0 to 18 of com.nhncloud.iap, 100 to 107 of com.nhncloud.http"),
      .init(
        "after", .boolean,
        "true: the operation is applied, and only its answer is lost (exit 7); not for queries; "
          + "default: false"),
      .init("skip", .number, "the number of uses that succeed first; default: 0"),
      .init("times", .number, "the number of uses that fail after that; default: 1"),
      .init("used", .number, "the number of uses so far; default: 0"),
      .init("product", .string, "only uses with this product; default: null (any product)"),
      .init("user", .string, "only uses by this user; default: null (any user)"),
      .init(
        "delay", .duration, "how long a server waits before it answers; default: null"),
    ])
}

/// A column of a row in the store, and the seed's value for it.
struct SeedColumn {
  /// The key in the seed.
  let key: String
  /// The name of the column.
  let name: String
  private let given: Presence<Value>
  private let usual: Value

  /// - Parameters:
  ///   - usual: the value for a new row if the seed omits the key.
  ///   - column: the name of the column, if it is not the key.
  init<Given: FieldConvertible>(
    _ key: String, _ given: Presence<Given>, or usual: Value = .null, column: String? = nil
  ) {
    (self.key, name, self.usual) = (key, column ?? key, usual)
    self.given = given.map { Value($0.content) }
  }

  init<Given: FieldConvertible>(_ key: String, _ given: Given?, column: String? = nil) {
    self.init(key, given.map(Presence.value) ?? .null, column: column)
  }

  var isGiven: Bool { !given.isAbsent }

  /// The value for a new row.
  var inserted: Value { given.isAbsent ? usual : given.value ?? .null }

  /// True if an existing row has the seed's value, byte for byte, or if the seed omits the key.
  func agrees(with present: Value) -> Bool {
    switch (given, present) {
    case (.absent, _): true
    case (.value(.text(let text)), .text(let present)): text.utf8.elementsEqual(present.utf8)
    default: inserted == present
    }
  }
}
