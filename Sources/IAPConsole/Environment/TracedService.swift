import IAPCore

/// A page of a list, as purchases or as records.
protocol ListPage: Sendable {
  var count: Int { get }
  var failures: [MarketFailure] { get }
  var isAnswered: Bool { get }
}

extension MarketResults: ListPage { var count: Int { elements.count } }
extension PurchaseRecords: ListPage { var count: Int { records.count } }

/// Traces each call of a service: the request, its outcome and its duration. It traces no token.
struct TracedService: IAPService {
  let service: any IAPService
  let clock: @Sendable () -> Duration
  let trace: @Sendable (String) -> Void

  var traits: ServiceTraits { service.traits }
  var taskExecutor: (any TaskExecutor)? { service.taskExecutor }

  func products(in markets: [StoreCode]) async throws(IAPError) -> MarketResults<Product> {
    try await traced("products", in: markets, try await service.products(in: markets)) {
      "\($0.elements.count) products"
    }
  }

  func purchase(_ request: PurchaseRequest) async throws(IAPError) -> PurchaseOutcome {
    let call = "purchase of \(request.product) by \(request.user)"
    return try await traced(call, in: [request.market], try await service.purchase(request)) {
      switch $0 {
      case .completed(let purchase): "payment \(purchase.paymentSeq)"
      case .reserved(let payment): "payment \(payment) reserved"
      case .interrupted(let payment): "payment \(payment) interrupted"
      case .pending(let payment): "payment \(payment) pending"
      case .deferred: "deferred"
      }
    }
  }

  func deferredProducts(
    of user: Identifier, in markets: [StoreCode]
  ) async throws(IAPError) -> MarketResults<Product> {
    try await traced(
      "deferred products of \(user)", try await service.deferredProducts(of: user, in: markets)
    ) { "\($0.elements.count) products" }
  }

  func unconsumed(
    _ query: UnconsumedQuery
  ) async throws(IAPError) -> PageSequence<MarketResults<Purchase>> {
    try await traced(query, try await service.unconsumed(query))
  }

  func unconsumedRecords(
    _ query: UnconsumedQuery
  ) async throws(IAPError) -> PageSequence<PurchaseRecords> {
    try await traced(query, try await service.unconsumedRecords(query))
  }

  private func traced<Page: ListPage>(
    _ query: UnconsumedQuery, _ pages: @autoclosure () async throws(IAPError) -> PageSequence<Page>
  ) async throws(IAPError) -> PageSequence<Page> {
    try await traced("unconsumed", of: query.users, in: query.markets, try await pages()) { page in
      let failed = page.failures.map { "\($0.market) failed: \($0.error.name)" }
      return (failed + (page.isAnswered ? ["\(page.count) purchases"] : [])).joined(separator: ", ")
    }
  }

  func payments(_ query: PaymentQuery) async throws(IAPError) -> PageSequence<[StoredPayment]> {
    try await traced(
      "payments", of: query.users, in: query.markets, try await service.payments(query)
    ) { "\($0.count) payments" }
  }

  func transaction(of token: Secret) async throws(IAPError) -> PaymentTransaction {
    try await traced("payment of a token", try await service.transaction(of: token)) {
      "payment \($0.purchase.paymentSeq)"
    }
  }

  func subscriptions(of payments: [Payment]) async throws(IAPError) -> [Subscription] {
    try await traced(
      "subscriptions of payments", try await service.subscriptions(of: payments)
    ) { "\($0.count) subscriptions" }
  }

  func histories(of number: Identifier) async throws(IAPError) -> [PaymentHistory] {
    try await traced("payment \(number)", try await service.histories(of: number)) {
      "\($0.count) found"
    }
  }

  private func traced<Page>(
    _ list: String, of users: [Identifier], in markets: [StoreCode],
    _ pages: @autoclosure () async throws(IAPError) -> PageSequence<Page>,
    _ text: @escaping @Sendable (Page) -> String
  ) async throws(IAPError) -> PageSequence<Page> {
    let users = users.map(\.text).joined(separator: ", ")
    let call = "\(list) of \(users.isEmpty ? "all users" : users)"
    let list = try await traced(call, in: markets, try await pages()) { _ in "begins" }
    return PageSequence {
      let pages = list.makeAsyncIterator()
      return { () async throws(IAPError) in
        try await traced(call, in: markets, try await pages.next()) {
          $0.map(text) ?? "no more"
        }
      }
    }
  }

