import IAPCore
package import JSON
import SQLite

/// The keys of seeds and dumps. The seed reader and the manual page both use this description.
package enum SeedFormat {
  package static let all = [
    file, markets, products, users, purchases, transactions, deferred, faults,
    events,
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
      .init("events", .array, "the log; a dump has it only with --with-log"),
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
      .init(
        "verification", .string,
        "of the App Store: V1 or V2, how it verifies receipts. SDK 1.8 and later verify both, 1.7 "
          + "only V2, earlier ones only V1; otherwise error 11. Default: null, which any SDK "
          + "verifies"),
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
      .init(
        "grace", .period,
        "how long a subscription whose billing fails still gives access, in ISO 8601; default: "
          + "null, no grace period"),
      .init(
        "hold", .period,
        "how long such a subscription is then on hold before it expires, in ISO 8601; default: "
          + "null, no hold"),
      .init(
        "subscriptionGroup", .string,
        "the group of a subscription in its store; a second product of a group is reported; "
          + "default: null"),
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
      .init(
        "billing", .string,
        "failing: no subscription renews; ok: subscriptions in a grace period or on hold recover; "
          + "default: null, subscriptions renew, and a grace period or a hold does not end"),
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
      .init(
        "pending", .boolean,
        "true: the purchase waits for an approval, charges nothing and does not prevent other "
          + "purchases; only with RESERVED; default: false"),
    ])

  static let transactions = JSONFormat(
    "transactions",
    "Receipts. If no payment has the transaction, 'restore' restores the receipt of a "
      + "subscription, and 'reprocess' completes any other receipt as an unfinished "
      + "transaction. If an incomplete payment has the transaction, 'reprocess' uses the "
      + "receipt for that payment. A paid subscription (SUCCESS) gets its receipt if the seed "
      + "has none.",
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

  static let events = JSONFormat(
    "events",
    "What happened in the store, in order. A log is loaded only into a store whose log is empty or "
      + "begins with the same events.",
    [
      .init("time", .instant, isRequired: true, "the store's time of the event"),
      .init(
        "kind", .string, isRequired: true,
        EventKind.allCases.dropLast().map(\.rawValue).joined(separator: ", ")
          + " or \(EventKind.allCases.last?.rawValue ?? "")"),
      .init("paymentSeq", .string, "the payment; null for an event that has none"),
      .init("userID", .string, "the user; default: the user of the payment"),
      .init(
        "before", .string,
        "the state of the payment or the status of the subscription before; default: null"),
      .init("after", .string, "the state or the status after the event; default: null"),
    ])
}
