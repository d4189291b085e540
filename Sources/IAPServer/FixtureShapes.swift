import IAPCore
import JSON

/// The values of the dialect `fixture`: what each is, and how it is written. Every key is always
/// there, null where nothing is known.
///
/// | value | members |
/// |---|---|
/// | Product | `productIdentifier`, `productSeq`, `productName`, `productType`, `price`, `currency`, `localizedTitle`, `localizedDescription`, `localizedPrice`, `active`, `storeCode`, `valid` |
/// | Purchase | `userID`, `storeCode`, `productIdentifier`, `productSeq`, `productType`, `price`, `currency`, `paymentSeq`, `accessToken`, `transactionIdentifier`, `originalTransactionIdentifier`, `purchaseTime`, `expiryTime`, `storePayment`, `sandboxPayment`, `payload` |
/// | Subscription | those of a purchase, `status`, `renewTime` |
/// | MarketFailure | `storeCode`, `error` |
/// | Error | see ``ErrorShape`` |
///
/// Prices are JSON numbers with the exact decimal digits, times RFC 3339 in UTC with milliseconds.
enum FixtureShapes {
  static let product = ObjectShape(
    "Product",
    [
      .required("productIdentifier", .text, "the store's name for it"),
      .required("productSeq", .number, "the console's number for it"),
      .required("productName", .nullable(.text)), .required("productType", .nullable(.text)),
      .required("price", .nullable(.decimal)),
      .required("currency", .nullable(.text), "ISO 4217"),
      .required("localizedTitle", .nullable(.text)),
      .required("localizedDescription", .nullable(.text)),
      .required("localizedPrice", .nullable(.text)),
      .required("active", .flag, "whether it is in use"), .required("storeCode", .text),
      .required("valid", .nullable(.flag), "whether the store has information on it"),
    ])

  static let purchase = ObjectShape("Purchase", purchaseMembers)

  static let subscription = ObjectShape(
    "Subscription",
    purchaseMembers + [
      .required("status", .nullable(.text), "by the names of the Android SDK"),
      .required(
        "renewTime", .nullable(.instant), "of the last renewal; the purchase before the first one"),
    ])

  private static let purchaseMembers: [ObjectShape.Member] = [
    .required("userID", .nullable(.text)), .required("storeCode", .nullable(.text)),
    .required("productIdentifier", .nullable(.text)),
    .required("productSeq", .nullable(.number)), .required("productType", .nullable(.text)),
    .required("price", .nullable(.decimal)), .required("currency", .nullable(.text), "ISO 4217"),
    .required("paymentSeq", .text, "digits"),
    .required("accessToken", .nullable(.text), "lets its holder consume the payment"),
    .required("transactionIdentifier", .nullable(.text)),
    .required(
      "originalTransactionIdentifier", .nullable(.text),
      "of a subscription: its first payment's transaction"),
    .required("purchaseTime", .nullable(.instant)),
    .required("expiryTime", .nullable(.instant)),
    .required("storePayment", .nullable(.flag)),
    .required("sandboxPayment", .nullable(.flag)), .required("payload", .nullable(.text)),
  ]

  static let receipt = ObjectShape(
    "ConsumeReceipt",
    [
      .required("price", .nullable(.decimal)), .required("currency", .nullable(.text)),
      .required("productSeq", .nullable(.number)), .required("userID", .nullable(.text)),
    ])

  static let purchaseOutcome = JSONSchema.object(
    ObjectShape(
      "PurchaseOutcome",
      [
        .required("outcome", .choice(["completed", "interrupted", "deferred"])),
        .required("purchase", .nullable(.object(purchase)), "of a completed one"),
        .required(
          "paymentSeq", .nullable(.text), "of one that was charged and waits to be reprocessed"),
        .required("product", .nullable(.object(product)), "that was kept"),
      ]))

  static let completion = ObjectShape(
    "CompletionReport",
    [
      .required("purchases", .list(.object(purchase)), "what was restored or completed"),
      .required(
        "closed", .list(.text), "payments that were closed, for no money had been taken"),
      .required("failures", .list(.object(ErrorShape.shape)), "what could not be"),
    ])

  static let unconsumed = JSONSchema.object(
    ObjectShape(
      "UnconsumedPiece",
      answerMembers(of: "purchases", purchase) + [
        .required("cursor", .nullable(.text), "asks for the next piece; null at the end")
      ]))

  /// What the markets that answered said, and which did not.
  static func answer(of name: String, _ element: ObjectShape) -> JSONSchema {
    .object(ObjectShape(answerMembers(of: name, element)))
  }

  private static let failure = ObjectShape(
    "MarketFailure",
    [.required("storeCode", .text), .required("error", .object(ErrorShape.shape))])

  private static func answerMembers(
    of name: String, _ element: ObjectShape
  ) -> [ObjectShape.Member] {
    [
      .required(name, .list(.object(element))),
      .required("failures", .list(.object(failure)), "the markets that could not be asked"),
      .required("isAnswered", .flag, "whether any market answered, be it with nothing"),
    ]
  }
}

