import IAPCore
import JSON

extension FixtureAPI {
  static let product = JSONFields(
    Product(productIdentifier: "", productSeq: 0, productType: nil), named: "Product",
    Product.fields.map { .field($0) })

  /// The dialect has no products of Gamebase.
  static let purchaseFields: JSONFields<Purchase> = JSONFields(
    Purchase(paymentSeq: ""), named: "Purchase",
    Purchase.fields.filter { $0.name != "gamebaseProductId" }.map { .field($0) })

  static let subscription = JSONFields(
    Subscription(purchase: Purchase(paymentSeq: ""), status: nil, renewTime: nil),
    named: "Subscription",
    Subscription.fields.filter { !["gamebaseProductId", "referenceStatus"].contains($0.name) }
      .map { .field($0) })

  static let consumeReceipt = JSONFields(
    ConsumeReceipt(price: nil, currency: nil, productSeq: nil), named: "ConsumeReceipt",
    [
      .nullable("price", \.price, .price), .nullable("currency", \.currency, .text),
      .nullable("productSeq", \.productSeq, .integer), .nullable("userID", \.userID, .identifier),
    ])

  static let completionReport = JSONFields(
    CompletionReport(), named: "CompletionReport",
    [
      .required(
        "purchases", \.purchases, .list(of: purchaseFields.codec), "what was restored or completed"),
      .defaulted(
        "recorded", \.recorded, .list(of: .paymentSeq),
        "those of a restore that were recorded or completed now", isAlwaysWritten: true),
      .required(
        "closed", \.closed, .list(of: .paymentSeq),
        "payments that were closed because no money was taken"),
      .required("failures", \.failures, .list(of: FixtureError.codec), "purchases that failed"),
    ])

  static let purchaseOutcome = OutcomeFields.fields.codec.map(write: OutcomeFields.init) {
    fields throws(JSONProblem) in try fields.outcome()
  }

  /// The results of the markets that answered, and the errors of the others.
  static func answer<Element>(
    of name: String, _ element: JSONFields<Element>
  ) -> JSONCodec<MarketResults<[Element]>> {
    JSONFields(MarketResults([]), answerFields(of: name, element)).codec
  }

  static func answerFields<Element>(
    of name: String, _ element: JSONFields<Element>
  ) -> [JSONField<MarketResults<[Element]>>] {
    [
      .required(name, \.elements, .list(of: element.codec)),
      .required(
        "failures", \.failures, .list(of: marketFailure), "the markets that could not be asked"),
      .required(
        "isAnswered", \.isAnswered, .flag, "whether any market answered, even with an empty list"),
    ]
  }

  private static let marketFailure = FailureFields.fields.codec.map(
    write: { FailureFields(market: $0.market, error: $0.error) },
    read: { MarketFailure($0.market, $0.error) })
}

package struct WirePage<Content: Sendable>: Sendable {
  package private(set) var content: Content
  /// The cursor for the next page; nil on the last page.
  package private(set) var cursor: String?

  package init(_ content: Content, cursor: String?) {
    (self.content, self.cursor) = (content, cursor)
  }

  static func codec(
    _ name: String, _ blank: Content, _ members: [JSONField<Content>]
  ) -> JSONCodec<WirePage> {
    JSONFields(
      WirePage(blank, cursor: nil), named: name,
      members.map { $0.of(\.content) } + [
        .nullable("cursor", \.cursor, .text, "asks for the next page; null at the end")
      ]
    ).codec
  }
}

private struct FailureFields {
  var market: StoreCode
  var error: IAPError

  static let fields = JSONFields(
    FailureFields(market: "", error: .iap(.unknown, .bug(""))), named: "MarketFailure",
    [
      .required("storeCode", \.market, .storeCode), .required("error", \.error, FixtureError.codec),
    ])
}

/// The result of a purchase: its kind, and the one of three members that belongs to that kind.
private struct OutcomeFields {
  enum Kind: String, CaseIterable { case completed, reserved, interrupted, pending, deferred }

  var kind = Kind.completed
  var purchase: Purchase?
  var payment: Identifier?
  var product: Product?

  init() {}

  init(_ outcome: PurchaseOutcome) {
    switch outcome {
    case .completed(let purchase): (kind, self.purchase) = (.completed, purchase)
    case .reserved(let payment): (kind, self.payment) = (.reserved, payment)
    case .interrupted(let payment): (kind, self.payment) = (.interrupted, payment)
    case .pending(let payment): (kind, self.payment) = (.pending, payment)
    case .deferred(let product): (kind, self.product) = (.deferred, product)
    }
  }

  func outcome() throws(JSONProblem) -> PurchaseOutcome {
    switch kind {
    case .completed: .completed(try Self.known(purchase, "purchase"))
    case .reserved: .reserved(payment: try Self.known(payment, "paymentSeq"))
    case .interrupted: .interrupted(payment: try Self.known(payment, "paymentSeq"))
    case .pending: .pending(payment: try Self.known(payment, "paymentSeq"))
    case .deferred: .deferred(try Self.known(product, "product"))
    }
  }

  private static func known<Value>(_ value: Value?, _ name: String) throws(JSONProblem) -> Value {
    guard let value else { throw JSONProblem(place: name, .missing) }
    return value
  }

  static let fields = JSONFields(
    OutcomeFields(), named: "PurchaseOutcome",
    [
      .required("outcome", \.kind, .choice),
      .nullable("purchase", \.purchase, FixtureAPI.purchaseFields.codec, "the completed purchase"),
      .nullable(
        "paymentSeq", \.payment, .paymentSeq,
        "the payment that is to be reprocessed (reserved, interrupted) or approved (pending)"),
      .nullable("product", \.product, FixtureAPI.product.codec, "the deferred product"),
    ])
}
