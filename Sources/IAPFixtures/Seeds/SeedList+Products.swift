import IAPCore
import JSON

extension SeedList {
  static let products = SeedList(
    "products", of: "product", summary: "Products that are registered in the IAP console.",
    identity: ["productIdentifier", "storeCode"],
    [
      .required(
        "productIdentifier", .name,
        "the store's identifier of the product, unique in its market"),
      .optional(
        "productSeq", JSONCodec<Int64>.number(from: 1),
        "the IAP console's number, unique; default: the next number"),
      .nullable("productName", .text, "the IAP console's name of the product; default: null"),
      .required(
        "productType", type,
        "CONSUMABLE, AUTO_RENEWABLE (read also as AUTO_SUBSCRIPTION), CONSUMABLE_AUTO_RENEWABLE or "
          + "UNKNOWN"),
      .optional(
        "storeCode", JSONCodec<StoreCode>.market, "its market; default: AS",
        or: .text(StoreCode.appStore.text)),
      .nullable("price", .charge, "kept with its exact digits; default: null"),
      .nullable("currency", .name, "ISO 4217; default: null"),
      .nullable("localizedTitle", .text, "the title in the store; default: null"),
      .nullable("localizedDescription", .text, "the description in the store; default: null"),
      .nullable("localizedPrice", .text, "the price as the store writes it; default: null"),
      .optional(
        "active", .flag, "false: the product is not in use, com.nhncloud.iap 3; default: true",
        or: .flag(true)),
      .optional(
        "inStore", .flag,
        "false: the product is invalid, because the store has no information on it, com.nhncloud.iap 3; "
          + "default: true", or: .flag(true)),
      .nullable(
        "period", .period,
        "the period of a subscription in ISO 8601, such as P1W, P1M, P1Y or PT5M; required for "
          + "subscriptions, not allowed for other products"),
      .nullable(
        "grace", .period,
        "how long a subscription whose billing fails still gives access, in ISO 8601; default: "
          + "null, no grace period"),
      .nullable(
        "hold", .period,
        "how long such a subscription is then on hold before it expires, in ISO 8601; default: "
          + "null, no hold"),
      .nullable(
        "subscriptionGroup", .name,
        "the group of a subscription in its store; a second product of a group is reported; "
          + "default: null"),
    ], check: checkPeriods)

  private static let type = JSONCodec<String>
    .word(of: ProductType.known.map(\.name) + ["AUTO_SUBSCRIPTION"])
    .map(write: \.name) { ProductType($0) }

  @Sendable private static func checkPeriods(_ new: SeedRecord) throws(JSONProblem) {
    guard !ProductType(new.text("productType") ?? "").isSubscription else {
      if new.text("period") == nil {
        throw JSONProblem(place: "period", new["period"] == nil ? .missing : .null)
      }
      return
    }
    for key in ["period", "grace", "hold", "subscriptionGroup"] where new.text(key) != nil {
      throw JSONProblem(place: key, problem: "only a subscription has it")
    }
  }
}
