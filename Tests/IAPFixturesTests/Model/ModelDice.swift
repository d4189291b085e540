import IAPCore
import TestSupport

/// Random worlds and operations. The same seed gives the same ones.
struct ModelDice: RandomNumberGenerator {
  private var generator: SeededGenerator

  init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

  mutating func next() -> UInt64 { generator.next() }

  mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[Int.random(in: elements.indices, using: &self)]
  }

  mutating func percent(_ share: Int) -> Bool { Int.random(in: 0..<100, using: &self) < share }

  // MARK: Worlds

  private static let day: Int64 = 86_400
  private static let users = ["alice", "bob", "carol", "dave"]

  /// Both types of subscriptions, with weeks and months, and with each of the stages or none.
  private static let sold: [Model.Product] = [
    .init(name: "gem", price: 40), .init(name: "coin", market: "GG", price: 7, currency: "JPY"),
    .init(
      name: "vip", type: .autoRenewable, price: 30, period: .seconds(7 * day),
      grace: .seconds(3 * day), hold: .seconds(7 * day)),
    .init(
      name: "chest", type: .consumableAutoRenewable, period: .months(1), grace: .seconds(7 * day)),
    .init(
      name: "box", market: "GG", type: .consumableAutoRenewable, price: 9, currency: "EUR",
      period: .seconds(7 * day), hold: .seconds(5 * day)),
    .init(name: "club", market: "GG", type: .autoRenewable, period: .months(3)),
  ]

  /// Products that cannot be bought, and one that can but is never consumed.
  private static let odd: [Model.Product] = [
    .init(name: "old", isActive: false), .init(name: "unlisted", isInStore: false),
    .init(name: "odd", type: .unknown, price: nil),
  ]

  /// 2026-03-15, 2027-12-31, 2028-01-31, 2028-02-29 and 2028-08-30.
  private static let starts: [Int64] = [
    1_773_532_800, 1_830_211_200, 1_832_889_600, 1_835_395_200, 1_851_206_400,
  ]

  /// A store before the first operation.
  mutating func world() -> Model {
    var model = Model(clock: (pick(Self.starts) + Int64.random(in: 0..<86400, using: &self)) * 1000)
    var sold = Self.sold
    sold.shuffle(using: &self)
    model.products = sold.prefix(3) + [pick(Self.odd)]
    if percent(30) {
      for index in model.products.indices where model.products[index].type.isSubscription {
        model.products[index].group = "club"
      }
    }
    for name in Self.users.dropLast() {
      var user = Model.User(name: name)
      user.mayPay = !percent(5)
      user.isAccountReadable = !percent(10)
      user.limit = percent(25) ? 300 : nil
      user.isBillingFailing = pick([nil, nil, false, true])
      model.users.append(user)
    }
    if percent(10) { model.switchedOff = [pick(["AS", "GG"])] }
    if percent(30) { model.verification = pick(["V1", "V2"]) }
    return model
  }

  // MARK: Operations

  private static let versions = ["1.6.9", "1.7.0", "1.10"]

  /// The next operation on a store. Operations that mean more to the rules come more often.
  mutating func operation(on model: Model) -> ModelOperation {
    switch Int.random(in: 0..<100, using: &self) {
    case 0..<27: return .buy(purchase(in: model))
    case 27..<37: return consume(in: model)
    case 37..<39: return .consumeAll(of: pick([nil, "alice", "bob"]))
    case 39..<42: return .unconsumed(of: pick([nil, user()]), market: market())
    case 42..<45: return .subscriptions(of: user(), market: market(), all: percent(50))
    case 45: return pick([.products(market: market()), .kept(of: user())])
    case 46..<51: return .restore(user(), market: market())
    case 51..<57:
      return .reprocess(user(), market: market(), sdk: percent(70) ? nil : pick(Self.versions))
    case 57..<72: return .advance(by: step(of: model))
    case 72..<76: return .billing(of: user(), isFailing: percent(50))
    case 76..<81: return setState(in: model)
    case 81..<86: return setStatus(in: model)
    case 86..<90:
      let payment = payment(in: model) { $0.isPending }
      return percent(70) ? .approve(payment) : .decline(payment)
    case 90..<93: return percent(90) ? .addFault(fault(in: model)) : .clearFaults
    case 93..<98: return .loadReceipt(receipt(in: model))
    default: return brokenRenewal(in: model)
    }
  }

  /// Few users, so that they meet again.
  private mutating func user() -> String { percent(60) ? "alice" : pick(Self.users) }
  private mutating func market() -> String? { percent(80) ? nil : pick(["AS", "GG"]) }

  /// A payment, most often a late one that is wanted; now and then one that does not exist.
  private mutating func payment(
    in model: Model, where isWanted: (Model.Payment) -> Bool = { _ in true }
  ) -> String {
    let wanted = model.payments.filter(isWanted).suffix(6)
    if percent(75), !wanted.isEmpty { return pick(Array(wanted)).number }
    if percent(95), !model.payments.isEmpty { return pick(model.payments).number }
    return "404"
  }

  private mutating func purchase(in model: Model) -> PurchaseRequest {
    let product = percent(92) ? pick(Array(model.products.prefix(3))) : pick(Self.sold + Self.odd)
    let market = percent(97) ? product.market : pick(["AS", "GG", "ONESTORE"])
    var request = PurchaseRequest(
      product: Identifier(product.name), user: Identifier(user()), market: StoreCode(market))
    if percent(45) { request.simulation = pick(PurchaseRequest.Simulation.allCases) }
    request.isPromotion = percent(15)
    request.isDeferred = request.isPromotion && percent(50)
    if percent(20) { request.sdk = SDKVersion(pick(Self.versions)) }
    return request
  }

  private mutating func consume(in model: Model) -> ModelOperation {
    .consume(
      payment(in: model) { $0.state == .success && !$0.isConsumed },
      user: percent(60) ? nil : user(), market: market(),
      isTokenWrong: percent(50) ? nil : percent(20))
  }

  /// Seconds or a month; often exactly to the next end of a status, or to a second before it.
  private mutating func step(of model: Model) -> ModelPeriod {
    let ends = model.payments.filter { $0.status != nil }.compactMap(\.expiry)
      .filter { $0 > model.clock }
    if let next = ends.min(), percent(35) {
      return .seconds(max((next - model.clock) / 1000 - (percent(30) ? 1 : 0), 1))
    }
    if percent(5) { return .months(1) }
    return .seconds(pick([1, 3600, Self.day, 3 * Self.day, 7 * Self.day, 15 * Self.day]))
  }

  private mutating func setState(in model: Model) -> ModelOperation {
    let payment = payment(in: model) { $0.state != .refund && $0.state != .userClose }
    let state = percent(50) ? .success : percent(80) ? .refund : pick(PaymentState.allCases)
    let isNamed = state == .success && percent(30)
    return .setState(payment, state, receipt: isNamed ? transaction(in: model) : nil)
  }

  private mutating func setStatus(in model: Model) -> ModelOperation {
    let day = Self.day * 1000
    let end = model.clock + pick([-9 * day, -day, -1000, 0, 1000, day, 8 * day, 40 * day])
    return .setStatus(
      payment(in: model) { $0.status != nil }, pick(SubscriptionStatus.known),
      until: percent(50) ? nil : end)
  }

  /// A transaction that exists, or a new one.
  private mutating func transaction(in model: Model) -> String {
    let known = model.payments.map(\.transaction) + model.receipts.map(\.transaction)
    return percent(50) && !known.isEmpty
      ? pick(known) : "r\(model.receipts.count + model.payments.count)"
  }

  private mutating func fault(in model: Model) -> Model.Fault {
    let changes = ["purchase", "consume", "restore", "reprocess"]
    var fault = Model.Fault(
      operation: pick(changes + changes + ["products", "unconsumed", "subscriptions"]),
      code: pick(Array(0...18) + Array(100...107)))
    if percent(40) {
      fault.answer = pick([
        .cut, .cut, .status(429), .status(404), .status(301), .status(409), .status(500),
        .status(503), .resultCode(1100), .resultCode(5000), .resultCode(5018), .resultCode(9999),
        .resultCode(7777),
      ])
    }
    fault.isAfter = changes.contains(fault.operation) && fault.answer != .cut && percent(50)
    fault.skip = pick([0, 0, 1, 2])
    fault.times = pick([1, 1, 2])
    if percent(30) { fault.user = user() }
    if percent(20) { fault.product = pick(Self.sold).name }
    if fault.operation == "consume", percent(30), !model.payments.isEmpty {
      fault.payment = pick(model.payments).number
    }
    return fault
  }

  /// A receipt that nothing knows, that of an incomplete purchase, or one that joins a subscription.
  private mutating func receipt(in model: Model) -> Model.Receipt {
    let product = pick(Array(model.products.prefix(3)))
    let owner = user()
    let free = model.payments.filter { model.receipt($0.transaction) == nil }.map(\.transaction)
    let transaction =
      percent(40) && !free.isEmpty ? pick(free) : "r\(model.receipts.count + model.payments.count)"
    let keys = model.payments.compactMap(\.original) + model.receipts.compactMap(\.original)
    let time = model.clock - pick([0, 1, 5, 30]) * Self.day * 1000
    return Model.Receipt(
      user: owner, product: product,
      transaction: model.receipt(transaction) == nil ? transaction : "\(transaction).\(keys.count)",
      original: percent(40) ? nil : percent(50) && !keys.isEmpty ? pick(keys) : "o\(keys.count)",
      time: time, expiry: product.period?.added(to: time),
      name: percent(10) ? nil : percent(10) ? user() : owner)
  }

  private mutating func brokenRenewal(in model: Model) -> ModelOperation {
    let keys = model.payments.compactMap(\.original)
    let transaction = "c\(model.receipts.count + model.payments.count)"
    return .loadBrokenRenewal(
      pick(model.products.filter(\.type.isSubscription)), of: user(), transaction: transaction,
      original: percent(60) && !keys.isEmpty ? pick(keys) : "o\(keys.count)")
  }
}
