import IAPCore
import JSON

/// An associated value of a reason.
struct Part<Value: Sendable>: Sendable {
  let name: String
  let codec: JSONCodec<Value>

  init(_ name: String, _ codec: JSONCodec<Value>) { (self.name, self.codec) = (name, codec) }
}

/// Encodes and decodes one case of `IAPError.Reason`.
struct ReasonCase: Sendable {
  let name: String
  let members: [JSONSchema.Member]
  /// Returns nil for another case.
  let write: @Sendable (IAPError.Reason) -> JSONValue?
  let read: @Sendable (JSONValue) -> IAPError.Reason?

  /// - Parameters:
  ///   - make: makes the case from its associated values.
  ///   - take: returns the associated values; nil for another case.
  init<each Value: Sendable>(
    _ name: String, _ parts: repeat Part<each Value>,
    make: @escaping @Sendable (repeat each Value) -> IAPError.Reason,
    take: @escaping @Sendable (IAPError.Reason) -> (repeat each Value)?
  ) {
    self.name = name
    var members: [JSONSchema.Member] = []
    for part in repeat each parts {
      members.append(.init(part.name, part.codec.schema, isRequired: false, ""))
    }
    self.members = members
    write = { reason in
      guard let values = take(reason) else { return nil }
      var members = [JSONValue.Member("name", .string(name))]
      repeat members.append(.init((each parts).name, (each parts).codec.write(each values)))
      return .object(members)
    }
    read = { value in
      try? make(repeat (each parts).codec.read(value[(each parts).name] ?? .null))
    }
  }
}

extension ReasonCase {
  static let all = selling + payments + receipts
}

// MARK: The cases

private typealias Reason = IAPError.Reason

private let market = Part("market", .storeCode)
private let product = Part("product", .identifier)
private let user = Part("user", .identifier)
private let payment = Part("payment", .identifier)
private let transaction = Part("transaction", .identifier)

/// An amount of money as a string: `"1.99"`.
private let amount = JSONCodec<String>.text.map(write: \Price.digits) { text throws(JSONProblem) in
  guard let price = Price(text) else { throw .not("an amount of money") }
  return price
}

private let selling = [
  ReasonCase("marketSwitchedOff", market, make: Reason.marketSwitchedOff) {
    if case .marketSwitchedOff(let market) = $0 { market } else { nil }
  },
  ReasonCase(
    "noSuchProduct", product, market, Part("soldIn", .list(of: .storeCode)),
    make: { .product($0, .notFound(market: $1, soldIn: $2)) }
  ) {
    if case .product(let a, .notFound(let b, let c)) = $0 { (a, b, c) } else { nil }
  },
  ReasonCase("productNotInUse", product, make: { .product($0, .notInUse) }) {
    if case .product(let product, .notInUse) = $0 { product } else { nil }
  },
  ReasonCase("productUnknownToStore", product, make: { .product($0, .unknownToStore) }) {
    if case .product(let product, .unknownToStore) = $0 { product } else { nil }
  },
  ReasonCase("productOfUnknownType", product, make: { .product($0, .ofUnknownType) }) {
    if case .product(let product, .ofUnknownType) = $0 { product } else { nil }
  },
  ReasonCase("periodEndsAfterCalendar", product, make: { .product($0, .periodEndsAfterCalendar) }) {
    if case .product(let product, .periodEndsAfterCalendar) = $0 { product } else { nil }
  },
  ReasonCase(
    "subscriptionOwned", product, user, Part("until", JSONCodec<Instant>.instant.nullable),
    make: { .product($0, .subscriptionOwned(user: $1, until: $2)) }
  ) {
    if case .product(let a, .subscriptionOwned(let b, let c)) = $0 { (a, b, c) } else { nil }
  },
  ReasonCase(
    "groupOwned", product, user, Part("owned", .identifier),
    Part("until", JSONCodec<Instant>.instant.nullable),
    make: { .product($0, .groupOwned(user: $1, by: $2, until: $3)) }
  ) {
    if case .product(let a, .groupOwned(let b, let c, let d)) = $0 { (a, b, c, d) } else { nil }
  },
  ReasonCase(
    "purchaseUnfinished", product, user, payment,
    make: { .product($0, .purchaseUnfinished(user: $1, payment: $2)) }
  ) {
    if case .product(let a, .purchaseUnfinished(let b, let c)) = $0 { (a, b, c) } else { nil }
  },
  ReasonCase("paymentSheetClosed", product, make: { .product($0, .paymentSheetClosed) }) {
    if case .product(let product, .paymentSheetClosed) = $0 { product } else { nil }
  },
  ReasonCase("chargeRefused", product, make: { .product($0, .chargeRefused) }) {
    if case .product(let product, .chargeRefused) = $0 { product } else { nil }
  },
  ReasonCase("receiptRejected", payment, make: { .payment($0, .receiptRejected) }) {
    if case .payment(let payment, .receiptRejected) = $0 { payment } else { nil }
  },
  ReasonCase(
    "sdkCannotVerify", payment, Part("sdk", .sdkVersion),
    Part("verification", JSONCodec<Verification>.choice),
    make: { .payment($0, .sdkCannotVerify($1, $2)) }
  ) {
    if case .payment(let a, .sdkCannotVerify(let b, let c)) = $0 { (a, b, c) } else { nil }
  },
  ReasonCase("purchasesSwitchedOff", user, make: { .user($0, .purchasesSwitchedOff) }) {
    if case .user(let user, .purchasesSwitchedOff) = $0 { user } else { nil }
  },
  ReasonCase(
    "limitPassed", user, Part("limit", amount), Part("spent", amount), Part("currency", .text),
    make: { .user($0, .limitPassed(limit: $1, spent: $2, currency: $3)) }
  ) {
    if case .user(let a, .limitPassed(let b, let c, let d)) = $0 { (a, b, c, d) } else { nil }
  },
]

