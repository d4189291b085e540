import IAPCore

/// A market that could not be asked.
struct FixtureFailure: Decodable, Sendable {
  let storeCode: String
  let error: WireError

  func failure(_ redactor: Redactor) -> MarketFailure {
    MarketFailure(StoreCode(redactor.redacted(storeCode)), error.error(redactor))
  }
}

/// `products`, with what every list says of its markets.
struct FixtureProducts: Decodable, Sendable {
  let products: [FixtureProduct]
  let failures: [FixtureFailure]
  let isAnswered: Bool

  func answer(_ redactor: Redactor) -> MarketResults<Product> {
    MarketResults(
      products.map(\.product), failures: failures.map { $0.failure(redactor) },
      isAnswered: isAnswered)
  }
}

/// `subscriptions`, with what every list says of its markets.
struct FixtureSubscriptions: Decodable, Sendable {
  let subscriptions: [FixtureSubscription]
  let failures: [FixtureFailure]
  let isAnswered: Bool

  func answer(_ redactor: Redactor) -> MarketResults<Subscription> {
    MarketResults(
      subscriptions.map(\.subscription), failures: failures.map { $0.failure(redactor) },
      isAnswered: isAnswered)
  }
}

/// A piece of an unconsumed list.
struct FixturePiece: Decodable, Sendable {
  let purchases: [FixturePurchase]
  let failures: [FixtureFailure]
  let isAnswered: Bool
  /// Asks for the next piece; nil at the end.
  let cursor: String?

  func answer(_ redactor: Redactor) -> MarketResults<Purchase> {
    MarketResults(
      purchases.map(\.purchase), failures: failures.map { $0.failure(redactor) },
      isAnswered: isAnswered)
  }
}

/// How a purchase ended.
struct FixtureOutcome: Decodable, Sendable {
  let outcome: PurchaseOutcome

  private enum Key: CodingKey { case outcome, purchase, paymentSeq, product }

  init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: Key.self)
    switch try members.decode(String.self, forKey: .outcome) {
    case "completed":
      outcome = .completed(
        try members.decode(FixturePurchase.self, forKey: .purchase).purchase)
    case "interrupted":
      outcome = .interrupted(
        payment: try members.decode(WirePaymentSeq.self, forKey: .paymentSeq).identifier)
    case "deferred":
      outcome = .deferred(try members.decode(FixtureProduct.self, forKey: .product).product)
    default:
      throw DecodingError.dataCorruptedError(
        forKey: .outcome, in: members, debugDescription: "no outcome")
    }
  }
}

/// What a restore or a reprocess did.
struct FixtureCompletion: Decodable, Sendable {
  let purchases: [FixturePurchase]
  let closed: [WirePaymentSeq]
  let failures: [WireError]

  func report(_ redactor: Redactor) -> CompletionReport {
    var report = CompletionReport()
    report.purchases = purchases.map(\.purchase)
    report.closed = closed.map(\.identifier)
    report.failures = failures.map { $0.error(redactor) }
    return report
  }
}

/// What is said of a consumed payment.
struct FixtureReceipt: Decodable, Sendable {
  let price: WirePrice?
  let currency: String?
  let productSeq: WireInteger?
  let userID: String?

  var receipt: ConsumeReceipt {
    ConsumeReceipt(
      price: price?.price, currency: currency, productSeq: productSeq?.value,
      userID: userID.map { Identifier($0) })
  }
}
