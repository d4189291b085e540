import IAPCore

extension PageSequence<MarketResults<[Purchase]>> {
  /// An unconsumed list whose first pages were received. The other pages are requested when the
  /// caller needs them, so that a long list needs little memory.
  ///
  /// - Parameters:
  ///   - pages: the first page of each list, in the order of the lists.
  ///   - failures: the markets that failed.
  ///   - rows: those of `pages`.
  static func unconsumed(
    _ pages: [ResponsePage<Purchase>], failures: [MarketFailure], of query: UnconsumedQuery,
    by calls: RetryingCalls, after rows: AnsweredPayments
  ) -> PageSequence {
    let wanted = Set(query.payments)
    let failed = failures.isEmpty ? [] : [Part.failing(failures)]
    return PageSequence(from: (parts: failed + pages.flatMap(Part.of), limit: query.limit)) {
      rest async throws(IAPError) in
      var rest = rest
      while !rest.parts.isEmpty {
        switch rest.parts.removeFirst() {
        case .page(var page):
          if !wanted.isEmpty { page.elements.removeAll { !wanted.contains($0.paymentSeq) } }
          if let left = rest.limit {
            page.elements = Array(page.elements.prefix(left))
            rest.limit = left - page.elements.count
          }
          return (page, rest)
        case .call(let call):
          if rest.limit != 0 {
            rest.parts.insert(contentsOf: try await Part.answer(to: call, by: calls, rows), at: 0)
          }
        }
      }
      return nil
    }
  }
}

/// A part of a list that the caller has not received: a page, or the call for one.
private enum Part: Sendable {
  case page(MarketResults<[Purchase]>)
  case call(APICall<ResponsePage<Purchase>>)

  static func of(_ page: ResponsePage<Purchase>) -> [Part] {
    [.page(page.answer)] + (page.next.map { [.call($0())] } ?? [])
  }

  static func failing(_ failures: [MarketFailure]) -> Part {
    .page(MarketResults([], failures: failures, isAnswered: false))
  }

  /// Requests the next page. If the request is for a single market, only that market fails.
  static func answer(
    to call: APICall<ResponsePage<Purchase>>, by calls: RetryingCalls, _ rows: AnsweredPayments
  ) async throws(IAPError) -> [Part] {
    switch (await calls.call(call).result, call.request.market) {
    case (.failure(let error), let market?): return [failing([MarketFailure(market, error)])]
    case (.failure(let error), nil): throw error
    case (.success(let page), _):
      try rows.add(page.answer.elements)
      return of(page)
    }
  }
}