// MARK: Writing

extension FixtureShapes {
  static func value(_ product: Product) -> JSONValue {
    .object([
      .init("productIdentifier", .string(product.productIdentifier.text)),
      .init("productSeq", .integer(product.productSeq)),
      .init("productName", .text(product.productName)),
      .init("productType", .text(product.productType?.name)),
      .init("price", .price(product.price)), .init("currency", .text(product.currency)),
      .init("localizedTitle", .text(product.localizedTitle)),
      .init("localizedDescription", .text(product.localizedDescription)),
      .init("localizedPrice", .text(product.localizedPrice)),
      .init("active", .flag(product.isActive)), .init("storeCode", .string(product.storeCode.text)),
      .init("valid", .maybe(product.isValid)),
    ])
  }

  static func value(_ purchase: Purchase) -> JSONValue { .object(members(of: purchase)) }

  static func value(_ subscription: Subscription) -> JSONValue {
    .object(
      members(of: subscription.purchase) + [
        .init("status", .text(subscription.status?.name)),
        .init("renewTime", .text(subscription.renewTime?.description)),
      ])
  }

  private static func members(of purchase: Purchase) -> [JSONValue.Member] {
    [
      .init("userID", .text(purchase.userID?.text)),
      .init("storeCode", .text(purchase.storeCode?.text)),
      .init("productIdentifier", .text(purchase.productIdentifier?.text)),
      .init("productSeq", .number(purchase.productSeq)),
      .init("productType", .text(purchase.productType?.name)),
      .init("price", .price(purchase.price)), .init("currency", .text(purchase.currency)),
      .init("paymentSeq", .string(purchase.paymentSeq.text)),
      .init("accessToken", .text(purchase.accessToken?.revealed)),
      .init("transactionIdentifier", .text(purchase.transactionIdentifier?.text)),
      .init(
        "originalTransactionIdentifier", .text(purchase.originalTransactionIdentifier?.text)),
      .init("purchaseTime", .text(purchase.purchaseTime?.description)),
      .init("expiryTime", .text(purchase.expiryTime?.description)),
      .init("storePayment", .maybe(purchase.isStorePayment)),
      .init("sandboxPayment", .maybe(purchase.isSandboxPayment)),
      .init("payload", .text(purchase.payload)),
    ]
  }

  static func value(of receipt: ConsumeReceipt) -> JSONValue {
    .object([
      .init("price", .price(receipt.price)), .init("currency", .text(receipt.currency)),
      .init("productSeq", .number(receipt.productSeq)),
      .init("userID", .text(receipt.userID?.text)),
    ])
  }

  static func value(of outcome: PurchaseOutcome) -> JSONValue {
    let (word, purchase, payment, product): (String, JSONValue, JSONValue, JSONValue) =
      switch outcome {
      case .completed(let purchase): ("completed", value(purchase), .null, .null)
      case .interrupted(let payment): ("interrupted", .null, .string(payment.text), .null)
      case .deferred(let product): ("deferred", .null, .null, value(product))
      }
    return .object([
      .init("outcome", .string(word)), .init("purchase", purchase), .init("paymentSeq", payment),
      .init("product", product),
    ])
  }

  static func value(of report: CompletionReport) -> JSONValue {
    .object([
      .init("purchases", .array(report.purchases.map(value))),
      .init("closed", .array(report.closed.map { .string($0.text) })),
      .init("failures", .array(report.failures.map { ErrorShape.value(of: $0) })),
    ])
  }

  static func value<Element>(
    of answer: MarketResults<Element>, named name: String, _ value: (Element) -> JSONValue
  ) -> JSONValue {
    .object(members(of: answer, named: name, value))
  }

  static func value(ofPiece answer: MarketResults<Purchase>, next cursor: String?) -> JSONValue {
    .object(
      members(of: answer, named: "purchases", value) + [.init("cursor", .text(cursor))])
  }

  private static func members<Element>(
    of answer: MarketResults<Element>, named name: String, _ value: (Element) -> JSONValue
  ) -> [JSONValue.Member] {
    let failures = answer.failures.map { failure in
      JSONValue.object([
        .init("storeCode", .string(failure.market.text)),
        .init("error", ErrorShape.value(of: failure.error)),
      ])
    }
    return [
      .init(name, .array(answer.elements.map(value))), .init("failures", .array(failures)),
      .init("isAnswered", .flag(answer.isAnswered)),
    ]
  }
}

extension JSONValue {
  static func price(_ price: Price?) -> JSONValue { price.map { .number($0.digits) } ?? .null }

  static func number(_ number: Int64?) -> JSONValue { number.map { .integer($0) } ?? .null }

  static func maybe(_ flag: Bool?) -> JSONValue { flag.map { .flag($0) } ?? .null }
}
