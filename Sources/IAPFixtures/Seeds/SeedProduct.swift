import IAPCore
import JSON

struct SeedProduct: SeedElement {
  private(set) var productIdentifier: Identifier = ""
  private(set) var productSeq: Int64?
  private(set) var productName = Presence<String>.absent
  private(set) var productType = ProductType.unknown
  private(set) var storeCode: Identifier?
  private(set) var price = Presence<Price>.absent
  private(set) var currency = Presence<Identifier>.absent
  private(set) var localizedTitle = Presence<String>.absent
  private(set) var localizedDescription = Presence<String>.absent
  private(set) var localizedPrice = Presence<String>.absent
  private(set) var active: Bool?
  private(set) var inStore: Bool?
  private(set) var period = Presence<CalendarPeriod>.absent
  private(set) var grace = Presence<CalendarPeriod>.absent
  private(set) var hold = Presence<CalendarPeriod>.absent
  private(set) var subscriptionGroup = Presence<Identifier>.absent

  static let fields = JSONFields(
    SeedProduct(), named: "products", summary: "Products that are registered in the IAP console.",
    reading: .file,
    [
      .required(
        "productIdentifier", \.productIdentifier, .name,
        "the store's identifier of the product, unique in its market"),
      .optional(
        "productSeq", \.productSeq, .number(from: 1),
        "the IAP console's number, unique; default: the next number"),
      .presence(
        "productName", \.productName, .text,
        "the IAP console's name of the product; default: null"),
      .required(
        "productType", \.productType, type,
        "CONSUMABLE, AUTO_RENEWABLE (read also as AUTO_SUBSCRIPTION), CONSUMABLE_AUTO_RENEWABLE or "
          + "UNKNOWN"),
      .optional("storeCode", \.storeCode, .market, "its market; default: AS"),
      .presence("price", \.price, .charge, "kept with its exact digits; default: null"),
      .presence("currency", \.currency, .name, "ISO 4217; default: null"),
      .presence(
        "localizedTitle", \.localizedTitle, .text, "the title in the store; default: null"),
      .presence(
        "localizedDescription", \.localizedDescription, .text,
        "the description in the store; default: null"),
      .presence(
        "localizedPrice", \.localizedPrice, .text, "the price as the store writes it; default: null"
      ),
      .optional(
        "active", \.active, .flag, "false: the product is not in use, error 3; default: true"),
      .optional(
        "inStore", \.inStore, .flag,
        "false: the product is invalid, because the store has no information on it, error 3; "
          + "default: true"),
      .presence(
        "period", \.period, .period,
        "the period of a subscription in ISO 8601, such as P1W, P1M, P1Y or PT5M; required for "
          + "subscriptions, not allowed for other products"),
      .presence(
        "grace", \.grace, .period,
        "how long a subscription whose billing fails still gives access, in ISO 8601; default: "
          + "null, no grace period"),
      .presence(
        "hold", \.hold, .period,
        "how long such a subscription is then on hold before it expires, in ISO 8601; default: "
          + "null, no hold"),
      .presence(
        "subscriptionGroup", \.subscriptionGroup, .name,
        "the group of a subscription in its store; a second product of a group is reported; "
          + "default: null"),
    ])

  private static let type = JSONCodec<String>
    .word(of: ProductType.known.map(\.name) + ["AUTO_SUBSCRIPTION"])
    .map(write: \.name) { ProductType($0) }

  func check() throws(JSONProblem) {
    guard !productType.isSubscription else {
      if period.value == nil {
        throw JSONProblem(place: "period", period.isAbsent ? .missing : .null)
      }
      return
    }
    for (key, isGiven) in [
      ("period", period.value != nil), ("grace", grace.value != nil), ("hold", hold.value != nil),
      ("subscriptionGroup", subscriptionGroup.value != nil),
    ] where isGiven {
      throw JSONProblem(place: key, problem: "only a subscription has it")
    }
  }
}
