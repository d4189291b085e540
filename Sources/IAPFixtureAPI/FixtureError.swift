package import IAPCore
package import JSON

/// An error in the dialect `fixture`, with its exact reason, so that the client can write its own
/// message.
///
/// `{"domain": "com.nhncloud.iap", "code": 3, "name": "productNotAvailable", "serverCode": null,`
/// `"outcome": "not-applied", "reason": {"name": "noSuchProduct", "product": "gem",`
/// `"market": "AS", "soldIn": ["GG"]}}`
///
/// The domain of iapctl's own errors is `iapctl`, with the code null. `reason` is null if the cause
/// is inside the server, which the client is not told.
package struct FixtureError: Sendable {
  private var domain = ""
  private var code: Int?
  private var name = ""
  private var serverCode: Int?
  private var outcome = ""
  private var reason: IAPError.Reason?
  private var payment: Identifier?

  private init() {}

  private init(_ error: IAPError) {
    (domain, code, name) = (error.domain, error.number, error.name)
    (serverCode, outcome) = (error.serverCode, error.outcome.rawValue)
    reason = error.reason
    if case .receipt = error.reason { payment = error.subject.paymentSeq }
  }

  package static let fields = JSONFields(
    FixtureError(), named: "Error",
    [
      .required(
        "domain", \.domain, .text, "com.nhncloud.iap, com.nhncloud.http or iapctl"),
      .nullable("code", \.code, .integer, "the number in its domain; null in iapctl"),
      .required("name", \.name, .text),
      .nullable("serverCode", \.serverCode, .integer, "what the IAP server would say"),
      .required("outcome", \.outcome, outcome),
      .required("reason", \.reason, FixtureReason.codec, "what exactly happened"),
      .optional("paymentSeq", \.payment, .identifier, "the payment of the receipt"),
    ])

  /// Read as any text: an unknown outcome makes ``error(otherwise:)`` return nil, but the response
  /// around it stays readable.
  private static let outcome = JSONCodec<String>.text.map(
    as: .choice(["not-applied", "applied", "unknown"]), write: { $0 }, read: { $0 })

  /// The error of one payment or one market inside a result.
  package static let codec = fields.codec.map(write: FixtureError.init) { fields in
    let fallback = IAPError.Reason.serverSaid(
      code: fields.serverCode ?? ServerCode.unknown.rawValue, message: fields.name)
    return fields.error(otherwise: fallback)
      ?? IAPError(.iap(.unknown), fallback, serverCode: fields.serverCode, outcome: .unknown)
  }

  /// The error for the client.
  ///
  /// - Parameter fallback: the reason if the server sent none.
  /// - Returns: nil if the code or the outcome is unknown.
  package func error(otherwise fallback: IAPError.Reason) -> IAPError? {
    guard let code = knownCode, let outcome = IAPError.Outcome(rawValue: outcome) else {
      return nil
    }
    return IAPError(code, reason ?? fallback, serverCode: serverCode, outcome: outcome)
      .about(paymentSeq: payment)
  }

  private var knownCode: IAPError.Code? {
    switch domain {
    case ErrorDomain.iap.text: code.flatMap(IAPCode.init).map { .iap($0) }
    case ErrorDomain.http.text: code.flatMap(HTTPCode.init).map { .http($0) }
    case "iapctl":
      ConsoleCode(rawValue: name).flatMap { Self.ofStores.contains($0) ? $0 : nil }
        .map { .iapctl($0) }
    default: nil
    }
  }

  /// The codes of iapctl that a server can send: errors of a payment or of the server's store. All
  /// other codes are about the client's own command line.
  private static let ofStores: Set<ConsoleCode> = [
    .paymentNotFound, .storeMissing, .storeIsDirectory, .storeUnreadable, .storeDamaged,
    .storeTooNew, .storeReadOnly, .storeBusy, .storeNotWritten, .storeReplaced,
  ]
}

/// The reason of an error: the name of a case of ``IAPError/Reason``, and its associated values by
/// name.
///
/// Reasons that are not in the table are internal errors of the server, and are not sent.
enum FixtureReason {
  /// An unknown reason, or one without a required member, is read as nil.
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

/// An associated value of a reason.
private struct Part<Value: Sendable>: Sendable {
  let name: String
  let codec: JSONCodec<Value>

  init(_ name: String, _ codec: JSONCodec<Value>) { (self.name, self.codec) = (name, codec) }
}

/// Encodes and decodes one case of `IAPError.Reason`.
private struct ReasonCase: Sendable {
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
    "sdkTooOld", payment, Part("sdk", .sdkVersion), make: { .payment($0, .sdkTooOld($1)) }
  ) {
    if case .payment(let payment, .sdkTooOld(let sdk)) = $0 { (payment, sdk) } else { nil }
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