private let payments = [
  ReasonCase("paymentUnknown", payment, make: { .payment($0, .notFound) }) {
    if case .payment(let payment, .notFound) = $0 { payment } else { nil }
  },
  ReasonCase(
    "transactionOfPayment", payment, Part("owner", .identifier),
    make: { .payment($0, .isTransaction(of: $1)) }
  ) {
    if case .payment(let a, .isTransaction(let b)) = $0 { (a, b) } else { nil }
  },
  ReasonCase(
    "paymentInAnotherMarket", payment, market, make: { .payment($0, .inAnotherMarket($1)) }
  ) {
    if case .payment(let payment, .inAnotherMarket(let market)) = $0 {
      (payment, market)
    } else {
      nil
    }
  },
  ReasonCase("paymentOfAnotherUser", payment, make: { .payment($0, .ofAnotherUser) }) {
    if case .payment(let payment, .ofAnotherUser) = $0 { payment } else { nil }
  },
  ReasonCase("tokenWrong", payment, make: { .payment($0, .tokenWrong) }) {
    if case .payment(let payment, .tokenWrong) = $0 { payment } else { nil }
  },
  ReasonCase("consumedBefore", payment, make: { .payment($0, .consumedBefore) }) {
    if case .payment(let payment, .consumedBefore) = $0 { payment } else { nil }
  },
  ReasonCase(
    "notConsumable", payment, Part("productType", .productType),
    make: { .payment($0, .notConsumable($1)) }
  ) {
    if case .payment(let a, .notConsumable(let b)) = $0 { (a, b) } else { nil }
  },
  ReasonCase("notPaid", payment, Part("state", .choice), make: { .payment($0, .notPaid($1)) }) {
    if case .payment(let payment, .notPaid(let state)) = $0 { (payment, state) } else { nil }
  },
  ReasonCase("subscriptionRevoked", payment, make: { .payment($0, .subscriptionRevoked) }) {
    if case .payment(let payment, .subscriptionRevoked) = $0 { payment } else { nil }
  },
  ReasonCase(
    "subscriptionWithheld", payment, Part("status", JSONCodec<SubscriptionStatus>.status),
    make: { .payment($0, .subscriptionWithheld($1)) }
  ) {
    if case .payment(let a, .subscriptionWithheld(let b)) = $0 { (a, b) } else { nil }
  },
]

private let receipts = [
  ReasonCase(
    "receiptOfAnotherProduct", payment, Part("bought", .identifier), Part("receipt", .identifier),
    make: { .payment($0, .receiptOfAnotherProduct(bought: $1, receipt: $2)) }
  ) {
    if case .payment(let a, .receiptOfAnotherProduct(let b, let c)) = $0 { (a, b, c) } else { nil }
  },
  ReasonCase("receiptWithoutUser", transaction, make: { .receipt(transaction: $0, .withoutUser) }) {
    if case .receipt(let transaction, .withoutUser) = $0 { transaction } else { nil }
  },
  ReasonCase(
    "receiptOfAnotherUser", transaction, make: { .receipt(transaction: $0, .ofAnotherUser) }
  ) {
    if case .receipt(let transaction, .ofAnotherUser) = $0 { transaction } else { nil }
  },
  ReasonCase(
    "sdkCannotVerifyReceipt", transaction, Part("sdk", .sdkVersion),
    Part("verification", JSONCodec<Verification>.choice),
    make: { .receipt(transaction: $0, .sdkCannotVerify($1, $2)) }
  ) {
    if case .receipt(let a, .sdkCannotVerify(let b, let c)) = $0 { (a, b, c) } else { nil }
  },
  ReasonCase(
    "periodOver", payment, Part("since", .instant), make: { .payment($0, .periodOver(since: $1)) }
  ) {
    if case .payment(let payment, .periodOver(let since)) = $0 { (payment, since) } else { nil }
  },
  ReasonCase("renewalWithoutReceipt", payment, make: { .payment($0, .renewalWithoutReceipt) }) {
    if case .payment(let payment, .renewalWithoutReceipt) = $0 { payment } else { nil }
  },
  ReasonCase("storeAccountUnreadable", user, make: { .user($0, .storeAccountUnreadable) }) {
    if case .user(let user, .storeAccountUnreadable) = $0 { user } else { nil }
  },
  ReasonCase("fault", Part("operation", .text), make: Reason.fault) {
    if case .fault(let operation) = $0 { operation } else { nil }
  },
]
