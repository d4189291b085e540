import IAPCore
import JSON

struct SeedProduct: SeedElement {
  static let format = SeedFormat.products

  let productIdentifier: Identifier
  let productSeq: Presence<Int64>
  let productName: Presence<String>
  let productType: ProductType
  let storeCode: Presence<Identifier>
  let price: Presence<Price>
  let currency: Presence<Identifier>
  let localizedTitle: Presence<String>
  let localizedDescription: Presence<String>
  let localizedPrice: Presence<String>
  let active: Presence<Bool>
  let inStore: Presence<Bool>
  let period: Presence<CalendarPeriod>
  let grace: Presence<CalendarPeriod>
  let hold: Presence<CalendarPeriod>
  let subscriptionGroup: Presence<Identifier>

  init(_ object: JSONObject) throws(JSONProblem) {
    productIdentifier = try object.required(
      "productIdentifier", object.identifier("productIdentifier"))
    productSeq = try object.integer("productSeq", from: 1).orDefault
    productName = try object.text("productName")
    let types = ProductType.known.map(\.name) + ["AUTO_SUBSCRIPTION"]
    productType = ProductType(
      try object.required("productType", object.choice("productType", of: types)))
    storeCode = try object.identifier("storeCode")
    price = try object.price("price")
    currency = try object.identifier("currency")
    localizedTitle = try object.text("localizedTitle")
    localizedDescription = try object.text("localizedDescription")
    localizedPrice = try object.text("localizedPrice")
    active = try object.flag("active").orDefault
    inStore = try object.flag("inStore").orDefault
    period = try object.period("period")
    grace = try object.period("grace")
    hold = try object.period("hold")
    subscriptionGroup = try object.identifier("subscriptionGroup")
    if productType.isSubscription { _ = try object.required("period", period) }
    for (key, isGiven) in [
      ("period", period.value != nil), ("grace", grace.value != nil), ("hold", hold.value != nil),
      ("subscriptionGroup", subscriptionGroup.value != nil),
    ] where isGiven && !productType.isSubscription {
      throw object.problem(key, "only a subscription has it")
    }
  }
}
