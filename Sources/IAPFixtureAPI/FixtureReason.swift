import IAPCore
import JSON

/// What exactly happened: the name of a case of ``IAPError/Reason``, and its parts by their names.
///
/// Reasons that are not in the table are the server's own trouble, and are not told.
enum FixtureReason {
  /// A reason that is not known, or lacks a part, is read as nil.
  static let codec = JSONCodec<IAPError.Reason?>(
    .nullable(.object(schema)),
    write: { reason in
      guard let reason else { return .null }
      return cases.lazy.compactMap { $0.write(reason) }.first ?? .null
    },
    read: { value throws(JSONProblem) in
      if value == .null { return nil }
      guard case .object(let members) = value else { throw .not("an object") }
      guard case .string(let name)? = members.first(where: { $0.name == "name" })?.value else {
        return nil
      }
      return cases.first { $0.name == name }?.read(value)
    })

  private static let schema: JSONSchema.Object = {
    var members = [JSONSchema.Member("name", .text, isRequired: true)]
    for part in cases.flatMap(\.members) where !members.contains(where: { $0.name == part.name }) {
      members.append(part)
    }
    return JSONSchema.Object("Reason", members)
  }()

  private static let cases = selling + payments + receipts
}

/// A part of a reason.
private struct Part<Value: Sendable>: Sendable {
  let name: String
  let codec: JSONCodec<Value>

  init(_ name: String, _ codec: JSONCodec<Value>) { (self.name, self.codec) = (name, codec) }
}

/// How one case of `IAPError.Reason` is written and read.
private struct ReasonCase: Sendable {
  let name: String
  let members: [JSONSchema.Member]
  /// Nil for another case.
  let write: @Sendable (IAPError.Reason) -> JSONValue?
  let read: @Sendable (JSONValue) -> IAPError.Reason?

  /// - Parameters:
  ///   - make: makes the case of its parts.
  ///   - take: gives its parts; nil for another case.
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

// MARK: The cases

private typealias Reason = IAPError.Reason

private let market = Part("market", .storeCode)
private let product = Part("product", .identifier)
private let user = Part("user", .identifier)
private let payment = Part("payment", .identifier)
private let transaction = Part("transaction", .identifier)

/// An amount of money in quotes.
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
    make: Reason.noSuchProduct
  ) {
    if case .noSuchProduct(let a, let b, let c) = $0 { (a, b, c) } else { nil }
  },
  ReasonCase("productNotInUse", product, make: Reason.productNotInUse) {
    if case .productNotInUse(let product) = $0 { product } else { nil }
  },
  ReasonCase("productUnknownToStore", product, make: Reason.productUnknownToStore) {
    if case .productUnknownToStore(let product) = $0 { product } else { nil }
  },
  ReasonCase(
    "subscriptionOwned", product, user, Part("until", JSONCodec<Instant>.instant.nullable),
    make: Reason.subscriptionOwned
  ) {
    if case .subscriptionOwned(let a, let b, let c) = $0 { (a, b, c) } else { nil }
  },
  ReasonCase("purchaseUnfinished", product, user, payment, make: Reason.purchaseUnfinished) {
    if case .purchaseUnfinished(let a, let b, let c) = $0 { (a, b, c) } else { nil }
  },
  ReasonCase("paymentSheetClosed", product, make: Reason.paymentSheetClosed) {
    if case .paymentSheetClosed(let product) = $0 { product } else { nil }
  },
  ReasonCase("chargeRefused", product, make: Reason.chargeRefused) {
    if case .chargeRefused(let product) = $0 { product } else { nil }
  },
  ReasonCase("receiptRejected", payment, make: Reason.receiptRejected) {
    if case .receiptRejected(let payment) = $0 { payment } else { nil }
  },
  ReasonCase("purchasesSwitchedOff", user, make: Reason.purchasesSwitchedOff) {
    if case .purchasesSwitchedOff(let user) = $0 { user } else { nil }
  },
  ReasonCase(
    "limitPassed", user, Part("limit", amount), Part("spent", amount), Part("currency", .text),
    make: Reason.limitPassed
  ) {
    if case .limitPassed(let a, let b, let c, let d) = $0 { (a, b, c, d) } else { nil }
  },
]

private let payments = [
  ReasonCase("paymentUnknown", payment, make: Reason.paymentUnknown) {
    if case .paymentUnknown(let payment) = $0 { payment } else { nil }
  },
  ReasonCase("paymentInAnotherMarket", payment, market, make: Reason.paymentInAnotherMarket) {
    if case .paymentInAnotherMarket(let payment, let market) = $0 { (payment, market) } else { nil }
  },
  ReasonCase("paymentOfAnotherUser", payment, make: Reason.paymentOfAnotherUser) {
    if case .paymentOfAnotherUser(let payment) = $0 { payment } else { nil }
  },
  ReasonCase("tokenWrong", payment, make: Reason.tokenWrong) {
    if case .tokenWrong(let payment) = $0 { payment } else { nil }
  },
  ReasonCase("consumedBefore", payment, make: Reason.consumedBefore) {
    if case .consumedBefore(let payment) = $0 { payment } else { nil }
  },
  ReasonCase(
    "notConsumable", payment, Part("productType", .productType), make: Reason.notConsumable
  ) {
    if case .notConsumable(let a, let b) = $0 { (a, b) } else { nil }
  },
  ReasonCase("notPaid", payment, Part("state", .choice), make: Reason.notPaid) {
    if case .notPaid(let payment, let state) = $0 { (payment, state) } else { nil }
  },
  ReasonCase("subscriptionRevoked", payment, make: Reason.subscriptionRevoked) {
    if case .subscriptionRevoked(let payment) = $0 { payment } else { nil }
  },
]

private let receipts = [
  ReasonCase(
    "receiptOfAnotherProduct", payment, Part("bought", .identifier), Part("receipt", .identifier),
    make: Reason.receiptOfAnotherProduct
  ) {
    if case .receiptOfAnotherProduct(let a, let b, let c) = $0 { (a, b, c) } else { nil }
  },
  ReasonCase("receiptWithoutUser", transaction, make: Reason.receiptWithoutUser) {
    if case .receiptWithoutUser(let transaction) = $0 { transaction } else { nil }
  },
  ReasonCase("receiptOfAnotherUser", transaction, make: Reason.receiptOfAnotherUser) {
    if case .receiptOfAnotherUser(let transaction) = $0 { transaction } else { nil }
  },
  ReasonCase("periodOver", payment, Part("since", .instant), make: Reason.periodOver) {
    if case .periodOver(let payment, let since) = $0 { (payment, since) } else { nil }
  },
  ReasonCase("renewalWithoutReceipt", payment, make: Reason.renewalWithoutReceipt) {
    if case .renewalWithoutReceipt(let payment) = $0 { payment } else { nil }
  },
  ReasonCase("storeAccountUnreadable", user, make: Reason.storeAccountUnreadable) {
    if case .storeAccountUnreadable(let user) = $0 { user } else { nil }
  },
  ReasonCase("fault", Part("operation", .text), make: Reason.fault) {
    if case .fault(let operation) = $0 { operation } else { nil }
  },
]