  func interrupted(
    _ query: UnconsumedQuery
  ) async throws(IAPError) -> [(user: Identifier, count: Int)] {
    try await service.interrupted(query)
  }

  func unknownNames(among names: GivenNames) async throws(IAPError) -> [UnknownName] {
    try await service.unknownNames(among: names)
  }

  func consumable(_ requests: [Payment]) async -> [Result<Purchase, IAPError>] {
    let start = clock()
    let answers = await service.consumable(requests)
    let found = answers.count { if case .success = $0 { true } else { false } }
    traceResult(
      "lookup of \(requests.count) payments", .success(found), { "\($0) can be consumed" },
      since: start)
    return answers
  }

  func attempt(
    _ consumes: [ConsumeAttempt],
    ended: @escaping @Sendable (Int, AttemptResult<ConsumeReceipt>) -> Void
  ) {
    let start = clock()
    service.attempt(consumes) { place, attempt in
      traceResult(
        "consume of \(consumes[place].payment.paymentSeq)", attempt.result, { _ in "consumed" },
        since: start)
      ended(place, attempt)
    }
  }

  func consumeListed(
    _ query: UnconsumedQuery, isOrdered: Bool, after cursor: ConsumedGroup.Cursor?, most limit: Int
  ) async -> ConsumedGroup? {
    let start = clock()
    let group = await service.consumeListed(
      query, isOrdered: isOrdered, after: cursor, most: limit)
    if let group {
      traceResult(
        "consume of \(group.payments.count) listed payments",
        group.failure.map(Result.failure) ?? .success(()), { _ in "consumed" }, since: start)
    }
    return group
  }

  func subscriptions(
    _ query: SubscriptionQuery
  ) async throws(IAPError) -> MarketResults<Subscription> {
    let call = "subscriptions of \(query.user)"
    return try await traced(call, in: query.markets, try await service.subscriptions(query)) {
      "\($0.elements.count) subscriptions"
    }
  }

  func restore(
    _ user: Identifier, in markets: [StoreCode], sdk: SDKVersion?
  ) async throws(IAPError) -> CompletionReport {
    try await traced(
      "restore of \(user)", in: markets,
      try await service.restore(user, in: markets, sdk: sdk), Self.text)
  }

  func reprocess(
    _ user: Identifier, in markets: [StoreCode], sdk: SDKVersion?
  ) async throws(IAPError) -> CompletionReport {
    try await traced(
      "reprocess of \(user)", in: markets,
      try await service.reprocess(user, in: markets, sdk: sdk), Self.text)
  }

  // MARK: Lines

  /// - Parameter markets: empty for all; nil if the line does not name them.
  private func traced<Answer>(
    _ call: String, in markets: [StoreCode]? = nil,
    _ body: @autoclosure () async throws(IAPError) -> Answer, _ text: (Answer) -> String
  ) async throws(IAPError) -> Answer {
    let start = clock()
    let result: Result<Answer, IAPError>
    do { result = .success(try await body()) } catch { result = .failure(error) }
    let names = markets.map { $0.isEmpty ? "all markets" : $0.map(\.text).joined(separator: ", ") }
    traceResult(call + (names.map { " in \($0)" } ?? ""), result, text, since: start)
    return try result.get()
  }

  private func traceResult<Answer>(
    _ call: String, _ result: Result<Answer, IAPError>, _ text: (Answer) -> String,
    since start: Duration
  ) {
    let outcome =
      switch result {
      case .success(let answer): text(answer)
      case .failure(let error): "\(error.name), \(error.outcome.rawValue)"
      }
    trace("\(call): \(outcome), \((clock() - start).inMilliseconds)")
  }

  private static func text(_ report: CompletionReport) -> String {
    "\(report.purchases.count) completed, \(report.closed.count) closed, "
      + "\(report.failures.count) failed"
  }
}
