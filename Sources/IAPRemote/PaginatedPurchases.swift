import IAPCore

/// An unconsumed list whose first pages were received. The other pages are requested when the
/// caller needs them, so that a long list needs little memory.
struct PaginatedPurchases: Sendable {
  private enum Step {
    case page(MarketResults<Purchase>)
    case call(APICall<ResponsePage<Purchase>>)
  }

  /// The part of the list that the caller has not received.
  private struct Rest: Sendable {
    var steps: [Step]
    /// The maximum number of further purchases; nil for no limit.
    var limit: Int?
  }

  private let calls: RetryingCalls
  private let rows: PaymentRows
  /// The requested payments; empty for all.
  private let wanted: Set<Identifier>
  private let start: Rest

  /// - Parameters:
  ///   - pages: the first page of each list, in the order of the lists.
  ///   - failures: the markets that failed.
  ///   - rows: those of `pages`.
  init(
    _ pages: [ResponsePage<Purchase>], failures: [MarketFailure], of query: UnconsumedQuery,
    by calls: RetryingCalls, after rows: PaymentRows
  ) {
    (self.calls, self.rows) = (calls, rows)
    wanted = Set(query.payments)
    let failed = failures.isEmpty ? [] : [Self.failing(failures)]
    start = Rest(steps: failed + pages.flatMap(Self.steps), limit: query.limit)
  }

  var pages: PageSequence<MarketResults<Purchase>> {
    PageSequence(from: start) { rest async throws(IAPError) in
      var rest = rest
      while !rest.steps.isEmpty {
        switch rest.steps.removeFirst() {
        case .page(let page): return (chosen(of: page, &rest.limit), rest)
        case .call(let call):
          if rest.limit != 0 { rest.steps.insert(contentsOf: try await answer(to: call), at: 0) }
        }
      }
      return nil
    }
  }

  private static func steps(_ page: ResponsePage<Purchase>) -> [Step] {
    [.page(page.answer)] + (page.next.map { [.call($0())] } ?? [])
  }

  private static func failing(_ failures: [MarketFailure]) -> Step {
    .page(MarketResults([], failures: failures, isAnswered: false))
  }

  private func chosen(
    of page: MarketResults<Purchase>, _ limit: inout Int?
  ) -> MarketResults<Purchase> {
    var page = page
    if !wanted.isEmpty { page.elements.removeAll { !wanted.contains($0.paymentSeq) } }
    if let left = limit {
      page.elements = Array(page.elements.prefix(left))
      limit = left - page.elements.count
    }
    return page
  }

  /// Requests the next page. If the request is for a single market, only that market fails.
  private func answer(
    to call: APICall<ResponsePage<Purchase>>
  ) async throws(IAPError) -> [Step] {
    switch (await calls.call(call).result, call.request.market) {
    case (.failure(let error), let market?): return [Self.failing([MarketFailure(market, error)])]
    case (.failure(let error), nil): throw error
    case (.success(let page), _):
      try rows.add(page.answer.elements)
      return Self.steps(page)
    }
  }
}
