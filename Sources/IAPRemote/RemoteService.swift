package import IAPCore
package import IAPWire

/// The IAP service, called through its REST API.
package struct RemoteService: IAPService {
  private let dialect: any Dialect
  private let wire: WireTraits
  private let transport: any HTTPTransport
  private let origin: String
  /// Those that are asked if the caller names none.
  private let markets: [StoreCode]
  /// How calls are repeated.
  package let policy: RetryPolicy
  package let environment: CallEnvironment
  private let sender: RetryingCalls
  private let catalogues: ProductCatalogues
  private let notice: @Sendable (RemoteNotice) -> Void

  /// - Parameters:
  ///   - transport: sends the requests.
  ///   - trace: receives a line for each attempt, without secrets; nil if no lines are wanted.
  ///   - serverTime: receives the time that the server gives with each response; nil if it does not
  ///     matter.
  ///   - notice: receives facts from a response that the caller did not ask for.
  package init(
    _ api: WireDialect, _ access: RemoteAccess, transport: any HTTPTransport,
    policy: RetryPolicy, environment: CallEnvironment,
    trace: (@Sendable (String) -> Void)?, serverTime: (@Sendable (Instant) -> Void)? = nil,
    notice: @escaping @Sendable (RemoteNotice) -> Void
  ) {
    let clock = environment.clock
    (self.policy, self.environment) = (policy, environment)
    (dialect, wire) = (api.client(access, now: clock.realTime, notice), api.traits)
    let sender = RetryingCalls(
      over: transport, policy, in: environment, origin: access.origin, trace: trace,
      serverTime: serverTime)
    (self.transport, self.sender, origin, self.notice) = (transport, sender, access.origin, notice)
    markets = access.markets
    catalogues = ProductCatalogues(
      dialect, apps: access.appSeqs.all, notice: notice,
      asking: { await sender.call($0).result })
  }

  package var traits: ServiceTraits {
    var traits = ServiceTraits(
      origin: origin, needsToken: wire.needsToken, needsProductSeq: wire.needsProductSeq,
      listsProductIdentifiers: wire.listsProductIdentifiers || catalogues.nameProducts,
      findsPayments: wire.findsPayments)
    (traits.numberSpace, traits.readsTokens) = (wire.numberSpace, wire.readsTokens)
    traits.usualMarkets = wire.listedMarkets(usual: markets)
    return traits
  }

  package var taskExecutor: (any TaskExecutor)? { transport.taskExecutor }

  // MARK: Queries

  package func products(in markets: [StoreCode]) async throws(IAPError) -> MarketResults<[Product]>
  {
    try await merged(dialect.products(in: markets))
  }

  package func deferredProducts(
    of user: Identifier, in markets: [StoreCode]
  ) async throws(IAPError) -> MarketResults<[Product]> {
    try IdentifierLimits.check(user, .user)
    return try await merged(dialect.deferredProducts(UserRequest(user, in: markets)))
  }

  package func subscriptions(
    _ query: SubscriptionQuery
  ) async throws(IAPError) -> MarketResults<[Subscription]> {
    try IdentifierLimits.check(query.user, .user)
    let calls = try dialect.subscriptions(query)
    let missing = dialect.marketsWithoutPackage(query.markets)
    var unasked: [MarketFailure] = []
    for market in missing {
      let offered = await catalogues.package(of: market)
      let error = IAPError.iapctl(.usage, .noPackage(market, offered: offered))
      if calls.isEmpty { throw error }
      unasked.append(MarketFailure(market, error))
    }
    var answer = try await merged(calls.map { $0.checking { $0.elements } })
    answer.failures += unasked
    try AnsweredPayments(areOfAskedMarket: wire.listsByMarket).add(answer.elements)
    let purchases = try await catalogues.named(answer.elements.map(\.purchase))
    for (index, purchase) in purchases.enumerated() { answer.elements[index].purchase = purchase }
    return answer
  }

  package func unconsumed(
    _ query: UnconsumedQuery
  ) async throws(IAPError) -> PageSequence<MarketResults<[Purchase]>> {
    if case .user(let user) = query.owner { try IdentifierLimits.check(user, .user) }
    if case .users(let users) = query.owner { return try lists(of: users, query) }
    let calls = try dialect.unconsumed(query)
    var (pages, failures) = try await answers(to: calls.map { $0.checking { $0.answer.elements } })
    let rows = AnsweredPayments(areOfAskedMarket: wire.listsByMarket)
    for page in pages { try rows.add(page.answer.elements) }
    if !wire.listsProductIdentifiers { pages = try await chosen(of: pages, query.products) }
    return .unconsumed(pages, failures: failures, of: query, by: sender, after: rows)
  }

  /// The lists of several users, one after the other.
  private func lists(
    of users: [Identifier], _ query: UnconsumedQuery
  ) throws(IAPError) -> PageSequence<MarketResults<[Purchase]>> {
    for user in users { try IdentifierLimits.check(user, .user) }
    return PageSequence(from: (users: users[...], limit: query.limit, stop: nil as IAPError?)) {
      rest async throws(IAPError) in
      var rest = rest
      guard rest.limit != 0, let user = rest.users.popFirst() else { return nil }
      if let stop = rest.stop { throw stop }
      var query = query
      (query.owner, query.limit) = (.user(user), rest.limit)
      var pages: [MarketResults<[Purchase]>] = []
      for try await page in try await unconsumed(query) { pages.append(page) }
      let list = MarketResults(joining: pages)
      rest.limit = rest.limit.map { $0 - list.elements.count }
      rest.stop = list.failures.map(\.error).first(where: \.asksToWait)
      return (list, rest)
    }
  }

  package func payments(
    _ query: PaymentQuery
  ) async throws(IAPError) -> PageSequence<[StoredPayment]> {
    for user in query.users { try IdentifierLimits.check(user, .user) }
    let now = query.isRelative ? try await sender.call(dialect.time()).result.get() : Instant(0)
    let (first, rows) = (try dialect.payments(query.fixed(at: now)), AnsweredPayments())
    return PageSequence(from: first) { [sender] call async throws(IAPError) in
      let page = try await sender.call(call).result.get()
      try rows.add(page.answer.elements)
      return (page.answer.elements, page.next?())
    }
  }

  package func interrupted(
    _ query: UnconsumedQuery
  ) async throws(IAPError) -> [(user: Identifier, count: Int)] {
    guard traits.findsPayments else { return [] }
    var charged = PaymentQuery()
    (charged.users, charged.markets, charged.states) = (query.users, query.markets, [.charged])
    var counts: [Identifier: Int] = [:]
    for try await page in try await payments(charged) {
      for user in page.compactMap(\.purchase.userID) { counts[user, default: 0] += 1 }
    }
    return counts.map { (user: $0.key, count: $0.value) }
      .sorted { ($1.count, $0.user.text) < ($0.count, $1.user.text) }
  }

  package func histories(of number: Identifier) async throws(IAPError) -> [PaymentHistory] {
    try IdentifierLimits.check(number, .payment)
    return try await sender.call(dialect.histories(of: number)).result.get()
  }

  package func transaction(of token: Secret) async throws(IAPError) -> PaymentTransaction {
    try await sender.call(dialect.transaction(of: token)).result.get()
  }

  package func subscriptions(
    of payments: [Payment]
  ) async throws(IAPError) -> [Subscription] {
    for payment in payments {
      guard payment.accessToken != nil else { throw .tokenMissing(payment.paymentSeq) }
      try IdentifierLimits.check(payment.paymentSeq, .payment)
    }
    var subscriptions: [Subscription] = []
    for call in try dialect.subscriptions(of: payments) {
      subscriptions += try await sender.call(call).result.get()
    }
    try AnsweredPayments().add(subscriptions)
    return subscriptions
  }

  /// The API has no list of names.
  package func unknownNames(among names: GivenNames) async throws(IAPError) -> [UnknownName] { [] }

  package func consumable(_ requests: [Payment]) async -> [Result<Purchase, IAPError>] {
    await findInUnconsumedList(requests)
  }

  /// Adds product identifiers to the lists, and selects the wanted products; empty `products` for
  /// all.
  private func chosen(
    of pages: [ResponsePage<Purchase>], _ products: [Identifier]
  ) async throws(IAPError) -> [ResponsePage<Purchase>] {
    var chosen: [ResponsePage<Purchase>] = []
    for page in pages {
      var answer = page.answer
      let isNeeded = !products.allSatisfy(\.isDigits)
      answer.elements = try await catalogues.named(answer.elements, isRequired: isNeeded)
      if !products.isEmpty {
        try answer.reportUnlisted(products)
        answer.elements.removeAll { !$0.isOf(products) }
      }
      chosen.append(ResponsePage(answer, next: page.next))
    }
    return chosen
  }

  private func merged<Element: Sendable>(
    _ calls: [APICall<MarketResults<[Element]>>]
  ) async throws(IAPError) -> MarketResults<[Element]> {
    let (answers, failures) = try await answers(to: calls)
    var results = MarketResults(joining: answers)
    results.failures += failures
    return results
  }

  /// Sends all calls at once. The failure of a single market is returned; the failure of a call
  /// without a market is thrown.
  private func answers<Body: Sendable>(
    to calls: [APICall<Body>]
  ) async throws(IAPError) -> (answers: [Body], failures: [MarketFailure]) {
    var (answers, failures): ([Body], [MarketFailure]) = ([], [])
    for (call, result) in zip(calls, await all(calls)) {
      switch (result.result, call.request.market) {
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
      for call in calls { answers.append(await sender.call(call)) }
      return answers
    }
    let sender = sender
    return await withTaskGroup(of: (Int, CallResult<Body>).self) { group in
      for (index, call) in calls.enumerated() {
        let call = call.sharingLimit(of: calls.count)
        group.addTask { (index, await sender.call(call)) }
      }
      var answers: [(Int, CallResult<Body>)] = []
      for await answer in group { answers.append(answer) }
      return answers.sorted { $0.0 < $1.0 }.map(\.1)
    }
  }

  // MARK: Changes

  package func purchase(_ request: PurchaseRequest) async throws(IAPError) -> PurchaseOutcome {
    try IdentifierLimits.check(request.user, .user)
    try IdentifierLimits.check(request.product, .product)
    return try await sender.call(dialect.purchase(request)).result.get()
  }

  package func restore(_ request: UserRequest) async throws(IAPError) -> CompletionReport {
    try IdentifierLimits.check(request.user, .user)
    return try await sender.call(dialect.restore(request).checking { $0.purchases }).result.get()
  }

  package func reprocess(_ request: UserRequest) async throws(IAPError) -> CompletionReport {
    try IdentifierLimits.check(request.user, .user)
    return try await sender.call(dialect.reprocess(request).checking { $0.purchases }).result.get()
  }

  package func attempt(
    _ consumes: [ConsumeAttempt],
    ended: @escaping @Sendable (Int, AttemptResult<ConsumeReceipt>) -> Void
  ) {
    for (place, consume) in consumes.enumerated() {
      do throws(IAPError) {
        sender.begin(try call(consume), consume.number, until: consume.end) { ended(place, $0) }
      } catch {
        ended(place, AttemptResult(.failure(error)))
      }
    }
  }

  /// The API consumes one payment at a time.
  package func consumeListed(
    _ query: UnconsumedQuery, isOrdered: Bool, after cursor: ConsumedGroup.Cursor?, most: Int
  ) async -> ConsumedGroup? { nil }

  private func call(_ consume: ConsumeAttempt) throws(IAPError) -> APICall<ConsumeReceipt> {
    let payment = consume.payment
    if wire.needsToken, payment.accessToken == nil { throw .tokenMissing(payment.paymentSeq) }
    try IdentifierLimits.check(payment.paymentSeq, .payment)
    try IdentifierLimits.check(payment.user, .user)
    let call = try dialect.consume(payment).flatMap { $0.answer(to: payment) }
    return consume.callNumber.map(call.numbered) ?? call
  }
}
