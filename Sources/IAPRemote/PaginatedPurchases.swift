import IAPCore

/// A part of a list, and how to ask for the part behind it.
struct ResponsePage<Element: Sendable>: Sendable {
  let answer: MarketResults<Element>
  /// Nil at the end.
  let next: (@Sendable () -> APICall<ResponsePage<Element>>)?

  init(
    _ answer: MarketResults<Element>, next: (@Sendable () -> APICall<ResponsePage<Element>>)? = nil
  ) {
    self.answer = answer
    self.next = next
  }
}

/// An unconsumed list of which the first pages are there. The others are asked for when it is their
/// turn, so that a list of any length passes in little memory.
struct PaginatedPurchases: Sendable {
  private enum Step {
    case page(MarketResults<Purchase>)
    case call(APICall<ResponsePage<Purchase>>)
  }

  /// What is left of the list.
  private struct Rest: Sendable {
    var steps: [Step]
    /// How many purchases may still be given; nil for any number.
    var limit: Int?
  }

  private let caller: RequestExecutor
  /// The payments that are asked for; empty for all of them.
  private let wanted: Set<Identifier>
  private let start: Rest

  /// - Parameters:
  ///   - pages: the first of each list, in the order of the lists.
  ///   - failures: the markets that did not answer.
  init(
    _ pages: [ResponsePage<Purchase>], failures: [MarketFailure], of query: UnconsumedQuery,
    by caller: RequestExecutor
  ) {
    self.caller = caller
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

  /// Asks for a page, whose turn is now; a market that is asked alone may fail alone.
  private func answer(
    to call: APICall<ResponsePage<Purchase>>
  ) async throws(IAPError) -> [Step] {
    switch (await caller.call(call).result, call.market) {
    case (.failure(let error), let market?): [Self.failing([MarketFailure(market, error)])]
    case (.failure(let error), nil): throw error
    case (.success(let page), _): Self.steps(page)
    }
  }
}
