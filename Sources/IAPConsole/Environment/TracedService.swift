import IAPCore

/// Traces each call of a service: the request, its outcome and its duration. It traces no token.
struct TracedService: IAPService {
  private let service: any IAPService
  private let clock: @Sendable () -> Duration
  private let trace: @Sendable (String) -> Void

  init(
    _ service: any IAPService, clock: @escaping @Sendable () -> Duration,
    trace: @escaping @Sendable (String) -> Void
  ) {
    (self.service, self.clock, self.trace) = (service, clock, trace)
  }

  var traits: ServiceTraits { service.traits }

  func products(in markets: [StoreCode]) async throws(IAPError) -> MarketResults<Product> {
    try await traced(
      "products in \(Self.text(markets))", Self.text, try await service.products(in: markets))
  }

  func purchase(_ request: PurchaseRequest) async throws(IAPError) -> PurchaseOutcome {
    try await traced(
      "purchase of \(request.product) by \(request.user) in \(request.market)", Self.text,
      try await service.purchase(request))
  }

  func deferredProducts(
    of user: Identifier, in markets: [StoreCode]
  ) async throws(IAPError) -> MarketResults<Product> {
    try await traced(
      "deferred products of \(user)", Self.text,
      try await service.deferredProducts(of: user, in: markets))
  }

  func unconsumed(
    _ query: UnconsumedQuery
  ) async throws(IAPError) -> PageSequence<MarketResults<Purchase>> {
    let owner = if case .user(let user) = query.owner { user.text } else { "all users" }
    let call = "unconsumed of \(owner) in \(Self.text(query.markets))"
    let list = try await traced(call, { _ in "begins" }, try await service.unconsumed(query))
    return PageSequence {
      let pages = list.makeAsyncIterator()
      return { () async throws(IAPError) in
        try await traced(call, Self.text, try await pages.next())
      }
    }
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

  func consume(_ requests: [ConsumeRequest]) async -> [CallResult<ConsumeReceipt>] {
    let start = clock()
    let results = await service.consume(requests)
    for (request, call) in zip(requests, results) {
      let outcome =
        switch call.result {
        case .success: "consumed"
        case .failure(let error): Self.text(error)
        }
      tell("consume of \(request.paymentSeq)", outcome, since: start)
    }
    return results
  }

  func subscriptions(_ query: SubscriptionQuery) async throws(IAPError) -> MarketResults<
    Subscription
  > {
    try await traced(
      "subscriptions of \(query.user) in \(Self.text(query.markets))",
      { "\($0.elements.count) subscriptions" }, try await service.subscriptions(query))
  }

  func restore(
    _ user: Identifier, in markets: [StoreCode]
  ) async throws(IAPError) -> CompletionReport {
    try await traced(
      "restore of \(user) in \(Self.text(markets))", Self.text,
      try await service.restore(user, in: markets))
  }

  func reprocess(
    _ user: Identifier, in markets: [StoreCode]
  ) async throws(IAPError) -> CompletionReport {
    try await traced(
      "reprocess of \(user) in \(Self.text(markets))", Self.text,
      try await service.reprocess(user, in: markets))
  }

  // MARK: Lines

  private func traced<Value>(
    _ call: String, _ text: (Value) -> String,
    _ body: @autoclosure () async throws(IAPError) -> Value
  ) async throws(IAPError) -> Value {
    let start = clock()
    do {
      let value = try await body()
      tell(call, text(value), since: start)
      return value
    } catch {
      tell(call, Self.text(error), since: start)
      throw error
    }
  }

  private func tell(_ call: String, _ outcome: String, since start: Duration) {
    trace("\(call): \(outcome), \((clock() - start).inMilliseconds)")
  }

  private static func text(_ markets: [StoreCode]) -> String {
    markets.isEmpty ? "all markets" : markets.map(\.text).joined(separator: ", ")
  }

  private static func text(_ error: IAPError) -> String {
    "\(error.name), \(error.outcome.rawValue)"
  }

  private static func text(_ results: MarketResults<Product>) -> String {
    "\(results.elements.count) products"
  }

  private static func text(_ outcome: PurchaseOutcome) -> String {
    switch outcome {
    case .completed(let purchase): "payment \(purchase.paymentSeq)"
    case .interrupted(let payment): "payment \(payment) interrupted"
    case .deferred: "deferred"
    }
  }

  private static func text(_ page: MarketResults<Purchase>?) -> String {
    guard let page else { return "no more" }
    let failures = page.failures.map { "\($0.market) failed: \($0.error.name)" }
    let purchases = page.isAnswered ? ["\(page.elements.count) purchases"] : []
    return (failures + purchases).joined(separator: ", ")
  }

  private static func text(_ report: CompletionReport) -> String {
    "\(report.purchases.count) completed, \(report.closed.count) closed, "
      + "\(report.failures.count) failed"
  }
}
