import IAPCore
import JSON

/// An element of a list of a seed. Keys that the seed omits are still absent: no default is filled
/// in.
protocol SeedElement: Sendable {
  static var format: JSONFormat { get }

  init(_ object: JSONObject) throws(JSONProblem)
}

struct SeedMarket: SeedElement {
  static let format = SeedFormat.markets

  let storeCode: Identifier
  let packageName: Presence<String>
  let available: Presence<Bool>
  let verification: Presence<String>

  init(_ object: JSONObject) throws(JSONProblem) {
    storeCode = try object.required("storeCode", object.identifier("storeCode"))
    packageName = try object.text("packageName")
    available = try object.flag("available").orDefault
    verification = try object.choice("verification", of: ["V1", "V2"])
  }
}

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

struct SeedUser: SeedElement {
  static let format = SeedFormat.users

  let userID: Identifier
  let paymentsAllowed: Presence<Bool>
  let monthlyLimit: [String: Price]
  let storeAccountReadable: Presence<Bool>
  let billing: Presence<String>

  init(_ object: JSONObject) throws(JSONProblem) {
    userID = try object.required("userID", object.identifier("userID"))
    paymentsAllowed = try object.flag("paymentsAllowed").orDefault
    monthlyLimit = try object.prices("monthlyLimit")
    storeAccountReadable = try object.flag("storeAccountReadable").orDefault
    billing = try object.choice("billing", of: Billing.allCases.map(\.rawValue))
  }
}

struct SeedPurchase: SeedElement {
  static let format = SeedFormat.purchases
  private static let states = PaymentState.allCases.map(\.rawValue)
  private static let statuses = SubscriptionStatus.known.map(\.name)

  let paymentSeq: Presence<Identifier>
  let userID: Identifier
  let productIdentifier: Identifier
  let storeCode: Presence<Identifier>
  let state: Presence<String>
  let consumed: Presence<Bool>
  let price: Presence<Price>
  let currency: Presence<Identifier>
  let accessToken: Presence<Identifier>
  let transactionIdentifier: Presence<Identifier>
  let originalTransactionIdentifier: Presence<Identifier>
  let purchaseTime: Presence<Instant>
  let expiryTime: Presence<Instant>
  let status: Presence<String>
  let storePayment: Presence<Bool>
  let sandboxPayment: Presence<Bool>
  let payload: Presence<String>
  let pending: Presence<Bool>

  init(_ object: JSONObject) throws(JSONProblem) {
    paymentSeq = try object.identifier("paymentSeq").orDefault
    if let number = paymentSeq.value, !number.isDigits {
      throw object.problem("paymentSeq", "not a payment number: only digits are allowed")
    }
    userID = try object.required("userID", object.identifier("userID"))
    productIdentifier = try object.required(
      "productIdentifier", object.identifier("productIdentifier"))
    storeCode = try object.identifier("storeCode")
    state = try object.choice("state", of: Self.states).orDefault
    consumed = try object.flag("consumed").orDefault
    price = try object.price("price")
    currency = try object.identifier("currency")
    accessToken = try object.identifier("accessToken").orDefault
    transactionIdentifier = try object.identifier("transactionIdentifier").orDefault
    originalTransactionIdentifier = try object.identifier("originalTransactionIdentifier")
    purchaseTime = try object.instant("purchaseTime").orDefault
    expiryTime = try object.instant("expiryTime").orDefault
    status = try object.choice("status", of: Self.statuses)
    storePayment = try object.flag("storePayment").orDefault
    sandboxPayment = try object.flag("sandboxPayment").orDefault
    payload = try object.text("payload")
    pending = try object.flag("pending").orDefault
  }
}

struct SeedTransaction: SeedElement {
  static let format = SeedFormat.transactions

  let userID: Identifier
  let storeCode: Presence<Identifier>
  let productIdentifier: Identifier
  let transactionIdentifier: Presence<Identifier>
  let originalTransactionIdentifier: Presence<Identifier>
  let purchaseTime: Instant
  /// Null for a purchase that does not expire.
  let expiryTime: Instant?
  let applicationUsername: Presence<Identifier>

  init(_ object: JSONObject) throws(JSONProblem) {
    userID = try object.required("userID", object.identifier("userID"))
    storeCode = try object.identifier("storeCode")
    productIdentifier = try object.required(
      "productIdentifier", object.identifier("productIdentifier"))
    transactionIdentifier = try object.identifier("transactionIdentifier").orDefault
    originalTransactionIdentifier = try object.identifier("originalTransactionIdentifier")
    purchaseTime = try object.required("purchaseTime", object.instant("purchaseTime"))
    let expiry = try object.instant("expiryTime")
    guard !expiry.isAbsent else { throw object.problem("expiryTime", "missing") }
    expiryTime = expiry.value
    applicationUsername = try object.identifier("applicationUsername")
  }
}

/// A promotion product that a user kept to buy later.
struct SeedDeferral: SeedElement {
  static let format = SeedFormat.deferred

  let userID: Identifier
  let storeCode: Presence<Identifier>
  let productIdentifier: Identifier

  init(_ object: JSONObject) throws(JSONProblem) {
    userID = try object.required("userID", object.identifier("userID"))
    storeCode = try object.identifier("storeCode")
    productIdentifier = try object.required(
      "productIdentifier", object.identifier("productIdentifier"))
  }
}

/// An event of the log, which only a dump with the log has.
struct SeedEvent: SeedElement {
  static let format = SeedFormat.events
  private static let kinds = EventKind.allCases.map(\.rawValue)

  let time: Instant
  let kind: String
  let paymentSeq: Identifier?
  let userID: Identifier?
  let before: String?
  let after: String?

  init(_ object: JSONObject) throws(JSONProblem) {
    time = try object.required("time", object.instant("time"))
    kind = try object.required("kind", object.choice("kind", of: Self.kinds))
    paymentSeq = try object.identifier("paymentSeq").value
    userID = try object.identifier("userID").value
    let isOfMarket = EventKind(rawValue: kind)?.isOfMarket ?? false
    guard paymentSeq != nil || userID != nil || isOfMarket else {
      throw object.problem("paymentSeq", "missing: an event concerns a payment or a user")
    }
    before = try object.text("before").value
    after = try object.text("after").value
  }
}
