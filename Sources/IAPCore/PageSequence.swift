/// What the markets that answered have, and which did not answer: a whole list, or a page of one.
package struct MarketResults<Element: Sendable>: Sendable {
  package var elements: [Element]
  package var failures: [MarketFailure]
  /// Whether any market answered, be it with nothing.
  package var isAnswered: Bool

  package init(
    _ elements: [Element], failures: [MarketFailure] = [], isAnswered: Bool = true
  ) {
    self.elements = elements
    self.failures = failures
    self.isAnswered = isAnswered
  }

  /// Those of several markets, or pages, in their order.
  package init(joining parts: [MarketResults]) {
    self.init(
      parts.flatMap(\.elements), failures: parts.flatMap(\.failures),
      isAnswered: parts.contains(where: \.isAnswered))
  }
}

/// A market that could not be asked.
package struct MarketFailure: Hashable, Sendable {
  package let market: StoreCode
  package let error: IAPError

  /// - Parameter error: why; it is from then on about this market.
  package init(_ market: StoreCode, _ error: IAPError) {
    self.market = market
    self.error = error.about(storeCode: market)
  }
}

/// A list that may be too long to hold: each page is asked for when it is its turn.
package struct PageSequence<Page: Sendable>: AsyncSequence, Sendable {
  /// The next page, or nil at the end.
  package typealias Next = () async throws(IAPError) -> Page?
  package typealias Failure = IAPError

  private let begin: @Sendable () -> Next

  package init(_ begin: @escaping @Sendable () -> Next) { self.begin = begin }

  /// - Parameters:
  ///   - start: where the first page begins; nil for an empty list.
  ///   - page: the page at a place, and where the one behind it begins; nil if there are no more.
  package init<Place: Sendable>(
    from start: Place?,
    page: @escaping @Sendable (Place) async throws(IAPError) -> (page: Page, next: Place?)?
  ) {
    begin = { Walk(from: start, page: page).next }
  }

  /// From place to place. Its methods run where their caller is, which a closure that waits for an
  /// actor does not: a thread would be started for it.
  private final class Walk<Place: Sendable> {
    private var place: Place?
    private let page: (Place) async throws(IAPError) -> (page: Page, next: Place?)?

    init(
      from place: Place?,
      page: @escaping (Place) async throws(IAPError) -> (page: Page, next: Place?)?
    ) {
      (self.place, self.page) = (place, page)
    }

    func next() async throws(IAPError) -> Page? {
      guard let here = place, let found = try await page(here) else { return nil }
      place = found.next
      return found.page
    }
  }

  package func makeAsyncIterator() -> Iterator { Iterator(pull: begin()) }

  package struct Iterator: AsyncIteratorProtocol {
    fileprivate let pull: Next

    /// Where its caller is: a store's page is read without another thread.
    package func next() async throws(IAPError) -> Page? { try await pull() }
  }

  /// All pages as one.
  package func whole<Element>() async throws(IAPError) -> MarketResults<Element>
  where Page == MarketResults<Element> {
    var pages: [Page] = []
    for try await page in self { pages.append(page) }
    return MarketResults(joining: pages)
  }
}
