package import IAPCore
package import Records
import SQLite

extension FixtureStore: IAPService {
  package nonisolated var traits: ServiceTraits {
    ServiceTraits(origin: "fixture:\(identity)", needsToken: false, findsPayments: true)
  }

  package nonisolated var taskExecutor: (any TaskExecutor)? { nil }

  package func products(in markets: [StoreCode]) throws(IAPError) -> MarketResults<[Product]> {
    try traced(
      "products", in: markets,
      try query(.products, in: markets) { try $0.products(in: markets) }
    ) { "\($0.elements.count) products" }
  }

  package func purchase(_ request: PurchaseRequest) throws(IAPError) -> PurchaseOutcome {
    try traced(
      "purchase of \(request.product) by \(request.user)", in: [request.market],
      try mutate(
        .purchase, user: request.user, product: request.product, in: [request.market]
      ) { try $0.buy(request) }, \.traceText)
  }

  package func deferredProducts(
    of user: Identifier, in markets: [StoreCode]
  ) throws(IAPError) -> MarketResults<[Product]> {
    try traced(
      "deferred products of \(user)", try read { try $0.deferredProducts(of: user, in: markets) }
    ) { "\($0.elements.count) products" }
  }

  /// Each page is a transaction of its own; no transaction stays open between pages. Payments of the
  /// list can be consumed before its first page is read.
  package func unconsumed(
    _ query: UnconsumedQuery
  ) async throws(IAPError) -> PageSequence<MarketResults<[Purchase]>> {
    try traced(query, try pages(of: query))
  }

  private func pages(
    of query: UnconsumedQuery
  ) throws(IAPError) -> PageSequence<MarketResults<[Purchase]>> {
    let beginning = try self.query(.unconsumed, user: query.user, in: query.markets) {
      try $0.beginning(of: query)
    }
    return PageSequence(from: PaymentCursor.start) { cursor async throws(IAPError) in
      let (purchases, next) = try await self.read { try $0.unconsumed(query, after: cursor) }
      var page = cursor.isStart ? beginning : MarketResults([])
      page.elements = purchases
      return (page, next)
    }
  }

  /// The first page is read here, in one transaction with the faults of the list.
  package func unconsumedRecords(
    _ query: UnconsumedQuery
  ) async throws(IAPError) -> PageSequence<MarketResults<RecordBatch>> {
    try traced(
      query,
      PageSequence(try firstUnconsumedRecords(query)) { cursor async throws(IAPError) in
        let (records, next) = try await self.read {
          try $0.unconsumedRecords(query, .all, after: cursor)
        }
        return (MarketResults(records), next)
      })
  }

  /// Begins an unconsumed list. A fault can apply here only, not to the pages that follow.
  ///
  /// - Returns: the first page, and the position after it, which is nil on the last page.
  package func firstUnconsumed(
    _ query: UnconsumedQuery
  ) throws(IAPError) -> (page: MarketResults<[Purchase]>, next: PaymentCursor?) {
    try begin(query) { try $0.unconsumed(query, after: .start) }
  }

  /// - Parameter columns: the fields of the records.
  private func firstUnconsumedRecords(
    _ query: UnconsumedQuery, _ columns: PurchaseColumns = .all
  ) throws(IAPError) -> (page: MarketResults<RecordBatch>, next: PaymentCursor?) {
    try begin(query) { try $0.unconsumedRecords(query, columns, after: .start) }
  }

  private func begin<Elements: Sendable>(
    _ query: UnconsumedQuery,
    _ first: (StoreSession) throws -> (Elements, PaymentCursor?)
  ) throws(IAPError) -> (page: MarketResults<Elements>, next: PaymentCursor?) {
    try self.query(.unconsumed, user: query.user, in: query.markets) { session in
      let markets = try session.beginning(of: query)
      let (elements, next) = try first(session)
      let page = MarketResults(
        elements, failures: markets.failures, isAnswered: markets.isAnswered)
      return (page, next)
    }
  }

  /// The whole unconsumed list as records. Throws the error of the first market that failed.
  ///
  /// - Parameter columns: the fields of the records.
  package func wholeUnconsumedRecords(
    _ query: UnconsumedQuery, _ columns: PurchaseColumns
  ) throws(IAPError) -> [RecordBatch] {
    var (first, next) = try firstUnconsumedRecords(query, columns)
    if let failure = first.failures.first { throw failure.error }
    var pages = [first.elements]
    while let cursor = next {
      let page = try read { try $0.unconsumedRecords(query, columns, after: cursor) }
      pages.append(page.records)
      next = page.next
    }
    return pages
  }

  package nonisolated func attempt(
    _ consumes: [ConsumeAttempt],
    ended: @escaping @Sendable (Int, AttemptResult<ConsumeReceipt>) -> Void
  ) {
    let (trace, start) = (options.trace, options.trace?.clock() ?? .zero)
    Task.detached {
      for (place, call) in await self.consume(consumes.map(\.payment)).enumerated() {
        trace?.end(
          "consume of \(consumes[place].payment.paymentSeq)", call.result, since: start
        ) { _ in "consumed" }
        ended(place, AttemptResult(call))
      }
    }
  }

