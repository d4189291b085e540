import IAPCore
import JSON

/// What a seed says, with every key that it leaves out still missing.
struct Seed: Decodable, Sendable {
  static let format: Int64 = 1

  let appKey: Presence<Identifier>
  let appSeq: Presence<Int64>
  let clock: Presence<Instant>
  let markets: [SeedMarket]
  let products: [SeedProduct]
  let users: [SeedUser]
  let purchases: [SeedPurchase]
  let transactions: [SeedTransaction]
  let deferred: [SeedDeferral]
  let faults: [SeedFault]

  init(from decoder: any Decoder) throws {
    let reader = try JSONObjectReader(decoder, SeedFormat.file)
    let format = try reader.required("format", reader.integer("format", from: 1))
    guard format == Seed.format else {
      throw reader.problem("format", "\(format) is unknown: this iapctl knows only 1")
    }
    appKey = try reader.identifier("appKey").orDefault
    appSeq = try reader.integer("appSeq", from: 1).orDefault
    clock = try reader.instant("clock")
    markets = try reader.list("markets", of: SeedMarket.self)
    products = try reader.list("products", of: SeedProduct.self)
    users = try reader.list("users", of: SeedUser.self)
    purchases = try reader.list("purchases", of: SeedPurchase.self)
    transactions = try reader.list("transactions", of: SeedTransaction.self)
    deferred = try reader.list("deferred", of: SeedDeferral.self)
    faults = try reader.list("faults", of: SeedFault.self)
  }
}

struct SeedMarket: Decodable, Sendable {
  let storeCode: Identifier
  let packageName: Presence<String>
  let available: Presence<Bool>

  init(from decoder: any Decoder) throws {
    let reader = try JSONObjectReader(decoder, SeedFormat.markets)
    storeCode = try reader.required("storeCode", reader.identifier("storeCode"))
    packageName = try reader.text("packageName")
    available = try reader.flag("available").orDefault
  }
}

struct SeedProduct: Decodable, Sendable {
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

  init(from decoder: any Decoder) throws {
    let reader = try JSONObjectReader(decoder, SeedFormat.products)
    productIdentifier = try reader.required(
      "productIdentifier", reader.identifier("productIdentifier"))
    productSeq = try reader.integer("productSeq", from: 1).orDefault
    productName = try reader.text("productName")
    let types = ProductType.known.map(\.name) + ["AUTO_SUBSCRIPTION"]
    productType = ProductType(
      try reader.required("productType", reader.choice("productType", of: types)))
    storeCode = try reader.identifier("storeCode")
    price = try reader.price("price")
    currency = try reader.identifier("currency")
    localizedTitle = try reader.text("localizedTitle")
    localizedDescription = try reader.text("localizedDescription")
    localizedPrice = try reader.text("localizedPrice")
    active = try reader.flag("active").orDefault
    inStore = try reader.flag("inStore").orDefault
    period = try reader.period("period")
    if productType.isSubscription {
      _ = try reader.required("period", period)
    } else if period.value != nil {
      throw reader.problem("period", "only a subscription has it")
    }
  }
}

struct SeedUser: Decodable, Sendable {
  let userID: Identifier
  let paymentsAllowed: Presence<Bool>
  let monthlyLimit: [String: Price]
  let storeAccountReadable: Presence<Bool>

  init(from decoder: any Decoder) throws {
    let reader = try JSONObjectReader(decoder, SeedFormat.users)
    userID = try reader.required("userID", reader.identifier("userID"))
    paymentsAllowed = try reader.flag("paymentsAllowed").orDefault
    monthlyLimit = try reader.prices("monthlyLimit")
    storeAccountReadable = try reader.flag("storeAccountReadable").orDefault
  }
}

struct SeedPurchase: Decodable, Sendable {
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

