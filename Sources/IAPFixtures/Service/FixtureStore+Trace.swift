import IAPCore

extension FixtureStore {
  /// - Parameter call: what is told of the call with ``StoreOptions/trace``.
  func traced<Answer>(
    _ call: @autoclosure () -> String, in markets: [StoreCode]? = nil,
    _ body: @autoclosure () throws(IAPError) -> Answer, _ text: (Answer) -> String
  ) throws(IAPError) -> Answer {
    guard let trace = options.trace else { return try body() }
    let start = trace.clock()
    let result = Result<Answer, IAPError> { () throws(IAPError) in try body() }
    trace.end(call(), in: markets, result, since: start, text)
    return try result.get()
  }

  /// A list that is begun by `pages`, and each of its pages.
  func traced<Page>(
    _ list: String, of users: [Identifier], in markets: [StoreCode],
    _ pages: @autoclosure () throws(IAPError) -> PageSequence<Page>,
    _ text: @escaping @Sendable (Page) -> String
  ) throws(IAPError) -> PageSequence<Page> {
    guard let trace = options.trace else { return try pages() }
    let users = users.map(\.text).joined(separator: ", ")
    let call = "\(list) of \(users.isEmpty ? "all users" : users)"
    let list = try traced(call, in: markets, try pages()) { _ in "begins" }
    return PageSequence {
      let pages = list.makeAsyncIterator()
      return { () async throws(IAPError) in
        let start = trace.clock()
        let result: Result<Page?, IAPError>
        do throws(IAPError) { result = .success(try await pages.next()) } catch {
          result = .failure(error)
        }
        trace.end(call, in: markets, result, since: start) { $0.map(text) ?? "no more" }
        return try result.get()
      }
    }
  }

  func traced<Elements: ListElements & Sendable>(
    _ query: UnconsumedQuery,
    _ pages: @autoclosure () throws(IAPError) -> PageSequence<MarketResults<Elements>>
  ) throws(IAPError) -> PageSequence<MarketResults<Elements>> {
    try traced("unconsumed", of: query.users, in: query.markets, try pages()) { page in
      let failed = page.failures.map { "\($0.market) failed: \($0.error.name)" }
      let found = page.isAnswered ? ["\(page.elements.count) purchases"] : []
      return (failed + found).joined(separator: ", ")
    }
  }
}

extension CompletionReport {
  var traceText: String {
    "\(purchases.count) completed, \(closed.count) closed, \(failures.count) failed"
  }
}

extension PurchaseOutcome {
  var traceText: String {
    switch self {
    case .completed(let purchase): "payment \(purchase.paymentSeq)"
    case .reserved(let payment): "payment \(payment) reserved"
    case .interrupted(let payment): "payment \(payment) interrupted"
    case .pending(let payment): "payment \(payment) pending"
    case .deferred: "deferred"
    }
  }
}
