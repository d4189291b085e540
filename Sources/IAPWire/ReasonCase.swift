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
  /// A case that has no value but its subject.
  fileprivate init(
    _ name: String, of subject: Part<Identifier>,
    make: @escaping @Sendable (Identifier) -> IAPError.Reason
  ) {
    self.init(
      name, subject, make: make,
      take: { reason in reason.subject.flatMap { make($0) == reason ? $0 : nil } })
  }

  static let all = selling + payments + receipts
}

extension IAPError.Reason {
  /// The product, the user, the payment or the transaction that it is about.
  fileprivate var subject: Identifier? {
    switch self {
    case .product(let name, _), .user(let name, _), .payment(let name, _),
      .receipt(transaction: let name, _):
      name
    default: nil
    }
  }
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
  ReasonCase("productNotInUse", of: product) { .product($0, .notInUse) },
  ReasonCase("productUnknownToStore", of: product) { .product($0, .unknownToStore) },
  ReasonCase("productOfUnknownType", of: product) { .product($0, .ofUnknownType) },
  ReasonCase("periodEndsAfterCalendar", of: product) { .product($0, .periodEndsAfterCalendar) },
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
  ReasonCase("paymentSheetClosed", of: product) { .product($0, .paymentSheetClosed) },
  ReasonCase("chargeRefused", of: product) { .product($0, .chargeRefused) },
  ReasonCase("receiptRejected", of: payment) { .payment($0, .receiptRejected) },
  ReasonCase(
    "sdkCannotVerify", payment, Part("sdk", .sdkVersion),
    Part("verification", JSONCodec<Verification>.choice),
    make: { .payment($0, .sdkCannotVerify($1, $2)) }
  ) {
    if case .payment(let a, .sdkCannotVerify(let b, let c)) = $0 { (a, b, c) } else { nil }
  },
  ReasonCase("purchasesSwitchedOff", of: user) { .user($0, .purchasesSwitchedOff) },
  ReasonCase(
    "limitPassed", user, Part("limit", amount), Part("spent", amount), Part("currency", .text),
    make: { .user($0, .limitPassed(limit: $1, spent: $2, currency: $3)) }
  ) {
    if case .user(let a, .limitPassed(let b, let c, let d)) = $0 { (a, b, c, d) } else { nil }
  },
]

private let payments = [
  ReasonCase("paymentUnknown", of: payment) { .payment($0, .notFound) },
  ReasonCase(
    "transactionOfPayment", payment, Part("owner", .identifier),
    make: { .payment($0, .isTransaction(of: $1)) }
  ) {
    if case .payment(let a, .isTransaction(let b)) = $0 { (a, b) } else { nil }
  },
  ReasonCase(
    "paymentInAnotherMarket", payment, market, make: { .payment($0, .inAnotherMarket($1)) }
  ) {
    if case .payment(let a, .inAnotherMarket(let b)) = $0 { (a, b) } else { nil }
  },
  ReasonCase("paymentOfAnotherUser", of: payment) { .payment($0, .ofAnotherUser) },
  ReasonCase("tokenWrong", of: payment) { .payment($0, .tokenWrong) },
  ReasonCase("consumedBefore", of: payment) { .payment($0, .consumedBefore) },
  ReasonCase(
    "notConsumable", payment, Part("productType", .productType),
    Part("status", JSONCodec<SubscriptionStatus>.status.nullable),
    make: { .payment($0, .notConsumable($1, $2)) }
  ) {
    if case .payment(let a, .notConsumable(let b, let c)) = $0 { (a, b, c) } else { nil }
  },
  ReasonCase("notPaid", payment, Part("state", .choice), make: { .payment($0, .notPaid($1)) }) {
    if case .payment(let payment, .notPaid(let state)) = $0 { (payment, state) } else { nil }
  },
  ReasonCase("subscriptionRevoked", of: payment) { .payment($0, .subscriptionRevoked) },
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
  ReasonCase("receiptWithoutUser", of: transaction) { .receipt(transaction: $0, .withoutUser) },
  ReasonCase("receiptOfAnotherUser", of: transaction) { .receipt(transaction: $0, .ofAnotherUser) },
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
  ReasonCase("renewalWithoutReceipt", of: payment) { .payment($0, .renewalWithoutReceipt) },
  ReasonCase("storeAccountUnreadable", of: user) { .user($0, .storeAccountUnreadable) },
  ReasonCase("fault", Part("operation", .text), make: Reason.fault) {
    if case .fault(let operation) = $0 { operation } else { nil }
  },
]