  init(from decoder: any Decoder) throws {
    let reader = try JSONObjectReader(decoder, SeedFormat.purchases)
    paymentSeq = try reader.identifier("paymentSeq").orDefault
    if let number = paymentSeq.value, !number.isDigits {
      throw reader.problem("paymentSeq", "not a payment number: only digits are allowed")
    }
    userID = try reader.required("userID", reader.identifier("userID"))
    productIdentifier = try reader.required(
      "productIdentifier", reader.identifier("productIdentifier"))
    storeCode = try reader.identifier("storeCode")
    state = try reader.choice("state", of: PaymentState.allCases.map(\.rawValue)).orDefault
    consumed = try reader.flag("consumed").orDefault
    price = try reader.price("price")
    currency = try reader.identifier("currency")
    accessToken = try reader.identifier("accessToken").orDefault
    transactionIdentifier = try reader.identifier("transactionIdentifier").orDefault
    originalTransactionIdentifier = try reader.identifier("originalTransactionIdentifier")
    purchaseTime = try reader.instant("purchaseTime").orDefault
    expiryTime = try reader.instant("expiryTime").orDefault
    status = try reader.choice("status", of: SubscriptionStatus.known.map(\.name))
    storePayment = try reader.flag("storePayment").orDefault
    sandboxPayment = try reader.flag("sandboxPayment").orDefault
    payload = try reader.text("payload")
  }
}

struct SeedTransaction: Decodable, Sendable {
  let userID: Identifier
  let storeCode: Presence<Identifier>
  let productIdentifier: Identifier
  let transactionIdentifier: Presence<Identifier>
  let originalTransactionIdentifier: Presence<Identifier>
  let purchaseTime: Instant
  /// Null for what does not expire.
  let expiryTime: Instant?
  let applicationUsername: Presence<Identifier>

  init(from decoder: any Decoder) throws {
    let reader = try JSONObjectReader(decoder, SeedFormat.transactions)
    userID = try reader.required("userID", reader.identifier("userID"))
    storeCode = try reader.identifier("storeCode")
    productIdentifier = try reader.required(
      "productIdentifier", reader.identifier("productIdentifier"))
    transactionIdentifier = try reader.identifier("transactionIdentifier").orDefault
    originalTransactionIdentifier = try reader.identifier("originalTransactionIdentifier")
    purchaseTime = try reader.required("purchaseTime", reader.instant("purchaseTime"))
    let expiry = try reader.instant("expiryTime")
    guard !expiry.isAbsent else { throw reader.problem("expiryTime", "missing") }
    expiryTime = expiry.value
    applicationUsername = try reader.identifier("applicationUsername")
  }
}

/// A promotion product that a user kept to buy later.
struct SeedDeferral: Decodable, Sendable {
  let userID: Identifier
  let storeCode: Presence<Identifier>
  let productIdentifier: Identifier

  init(from decoder: any Decoder) throws {
    let reader = try JSONObjectReader(decoder, SeedFormat.deferred)
    userID = try reader.required("userID", reader.identifier("userID"))
    storeCode = try reader.identifier("storeCode")
    productIdentifier = try reader.required(
      "productIdentifier", reader.identifier("productIdentifier"))
  }
}

struct SeedFault: Decodable, Sendable {
  let operation: Operation
  let domain: String
  let code: Int64
  let isAfter: Bool
  let skip: Int64
  let times: Int64
  let used: Int64
  let product: Identifier?
  let user: Identifier?
  let delay: String?

  init(from decoder: any Decoder) throws {
    let reader = try JSONObjectReader(decoder, SeedFormat.faults)
    let name = try reader.required(
      "on", reader.choice("on", of: Operation.allCases.map(\.rawValue)))
    operation = Operation(rawValue: name) ?? .products
    domain =
      try reader.choice("domain", of: ["com.nhncloud.iap", "com.nhncloud.http"]).value
      ?? "com.nhncloud.iap"
    code = try reader.required("code", reader.integer("code", from: 0))
    let codes: ClosedRange<Int64> = domain == "com.nhncloud.iap" ? 0...18 : 100...107
    guard codes.contains(code) else {
      throw reader.problem(
        "code",
        "\(code) is not a code of \(domain): it has \(codes.lowerBound) to \(codes.upperBound)")
    }
    isAfter = try reader.flag("after").value ?? false
    if isAfter && operation.isQuery {
      throw reader.problem("after", "not possible for a query, because a query applies nothing")
    }
    skip = try reader.integer("skip", from: 0).value ?? 0
    times = try reader.integer("times", from: 1).value ?? 1
    used = try reader.integer("used", from: 0).value ?? 0
    product = try reader.identifier("product").value
    user = try reader.identifier("user").value
    delay = try reader.text("delay").value
    if let delay, CalendarPeriod(delay) == nil {
      throw reader.problem("delay", "not a duration, such as 2s")
    }
  }
}
