import IAPCore

/// A service that tells, for each call, what was asked, how it ended and how long it took. No
/// token is told.
struct TracedService: IAPService {
  private let service: any IAPService
  private let clock: @Sendable () -> Duration
  private let trace: @Sendable (String) -> Void

  init(
    _ service: any IAPService, clock: @escaping @Sendable () -> Duration,
    trace: @escaping @Sendable (String) -> Void
  ) {
    self.service = service
    self.clock = clock
    self.trace = trace
  }

  var origin: String { service.origin }

  var needsToken: Bool { service.needsToken }

  var needsProductSeq: Bool { service.needsProductSeq }

  var listsProductIdentifiers: Bool { service.listsProductIdentifiers }

  private func traced<Value>(
    _ call: String, _ count: (Value) -> String,
    _ body: () async throws(IAPError) -> Value
  ) async throws(IAPError) -> Value {
    let start = clock()
    do {
      let value = try await body()
      tell(call, count(value), since: start)
      return value
    } catch {
      tell(call, "\(error.name), \(error.outcome.rawValue)", since: start)
      throw error
    }
  }

  private func tell(_ call: String, _ outcome: String, since start: Duration) {
    let (seconds, attoseconds) = (clock() - start).components
    let tenths = seconds * 10_000 + attoseconds / 100_000_000_000_000
    trace("\(call): \(outcome), \(tenths / 10).\(tenths % 10) ms")
  }

  private static func words(_ markets: [StoreCode]) -> String {
    markets.isEmpty ? "all markets" : markets.map(\.text).joined(separator: ", ")
  }

  func products(in markets: [StoreCode]) async throws(IAPError) -> MarketResults<Product> {
    try await traced("products in \(Self.words(markets))", { "\($0.elements.count) products" }) {
      () async throws(IAPError) in try await service.products(in: markets)
    }
  }

  func purchase(_ request: PurchaseRequest) async throws(IAPError) -> PurchaseOutcome {
    let call = "purchase of \(request.product) by \(request.user) in \(request.market)"
    return try await traced(call, Self.word) {
      () async throws(IAPError) in try await service.purchase(request)
    }
  }

  private static func word(_ outcome: PurchaseOutcome) -> String {
    switch outcome {
    case .completed(let purchase): "payment \(purchase.paymentSeq)"
    case .interrupted(let payment): "payment \(payment) interrupted"
    case .deferred: "deferred"
    }
  }

  func deferredProducts(
    of user: Identifier, in markets: [StoreCode]
  ) async throws(IAPError) -> MarketResults<Product> {
    try await traced("deferred products of \(user)", { "\($0.elements.count) products" }) {
      () async throws(IAPError) in try await service.deferredProducts(of: user, in: markets)
    }
  }

  func unconsumed(
    _ query: UnconsumedQuery
  ) async throws(IAPError) -> PageSequence<MarketResults<Purchase>> {
    let owner = if case .user(let user) = query.owner { user.text } else { "all users" }
    let call = "unconsumed of \(owner) in \(Self.words(query.markets))"
    let list = try await traced(call, { _ in "begins" }) { () async throws(IAPError) in
      try await service.unconsumed(query)
    }
    return PageSequence {
      let pages = list.makeAsyncIterator()
      return { () async throws(IAPError) in
        try await traced(call, Self.word) { () async throws(IAPError) in
          try await pages.next()
        }
      }
    }
  }

  private static func word(_ page: MarketResults<Purchase>?) -> String {
    guard let page else { return "no more" }
    let failures = page.failures.map { "\($0.market) failed: \($0.error.name)" }
    let purchases = page.isAnswered ? ["\(page.elements.count) purchases"] : []
    return (failures + purchases).joined(separator: ", ")
  }

  func unknownNames(among names: GivenNames) async throws(IAPError) -> [UnknownName] {
    try await service.unknownNames(among: names)
  }

  func consumable(_ requests: [ConsumeRequest]) async -> [Result<Purchase, IAPError>] {
    let start = clock()
    let answers = await service.consumable(requests)
    let found = answers.count { if case .success = $0 { true } else { false } }
    tell("lookup of \(requests.count) payments", "\(found) can be consumed", since: start)
    return answers
  }

  func consume(_ requests: [ConsumeRequest]) async -> [ConsumeAnswer] {
    let start = clock()
    let answers = await service.consume(requests)
    for (request, answer) in zip(requests, answers) {
      let outcome =
        switch answer.result {
        case .success: "consumed"
        case .failure(let error): "\(error.name), \(error.outcome.rawValue)"
        }
      tell("consume of \(request.paymentSeq)", outcome, since: start)
    }
    return answers
  }

  func subscriptions(
    _ query: SubscriptionQuery
  ) async throws(IAPError) -> MarketResults<Subscription> {
    let call = "subscriptions of \(query.user) in \(Self.words(query.markets))"
    return try await traced(call, { "\($0.elements.count) subscriptions" }) {
      () async throws(IAPError) in try await service.subscriptions(query)
    }
  }

  func restore(
    _ user: Identifier, in markets: [StoreCode]
  ) async throws(IAPError) -> CompletionReport {
    try await traced("restore of \(user) in \(Self.words(markets))", Self.word) {
      () async throws(IAPError) in try await service.restore(user, in: markets)
    }
  }

  func reprocess(
    _ user: Identifier, in markets: [StoreCode]
  ) async throws(IAPError) -> CompletionReport {
    try await traced("reprocess of \(user) in \(Self.words(markets))", Self.word) {
      () async throws(IAPError) in try await service.reprocess(user, in: markets)
    }
  }

  private static func word(_ report: CompletionReport) -> String {
    "\(report.purchases.count) completed, \(report.closed.count) closed, "
      + "\(report.failures.count) failed"
  }
}
