package import IAPCore

/// The IAP service behind its REST API.
package struct RemoteService: IAPService {
  private let dialect: any Dialect
  private let caller: RequestExecutor
  /// Nil if the lists need none, or it cannot be asked for.
  private let catalogue: ProductCatalogue?

  /// - Parameters:
  ///   - transport: carries the requests.
  ///   - pace: what a batch of consumes keeps to; the first attempt at each has taken its turn.
  ///   - trace: is told of each attempt; no secret is in it.
  ///   - notice: is told what an answer says beside what was asked for.
  package init(
    _ api: RemoteAPI, _ access: RemoteAccess, transport: any HTTPTransport,
    policy: RetryPolicy, clock: CallClock, pace: RateLimiter? = nil,
    trace: @escaping @Sendable (String) -> Void,
    notice: @escaping @Sendable (RemoteNotice) -> Void
  ) {
    dialect = api.dialect(access, notice)
    let caller = RequestExecutor(
      transport: transport, policy: policy, clock: clock, pace: pace, origin: access.origin,
      trace: trace)
    self.caller = caller
    catalogue = dialect.productIdentifiers.map { call in
      ProductCatalogue(asking: { await caller.call(call).result }, notice: notice)
    }
  }

  package var origin: String { caller.origin }

  package var needsToken: Bool { dialect.needsToken }

  package var needsProductSeq: Bool { dialect.needsProductSeq }

  package var listsProductIdentifiers: Bool {
    dialect.listsProductIdentifiers || catalogue.map { !$0.hasFailed } ?? false
  }

  // MARK: Queries

  package func products(in markets: [StoreCode]) async throws(IAPError) -> MarketResults<Product> {
    try await merged(dialect.products(in: markets))
  }

  package func deferredProducts(
    of user: Identifier, in markets: [StoreCode]
  ) async throws(IAPError) -> MarketResults<Product> {
    try IdentifierLimits.check(user, "user")
    return try await merged(dialect.deferredProducts(of: user, in: markets))
  }

  package func subscriptions(
    _ query: SubscriptionQuery
  ) async throws(IAPError) -> MarketResults<Subscription> {
    try IdentifierLimits.check(query.user, "user")
    var answer = try await merged(dialect.subscriptions(query))
    guard let catalogue else { return answer }
    let purchases = await catalogue.named(answer.elements.map(\.purchase))
    for (index, purchase) in purchases.enumerated() { answer.elements[index].purchase = purchase }
    return answer
  }

  package func unconsumed(
    _ query: UnconsumedQuery
  ) async throws(IAPError) -> PageSequence<MarketResults<Purchase>> {
    if case .user(let user) = query.owner { try IdentifierLimits.check(user, "user") }
    var (pieces, failures) = try await answers(to: dialect.unconsumed(query))
    if !dialect.listsProductIdentifiers { pieces = try await chosen(of: pieces, query.products) }
    return PaginatedPurchases(pieces, failures: failures, of: query, by: caller).pages
  }

  /// Whole lists with the identifiers of their products, and of these the products that are wanted;
  /// all of them if none is named.
  private func chosen(
    of pieces: [ResponsePage<Purchase>], _ products: [Identifier]
  ) async throws(IAPError) -> [ResponsePage<Purchase>] {
    var chosen: [ResponsePage<Purchase>] = []
    for piece in pieces {
      var answer = piece.answer
      if let catalogue {
        let isNeeded = !products.allSatisfy(\.isDigits)
        answer.elements =
          isNeeded
          ? try await catalogue.required(answer.elements) : await catalogue.named(answer.elements)
      }
      if !products.isEmpty { answer.elements.removeAll { !$0.isOf(products) } }
      chosen.append(ResponsePage(answer, next: piece.next))
    }
    return chosen
  }

  private func merged<Element: Sendable>(
    _ calls: [APICall<MarketResults<Element>>]
  ) async throws(IAPError) -> MarketResults<Element> {
    let (answers, failures) = try await answers(to: calls)
    var results = MarketResults(joining: answers)
    results.failures += failures
    return results
  }

  /// Asks every market at once. One that fails is named beside what the others say; what is asked
  /// without a market fails as a whole.
  private func answers<Body: Sendable>(
    to calls: [APICall<Body>]
  ) async throws(IAPError) -> (answers: [Body], failures: [MarketFailure]) {
    var (answers, failures): ([Body], [MarketFailure]) = ([], [])
    for (call, called) in zip(calls, await all(calls)) {
      switch (called.result, call.market) {
      case (.success(let answer), _): answers.append(answer)
      case (.failure(let error), let market?): failures.append(MarketFailure(market, error))
      case (.failure(let error), nil): throw error
      }
    }
    return (answers, failures)
  }

  private func all<Body: Sendable>(_ calls: [APICall<Body>]) async -> [CallResult<Body>] {
    guard calls.count > 1 else {
      var answers: [CallResult<Body>] = []
      for call in calls { answers.append(await caller.call(call)) }
      return answers
    }
    let caller = caller
    return await withTaskGroup(of: (Int, CallResult<Body>).self) { group in
      for (index, call) in calls.enumerated() {
        group.addTask { (index, await caller.call(call)) }
      }
      var answers: [(Int, CallResult<Body>)] = []
      for await answer in group { answers.append(answer) }
      return answers.sorted { $0.0 < $1.0 }.map(\.1)
    }
  }

  // MARK: Changes

  package func purchase(_ request: PurchaseRequest) async throws(IAPError) -> PurchaseOutcome {
    try IdentifierLimits.check(request.user, "user")
    try IdentifierLimits.check(request.product, "product")
    return try await caller.call(dialect.purchase(request)).result.get()
  }

  package func restore(
    _ user: Identifier, in markets: [StoreCode]
  ) async throws(IAPError) -> CompletionReport {
    try IdentifierLimits.check(user, "user")
    return try await caller.call(dialect.restore(user, in: markets)).result.get()
  }

  package func reprocess(
    _ user: Identifier, in markets: [StoreCode]
  ) async throws(IAPError) -> CompletionReport {
    try IdentifierLimits.check(user, "user")
    return try await caller.call(dialect.reprocess(user, in: markets)).result.get()
  }

  package func consume(_ requests: [ConsumeRequest]) async -> [ConsumeAnswer] {
    var answers: [ConsumeAnswer] = []
    var stop: IAPError?
    for request in requests {
      if let reason = stop {
        answers.append(ConsumeAnswer(.failure(reason), attempts: 0).settled(for: request))
        continue
      }
      let answer = await consume(request)
      if answer.stopsBatch, case .failure(let error) = answer.result {
        stop = error.ofThoseBehind
      }
      answers.append(answer)
    }
    return answers
  }

  private func consume(_ request: ConsumeRequest) async -> ConsumeAnswer {
    do throws(IAPError) {
      if dialect.needsToken, request.accessToken == nil {
        throw .tokenMissing(request.paymentSeq)
      }
      try IdentifierLimits.check(request.paymentSeq, "payment number")
      try IdentifierLimits.check(request.user, "user")
      let call = try dialect.consume(request).flatMap { $0.answer(to: request) }
      let called = await caller.call(call, priorUnknown: request.priorUnknown)
      return ConsumeAnswer(
        called.result, attempts: called.attempts, priorUnknown: called.priorUnknown,
        stopsBatch: called.stopsBatch)
    } catch {
      return ConsumeAnswer(.failure(error), attempts: 0).settled(for: request)
    }
  }
}

/// The APIs that a server can be asked in: one line each.
package enum RemoteAPI: String, Sendable, CaseIterable {
  case service, legacy, fixture

  fileprivate func dialect(
    _ access: RemoteAccess, _ notice: @escaping @Sendable (RemoteNotice) -> Void
  ) -> any Dialect {
    switch self {
    case .service: ServiceDialect(access, notice: notice)
    case .legacy: LegacyDialect(access, notice: notice)
    case .fixture: FixtureDialect(access)
    }
  }
}

extension ConsumeReceipt {
  /// What it proves of the payment that was sent: a receipt of another product is another
  /// payment's.
  fileprivate func answer(to request: ConsumeRequest) -> DecodedResponse<ConsumeReceipt> {
    guard let sent = request.productSeq, let received = productSeq, sent != received else {
      return .success(self)
    }
    return .invalid("result.productSeq is \(received), and the payment is for product \(sent)")
  }
}
