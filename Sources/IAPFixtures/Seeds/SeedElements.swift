import IAPCore
import JSON

/// An element of a list of a seed. Keys that the seed omits are still absent: no default is filled
/// in.
protocol SeedElement: Sendable {
  /// The keys. The name is the name of the list.
  static var fields: JSONFields<Self> { get }

  /// Refuses values that exclude each other.
  func check() throws(JSONProblem)
}

extension SeedElement {
  static var list: String { fields.schema.name ?? "" }

  func check() throws(JSONProblem) {}
}

struct SeedMarket: SeedElement {
  private(set) var storeCode: Identifier = ""
  private(set) var packageName = Presence<String>.absent
  private(set) var available: Bool?
  private(set) var verification = Presence<String>.absent

  static let fields = JSONFields(
    SeedMarket(), named: "markets",
    summary: "A market needs no entry, unless it is switched off or has a package.", reading: .file,
    [
      .required(
        "storeCode", \.storeCode, .market, "its code: AS, GG, ONESTORE or any other"),
      .presence(
        "packageName", \.packageName, .text, "the app's package in this market; default: null"),
      .optional(
        "available", \.available, .flag,
        "false: the market is switched off; a command that names it fails with error 2, and a "
          + "command that names no market reports it if its results are missing; default: true"),
      .presence(
        "verification", \.verification, .word(of: ["V1", "V2"]),
        "of the App Store: V1 or V2, how it verifies receipts. SDK 1.8 and later verify both, 1.7 "
          + "only V2, earlier ones only V1; otherwise error 11. Default: null, which any SDK "
          + "verifies"),
    ])
}

struct SeedUser: SeedElement {
  private(set) var userID: Identifier = ""
  private(set) var paymentsAllowed: Bool?
  private(set) var monthlyLimit: [String: Price] = [:]
  private(set) var storeAccountReadable: Bool?
  private(set) var billing = Presence<String>.absent

  static let fields = JSONFields(
    SeedUser(), named: "users",
    summary: "A user needs no entry, unless the user has special settings.", reading: .file,
    [
      .required("userID", \.userID, .name, "unique"),
      .optional(
        "paymentsAllowed", \.paymentsAllowed, .flag,
        "false: the user cannot buy, error 17; default: true"),
      .defaulted(
        "monthlyLimit", \.monthlyLimit, .prices,
        "amounts by currency; a purchase that would exceed its amount in a calendar month (UTC) "
          + "is refused with error 18; default: no limit"),
      .optional(
        "storeAccountReadable", \.storeAccountReadable, .flag,
        "false: restore fails with error 16; default: true"),
      .presence(
        "billing", \.billing, .word(of: Billing.allCases.map(\.rawValue)),
        "failing: no subscription renews; ok: subscriptions in a grace period or on hold recover; "
          + "default: null, subscriptions renew, and a grace period or a hold does not end"),
    ])
}

/// A promotion product that a user kept to buy later.
struct SeedDeferral: SeedElement {
  private(set) var userID: Identifier = ""
  private(set) var storeCode: Identifier?
  private(set) var productIdentifier: Identifier = ""

  static let fields = JSONFields(
    SeedDeferral(), named: "deferred", summary: "Promotion products that users deferred.",
    reading: .file,
    [
      .required("userID", \.userID, .name, "the user"),
      .optional(
        "storeCode", \.storeCode, .market, "the market of the product; default: AS"),
      .required(
        "productIdentifier", \.productIdentifier, .name, "the deferred product"),
    ])
}

/// An event of the log, which only a dump with the log has.
struct SeedEvent: SeedElement {
  private(set) var time = Instant(0)
  private(set) var kind = ""
  private(set) var paymentSeq: Identifier?
  private(set) var userID: Identifier?
  private(set) var before: String?
  private(set) var after: String?

  private static let kinds = EventKind.allCases.map(\.rawValue)

  static let fields = JSONFields(
    SeedEvent(), named: "events",
    summary:
      "What happened in the store, in order. A log is loaded only into a store whose log is empty or "
      + "begins with the same events.", reading: .file,
    [
      .required("time", \.time, .instant, "the store's time of the event"),
      .required(
        "kind", \.kind, .word(of: kinds),
        kinds.dropLast().joined(separator: ", ") + " or \(kinds.last ?? "")"),
      .optional(
        "paymentSeq", \.paymentSeq, .name, "the payment; null for an event that has none"),
      .optional("userID", \.userID, .name, "the user; default: the user of the payment"),
      .optional(
        "before", \.before, .text,
        "the state of the payment or the status of the subscription before; default: null"),
      .optional(
        "after", \.after, .text, "the state or the status after the event; default: null"),
    ])

  func check() throws(JSONProblem) {
    let isOfMarket = EventKind(rawValue: kind)?.isOfMarket ?? false
    guard paymentSeq != nil || userID != nil || isOfMarket else {
      throw JSONProblem(
        place: "paymentSeq", problem: "missing: an event concerns a payment or a user")
    }
  }
}
