package import JSON

/// The format of seeds and dumps: what a reader of them accepts, and what their page says.
package enum SeedFormat {
  package static let all = [
    file, markets, products, users, purchases, transactions, deferred, faults,
  ]

  static let file = JSONFormat(
    "", "The file is one object.",
    [
      .init("format", "number", isRequired: true, "always 1"),
      .init("appKey", "string", "the app key; default: fixture-app-key"),
      .init("appSeq", "number", "the app's number in the legacy API; default: 1000047"),
      .init(
        "clock", "instant",
        "the store's own time, which stands still until --now sets it permanently; subscriptions "
          + "that end until then renew or expire; null or missing: it follows the real time"),
      .init("markets", "array", "the markets about which there is something to say"),
      .init("products", "array", "the products"),
      .init("users", "array", "the users about whom there is something to say"),
      .init("purchases", "array", "the payments that the console knows"),
      .init("transactions", "array", "the receipts: what the store accounts own"),
      .init("deferred", "array", "promotion products that users keep for later"),
      .init("faults", "array", "operations that will fail"),
    ])

  static let markets = JSONFormat(
    "markets", "A market need not be declared, unless it is switched off.",
    [
      .init("storeCode", "string", isRequired: true, "its code: AS, GG, ONESTORE or any other"),
      .init("packageName", "string", "the app's package there; default: null"),
      .init(
        "available", "boolean",
        "false: switched off; a command that names it fails with error 2, and one that names no "
          + "market reports it if anything is missing because of it; default: true"),
    ])

  static let products = JSONFormat(
    "products", "What is registered in the IAP console.",
    [
      .init(
        "productIdentifier", "string", isRequired: true,
        "the store's identifier, unique in its market"),
      .init("productSeq", "number", "the console's number, unique; default: the next one"),
      .init("productName", "string", "the console's name for it; default: null"),
      .init(
        "productType", "string", isRequired: true,
        "CONSUMABLE, AUTO_RENEWABLE (read also as AUTO_SUBSCRIPTION), CONSUMABLE_AUTO_RENEWABLE or "
          + "UNKNOWN"),
      .init("storeCode", "string", "its market; default: AS"),
      .init("price", "decimal", "kept with its exact digits; default: null"),
      .init("currency", "string", "ISO 4217; default: null"),
      .init("localizedTitle", "string", "what the store calls it; default: null"),
      .init("localizedDescription", "string", "default: null"),
      .init("localizedPrice", "string", "default: null"),
      .init("active", "boolean", "false: not in use, error 3; default: true"),
      .init(
        "inStore", "boolean",
        "false: invalid, the store has no information on it, error 3; default: true"),
      .init(
        "period", "period",
        "how long a subscription lasts, in ISO 8601, such as P1W, P1M, P1Y or PT5M; required for "
          + "subscriptions, and for nothing else"),
    ])

  static let users = JSONFormat(
    "users", "A user need not be declared, unless there is something special about them.",
    [
      .init("userID", "string", isRequired: true, "unique"),
      .init("paymentsAllowed", "boolean", "false: cannot buy, error 17; default: true"),
      .init(
        "monthlyLimit", "object",
        "amounts by currency; what would pass one in a calendar month (UTC) is refused with error "
          + "18; default: none"),
      .init(
        "storeAccountReadable", "boolean", "false: restore fails with error 16; default: true"),
    ])

  static let purchases = JSONFormat(
    "purchases", "Payments.",
    [
      .init("paymentSeq", "string", "its number, digits, unique; default: generated"),
      .init("userID", "string", isRequired: true, "who paid"),
      .init("productIdentifier", "string", isRequired: true, "what for"),
      .init("storeCode", "string", "the market of the product; default: AS"),
      .init(
        "state", "string",
        "RESERVED or CHARGED (incomplete: not yet paid, not yet verified), SUCCESS, USER_CLOSE "
          + "(cancelled), FAILURE (not verified), REFUND; default: SUCCESS"),
      .init(
        "consumed", "boolean", "true only with SUCCESS and a consumable product; default: false"),
      .init("price", "decimal", "default: the product's"),
      .init("currency", "string", "default: the product's"),
      .init("accessToken", "string", "the secret that consumes it; default: generated"),
      .init("transactionIdentifier", "string", "the store's, unique; default: generated"),
      .init(
        "originalTransactionIdentifier", "string",
        "the first transaction of the subscription; default: its own for a subscription, null for "
          + "anything else"),
      .init("purchaseTime", "instant", "default: the store's time"),
      .init(
        "expiryTime", "instant", "of a subscription; default: purchaseTime and one period"),
      .init(
        "status", "string",
        "of a subscription, on its latest payment: ACTIVE, CANCELED, ON_HOLD, IN_GRACE_PERIOD, "
          + "PAUSED, REVOKED, EXPIRED or UNKNOWN; default: REVOKED after a refund, EXPIRED once "
          + "expiryTime has come, else ACTIVE"),
      .init("storePayment", "boolean", "whether the store started it; default: false"),
      .init("sandboxPayment", "boolean", "default: false"),
      .init("payload", "string", "what every result of it gives back; default: null"),
    ])

  static let transactions = JSONFormat(
    "transactions",
    "Receipts. If no payment has the transaction, 'restore' restores a subscription's receipt, and "
      + "'reprocess' completes any other as an unfinished transaction. A receipt with the "
      + "transaction of an incomplete payment is that payment's receipt, for 'reprocess'.",
    [
      .init("userID", "string", isRequired: true, "whose store account owns it"),
      .init("storeCode", "string", "the market of the product; default: AS"),
      .init("productIdentifier", "string", isRequired: true, "what was bought"),
      .init("transactionIdentifier", "string", "unique; default: generated"),
      .init("originalTransactionIdentifier", "string", "default: null"),
      .init("purchaseTime", "instant", isRequired: true, "when it was bought"),
      .init(
        "expiryTime", "instant", isRequired: true,
        "when a subscription ends; null for anything else"),
      .init(
        "applicationUsername", "string",
        "the user that the app named; null fails with error 8, another user with error 7; "
          + "default: null"),
    ])

  static let deferred = JSONFormat(
    "deferred", "Promotion products that a user did not buy at once.",
    [
      .init("userID", "string", isRequired: true, "who keeps it"),
      .init("storeCode", "string", "the market of the product; default: AS"),
      .init("productIdentifier", "string", isRequired: true, "what is kept"),
    ])

  static let faults = JSONFormat(
    "faults", "Failures on demand. A use is a call that the fault's user and product match.",
    [
      .init(
        "on", "string", isRequired: true,
        "products, purchase, unconsumed, consume, subscriptions, restore or reprocess"),
      .init(
        "domain", "string",
        "com.nhncloud.iap or com.nhncloud.http; default: com.nhncloud.iap"),
      .init(
        "code", "number", isRequired: true,
        "0 to 18 of com.nhncloud.iap, 100 to 107 of com.nhncloud.http"),
      .init(
        "after", "boolean",
        "true: it is applied, and only its answer is lost (exit 7); not for queries; default: "
          + "false"),
      .init("skip", "number", "how many uses pass first; default: 0"),
      .init("times", "number", "how many uses fail after that; default: 1"),
      .init("used", "number", "how many uses there were; default: 0"),
      .init("product", "string", "only uses with this product; default: null, any"),
      .init("user", "string", "only uses by this user; default: null, any"),
      .init(
        "delay", "duration", "how long a server waits before it answers; default: null"),
    ])
}
