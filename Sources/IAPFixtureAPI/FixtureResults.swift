package import IAPCore
package import JSON

extension FixtureAPI {
  static let product = JSONFields(
    Product(productIdentifier: "", productSeq: 0, productType: nil), named: "Product",
    [
      JSONField("productIdentifier", \.productIdentifier, .identifier, "the store's name for it"),
      JSONField("productSeq", \.productSeq, .integer, "the console's number for it"),
      JSONField("productName", \.productName, .text),
      JSONField("productType", \.productType, .productType), JSONField("price", \.price, .price),
      JSONField("currency", \.currency, .text, "ISO 4217"),
      JSONField("localizedTitle", \.localizedTitle, .text),
      JSONField("localizedDescription", \.localizedDescription, .text),
      JSONField("localizedPrice", \.localizedPrice, .text),
      JSONField("active", \.isActive, .flag, "whether it is in use"),
      JSONField("storeCode", \.storeCode, .storeCode),
      JSONField("valid", \.isValid, .flag, "whether the store has information on it"),
    ])

  package static let purchaseFields: JSONFields<Purchase> = JSONFields(
    Purchase(paymentSeq: ""), named: "Purchase",
    [
      JSONField("userID", \.userID, .identifier), JSONField("storeCode", \.storeCode, .storeCode),
      JSONField("productIdentifier", \.productIdentifier, .identifier),
      JSONField("productSeq", \.productSeq, .integer),
      JSONField("productType", \.productType, .productType), JSONField("price", \.price, .price),
      JSONField("currency", \.currency, .text, "ISO 4217"),
      JSONField("paymentSeq", \.paymentSeq, .paymentSeq, "digits"),
      JSONField(
        "accessToken", \.accessToken, .secret, "lets its holder consume the payment"),
      JSONField("transactionIdentifier", \.transactionIdentifier, .identifier),
      JSONField(
        "originalTransactionIdentifier", \.originalTransactionIdentifier, .identifier,
        "of a subscription: its first payment's transaction"),
      JSONField("purchaseTime", \.purchaseTime, .instant),
      JSONField("expiryTime", \.expiryTime, .instant),
      JSONField("storePayment", \.isStorePayment, .flag),
      JSONField("sandboxPayment", \.isSandboxPayment, .flag),
      JSONField("payload", \.payload, .text),
    ])

  static let subscription = JSONFields(
    Subscription(purchase: Purchase(paymentSeq: ""), status: nil, renewTime: nil),
    named: "Subscription",
    purchaseFields.all.map { $0.of(\.purchase) } + [
      JSONField("status", \.status, .status, "by the names of the Android SDK"),
      JSONField(
        "renewTime", \.renewTime, .instant,
        "of the last renewal; the purchase before the first one"),
    ])

  static let consumeReceipt = JSONFields(
    ConsumeReceipt(price: nil, currency: nil, productSeq: nil), named: "ConsumeReceipt",
    [
      JSONField("price", \.price, .price), JSONField("currency", \.currency, .text),
      JSONField("productSeq", \.productSeq, .integer), JSONField("userID", \.userID, .identifier),
    ])

  static let completionReport = JSONFields(
    CompletionReport(), named: "CompletionReport",
    [
      JSONField(
        "purchases", \.purchases, .list(of: purchaseFields.codec), "what was restored or completed"),
      JSONField(
        "closed", \.closed, .list(of: .paymentSeq),
        "payments that were closed, for no money had been taken"),
      JSONField("failures", \.failures, .list(of: FixtureError.codec), "what could not be"),
    ])

  static let purchaseOutcome = OutcomeFields.fields.codec.map(write: OutcomeFields.init) {
    fields throws(JSONProblem) in try fields.outcome()
  }

  /// What the markets that answered said, and which did not.
  static func answer<Element>(
    of name: String, _ element: JSONFields<Element>
  ) -> JSONCodec<Answer<Element>> {
    JSONFields(Answer([]), answerFields(of: name, element)).codec
  }

  fileprivate static func answerFields<Element>(
    of name: String, _ element: JSONFields<Element>
  ) -> [JSONField<Answer<Element>>] {
    [
      JSONField(name, \.elements, .list(of: element.codec)),
      JSONField(
        "failures", \.failures, .list(of: marketFailure), "the markets that could not be asked"),
      JSONField(
        "isAnswered", \.isAnswered, .flag, "whether any market answered, be it with nothing"),
    ]
  }

  private static let marketFailure = FailureFields.fields.codec.map(
    write: { FailureFields(market: $0.market, error: $0.error) },
    read: { MarketFailure($0.market, $0.error) })
}

/// A page of an unconsumed list.
package struct UnconsumedPage: Sendable {
  package var answer: Answer<Purchase>
  /// Asks for the next page; nil at the end.
  package var cursor: String?

  package init(_ answer: Answer<Purchase>, cursor: String? = nil) {
    (self.answer, self.cursor) = (answer, cursor)
  }

  static let fields = JSONFields(
    UnconsumedPage(Answer([])), named: "UnconsumedPage",
    FixtureAPI.answerFields(of: "purchases", FixtureAPI.purchaseFields).map { $0.of(\.answer) } + [
      JSONField("cursor", \.cursor, .text, "asks for the next page; null at the end")
    ])
}

private struct FailureFields {
  var market: StoreCode
  var error: IAPError

  static let fields = JSONFields(
    FailureFields(market: "", error: .iap(.unknown, .bug(""))), named: "MarketFailure",
    [
      JSONField("storeCode", \.market, .storeCode), JSONField("error", \.error, FixtureError.codec),
    ])
}

/// How a purchase ended: a word, and the one of three members that goes with it.
private struct OutcomeFields {
  enum Kind: String, CaseIterable { case completed, interrupted, deferred }

  var kind = Kind.completed
  var purchase: Purchase?
  var payment: Identifier?
  var product: Product?

  init() {}

  init(_ outcome: PurchaseOutcome) {
    switch outcome {
    case .completed(let purchase): (kind, self.purchase) = (.completed, purchase)
    case .interrupted(let payment): (kind, self.payment) = (.interrupted, payment)
    case .deferred(let product): (kind, self.product) = (.deferred, product)
    }
  }

  func outcome() throws(JSONProblem) -> PurchaseOutcome {
    switch kind {
    case .completed: .completed(try Self.known(purchase, "purchase"))
    case .interrupted: .interrupted(payment: try Self.known(payment, "paymentSeq"))
    case .deferred: .deferred(try Self.known(product, "product"))
    }
  }

  private static func known<Value>(_ value: Value?, _ name: String) throws(JSONProblem) -> Value {
    guard let value else { throw JSONProblem(place: name, problem: "missing") }
    return value
  }

  static let fields = JSONFields(
    OutcomeFields(), named: "PurchaseOutcome",
    [
      JSONField("outcome", \.kind, .choice),
      JSONField("purchase", \.purchase, FixtureAPI.purchaseFields.codec, "of a completed one"),
      JSONField(
        "paymentSeq", \.payment, .paymentSeq, "of one that was charged and waits to be reprocessed"),
      JSONField("product", \.product, FixtureAPI.product.codec, "that was kept"),
    ])
}
