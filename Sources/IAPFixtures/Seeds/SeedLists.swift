import IAPCore
import JSON

extension SeedList {
  /// In the order of a dump.
  static let all = [
    markets, products, users, purchases, transactions, deferred, faults, events,
  ]

  /// The keys of a seed beside its lists.
  static let settings = SeedList(
    of: "store", summary: "The file is one object.",
    [
      .required("format", supportedFormat, "always 1"),
      .optional("appKey", .name, "the app key; default: fixture-app-key"),
      .optional(
        "appSeq", JSONCodec<Int64>.number(from: 1),
        "the app's number in the legacy API; default: 1000047"),
      .optional(
        "secretKey", .name, "the app's secret key in Gamebase; default: fixture-secret-key"),
      .optional("appId", .name, "the app's ID in Gamebase; default: fixture-app"),
      .nullable(
        "clock", .instant,
        "the store's own time, which stands still until --now or 'store advance' moves it permanently; "
          + "subscriptions that end before that time renew or expire; null or missing: the "
          + "store uses the real time"),
    ])

  /// The format of seeds and dumps.
  static let format: Int64 = 1

  private static let supportedFormat = JSONCodec<Int64>.number(from: 1).map(write: \.self) {
    number throws(JSONProblem) in
    guard number == format else {
      throw JSONProblem(problem: "\(number) is unknown: this iapctl knows only 1")
    }
    return number
  }

  static let markets = SeedList(
    "markets", of: "market",
    summary: "A market needs no entry, unless it is switched off or has a package.",
    identity: ["storeCode"],
    [
      .required(
        "storeCode", JSONCodec<StoreCode>.market, "its code: AS, GG, ONESTORE or any other"),
      .nullable("packageName", .text, "the app's package in this market; default: null"),
      .optional(
        "available", .flag,
        "false: the market is switched off; a command that names it fails with com.nhncloud.iap 2, and a "
          + "command that names no market reports it if its results are missing; default: true",
        or: .flag(true)),
      .nullable(
        "verification", .word(of: ["V1", "V2"]),
        "of the App Store: V1 or V2, how it verifies receipts. SDK 1.8 and later verify both, 1.7 "
          + "only V2, earlier ones only V1; otherwise com.nhncloud.iap 11. Default: null, which any SDK "
          + "verifies"),
    ])

  static let users = SeedList(
    "users", of: "user",
    summary: "A user needs no entry, unless the user has special settings.", identity: ["userID"],
    [
      .required("userID", .name, "unique"),
      .optional(
        "paymentsAllowed", .flag, "false: the user cannot buy, com.nhncloud.iap 17; default: true",
        or: .flag(true)),
      .limits(
        "monthlyLimit",
        "amounts by currency; a purchase that would exceed its amount in a calendar month (UTC) "
          + "is refused with com.nhncloud.iap 18; default: no limit"),
      .optional(
        "storeAccountReadable", .flag,
        "false: restore fails with com.nhncloud.iap 16; default: true",
        or: .flag(true)),
      .nullable(
        "billing", .word(of: Billing.allCases.map(\.rawValue)),
        "failing: no subscription renews; ok: subscriptions in a grace period or on hold recover; "
          + "default: null, subscriptions renew, and a grace period or a hold does not end"),
    ])

  static let transactions = SeedList(
    "transactions", of: "receipt",
    summary: "Receipts. If no payment has the transaction, 'restore' restores the receipt of a "
      + "subscription, and 'reprocess' completes any other receipt as an unfinished "
      + "transaction. If an incomplete payment has the transaction, 'reprocess' uses the "
      + "receipt for that payment. A paid subscription (SUCCESS) gets its receipt if the seed "
      + "has none.", identity: ["transactionIdentifier"], isSold: true,
    [
      .required("userID", .name, "the user whose store account has the receipt"),
      .optional(
        "storeCode", JSONCodec<StoreCode>.market, "the market of the product; default: AS"),
      .required("productIdentifier", .name, "the product that was bought"),
      .optional("transactionIdentifier", .name, "unique; default: generated"),
      .nullable(
        "originalTransactionIdentifier", .name,
        "that of the first transaction of the subscription; default: null"),
      .required("purchaseTime", .instant, "the time of the purchase"),
      .required(
        "expiryTime", .instant, "the end of the subscription; null for other products",
        orNull: true),
      .nullable(
        "applicationUsername", .name,
        "the user that the app gave to the store; null fails with com.nhncloud.iap 8, another user fails "
          + "with com.nhncloud.iap 7; default: null"),
    ])

  /// Promotion products that users kept to buy later.
  static let deferred = SeedList(
    "deferred", of: "deferral", summary: "Promotion products that users deferred.", isSold: true,
    [
      .required("userID", .name, "the user"),
      .optional(
        "storeCode", JSONCodec<StoreCode>.market, "the market of the product; default: AS"),
      .required("productIdentifier", .name, "the deferred product"),
    ])

  private static let kindsOfEvents = EventKind.allCases.map(\.rawValue)

  /// The log, which only a dump with the log has.
  static let events = SeedList(
    "events", of: "event",
    summary:
      "What happened in the store, in order. A log is loaded only into a store whose log is empty or "
      + "begins with the same events.",
    joining: "LEFT JOIN purchase ON purchase.id = event.purchaseID",
    [
      .required("time", .instant, "the store's time of the event"),
      .required(
        "kind", .word(of: kindsOfEvents),
        kindsOfEvents.dropLast().joined(separator: ", ") + " or \(kindsOfEvents.last ?? "")"),
      .optional(
        "paymentSeq", .name, "the payment; null for an event that has none",
        source: "purchase.paymentSeq"),
      .optional(
        "userID", .name, "the user; default: the user of the payment",
        source: "coalesce(purchase.userID, event.userID)"),
      .optional(
        "before", .text,
        "the state of the payment or the status of the subscription before; default: null"),
      .optional("after", .text, "the state or the status after the event; default: null"),
    ]
  ) { new throws(JSONProblem) in
    let isOfMarket = new.text("kind").flatMap(EventKind.init)?.isOfMarket ?? false
    guard new["paymentSeq"] != nil || new["userID"] != nil || isOfMarket else {
      throw JSONProblem(
        place: "paymentSeq", problem: "missing: an event concerns a payment or a user")
    }
  }
}
