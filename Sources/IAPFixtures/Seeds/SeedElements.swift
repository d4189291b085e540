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

extension PlannedFault: SeedElement {
  static let format = SeedFormat.faults

  init(_ object: JSONObject) throws(JSONProblem) {
    let name = try object.required(
      "on", object.choice("on", of: IAPOperation.allCases.map(\.rawValue)))
    let domain = try object.choice("domain", of: Domain.allCases.map(\.text)).value
    let delay = try object.text("delay").value
    if let delay, CalendarPeriod(delay) == nil {
      throw object.problem("delay", "not a duration, such as 2s")
    }
    let code = try object.required("code", object.integer("code", from: 0))
    let isAfter = try object.flag("after").value ?? false
    let skip = try object.integer("skip", from: 0).value ?? 0
    let times = try object.integer("times", from: 1).value ?? 1
    let used = try object.integer("used", from: 0).value ?? 0
    let product = try object.identifier("product").value
    let user = try object.identifier("user").value
    do throws(Problem) {
      try self.init(
        on: IAPOperation(rawValue: name) ?? .products,
        domain: domain.flatMap { Domain(text: $0) } ?? .iap, code: code, isAfter: isAfter,
        skip: skip, times: times, used: used, product: product, user: user,
        delay: delay.flatMap { CalendarPeriod($0) })
    } catch {
      throw object.problem(error.key, error.text)
    }
  }
}