  /// Consumes payments in one transaction. Each result is durable when the function returns.
  package func consume(_ requests: [Payment]) -> [CallResult<ConsumeReceipt>] {
    do {
      return try change { session in
        let off = try session.failuresOfMarkets()
        let canBeListed = try off.isEmpty && !session.hasFaults(on: .consume)
        if requests.count > 1 { try session.prepareForGroup() }
        return try requests.map { request in
          if canBeListed, let receipt = try session.consumeIfListed(request) {
            return CallResult(.success(receipt))
          }
          let row = try session.purchase(numbered: request.paymentSeq)
          let result = try Self.applyFault(
            .consume, user: row?.purchase.userID, product: row?.purchase.productIdentifier,
            payment: request.paymentSeq, [row?.purchase.storeCode].compactMap(\.self), in: session
          ) { try $0.consume(request, off) }
          return CallResult(result)
        }
      }
    } catch {
      return requests.map { _ in
        CallResult(.failure(error), stopsBatch: Self.isLasting(error))
      }
    }
  }

  /// True if the next change would fail for the same reason. After a failed COMMIT the batch also
  /// stops: each further COMMIT could leave more payments with an unknown outcome.
  private static func isLasting(_ error: IAPError) -> Bool {
    switch error.code {
    case .iapctl(.unsettled), .iapctl(.storeNotWritten), .iapctl(.storeReplaced),
      .iapctl(.storeReadOnly),
      .iapctl(.storeDamaged):
      true
    default: false
    }
  }

  package func unknownNames(among names: GivenNames) async throws(IAPError) -> [UnknownName] {
    names == GivenNames() ? [] : try read { try $0.unknownNames(among: names) }
  }

  package func interrupted(
    _ query: UnconsumedQuery
  ) async throws(IAPError) -> [(user: Identifier, count: Int)] {
    try read { try $0.interrupted(query) }
  }

  package func consumable(_ requests: [Payment]) async -> [Result<Purchase, IAPError>] {
    let (trace, start) = (options.trace, options.trace?.clock() ?? .zero)
    let answers: [Result<Purchase, IAPError>]
    do {
      answers = try read { session in
        let off = try session.failuresOfMarkets()
        return try requests.map { try session.consumable($0, off).map(\.purchase) }
      }
    } catch {
      answers = requests.map { _ in .failure(error) }
    }
    trace?.end(
      "lookup of \(requests.count) payments", .success(answers.count(where: \.isSuccess)),
      since: start
    ) { "\($0) can be consumed" }
    return answers
  }

  package func payments(
    _ query: PaymentQuery
  ) async throws(IAPError) -> PageSequence<[StoredPayment]> {
    try traced("payments", of: query.users, in: query.markets, try pages(of: query)) {
      "\($0.count) payments"
    }
  }

  /// Each page is a transaction of its own.
  private func pages(
    of query: PaymentQuery
  ) throws(IAPError) -> PageSequence<[StoredPayment]> {
    let query = query.fixed(at: try read(\.now))
    return PageSequence(from: PaymentCursor.start) { cursor async throws(IAPError) in
      let (payments, next) = try await self.read { try $0.payments(query, after: cursor) }
      return (payments, next)
    }
  }

  package func histories(of number: Identifier) throws(IAPError) -> [PaymentHistory] {
    try traced("payment \(number)", try read { try $0.histories(of: number) }) {
      "\($0.count) found"
    }
  }

  package func subscriptions(
    _ query: SubscriptionQuery
  ) throws(IAPError) -> MarketResults<[Subscription]> {
    try traced(
      "subscriptions of \(query.user)", in: query.markets,
      try self.query(.subscriptions, user: query.user, in: query.markets) {
        try $0.subscriptions(query)
      }
    ) { "\($0.elements.count) subscriptions" }
  }

  package func restore(_ request: UserRequest) throws(IAPError) -> CompletionReport {
    try complete(.restore, request) { try $0.restore(request) }
  }

  package func reprocess(_ request: UserRequest) throws(IAPError) -> CompletionReport {
    try complete(.reprocess, request) { try $0.reprocess(request) }
  }

  private func complete(
    _ operation: IAPOperation, _ request: UserRequest,
    _ body: (StoreSession) throws -> CompletionReport
  ) throws(IAPError) -> CompletionReport {
    try traced(
      "\(operation.rawValue) of \(request.user)", in: request.markets,
      try mutate(operation, user: request.user, product: nil, in: request.markets) {
        .success(try body($0))
      }, \.traceText)
  }

  package func consumeListed(
    _ query: UnconsumedQuery, isOrdered: Bool, after cursor: ConsumedGroup.Cursor?, most limit: Int
  ) async -> ConsumedGroup? {
    let start = options.trace?.clock() ?? .zero
    var group: ConsumedGroup?
    do {
      try change { session in
        group = try session.consumeListed(query, isOrdered: isOrdered, after: cursor, limit: limit)
      }
    } catch {
      guard error.outcome == .unknown else { return nil }
      group?.failure = error
    }
    guard let group, !group.payments.isEmpty else { return nil }
    options.trace?.end(
      "consume of \(group.payments.count) listed payments",
      group.failure.map(Result.failure) ?? .success(()), since: start
    ) { _ in "consumed" }
    return group
  }
}

extension StoreSession {
  /// An unconsumed list without purchases.
  fileprivate func beginning(of query: UnconsumedQuery) throws -> MarketResults<[Purchase]> {
    MarketResults(
      [], failures: try unconsumedFailures(query),
      isAnswered: try isAnyAvailable(of: query.markets))
  }
}
