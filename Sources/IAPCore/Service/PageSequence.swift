package import Records

/// A list that may be too long for memory. Each page is requested when the caller needs it.
package struct PageSequence<Page: Sendable>: AsyncSequence, Sendable {
  /// The next page, or nil at the end.
  package typealias Next = () async throws(IAPError) -> Page?
  package typealias Failure = IAPError

  private let begin: @Sendable () -> Next

  package init(_ begin: @escaping @Sendable () -> Next) { self.begin = begin }

  /// - Parameters:
  ///   - start: the position of the first page; nil for an empty list.
  ///   - page: returns the page at a position, and the position of the next page (nil after the
  ///     last page); returns nil if there is no page.
  package init<Place: Sendable>(
    from start: Place?,
    page: @escaping @Sendable (Place) async throws(IAPError) -> (page: Page, next: Place?)?
  ) {
    begin = { Walk(from: start, page: page).next }
  }

  /// - Parameters:
  ///   - first: the first page, which was read already, and the position after it.
  ///   - page: returns each of the others.
  package init<Place: Sendable>(
    _ first: (page: Page, next: Place?),
    page: @escaping @Sendable (Place) async throws(IAPError) -> (page: Page, next: Place?)
  ) {
    self.init(from: Optional(Optional<Place>.none)) { place async throws(IAPError) in
      guard let place else { return (first.page, first.next.map(Optional.some)) }
      let (page, next) = try await page(place)
      return (page, next.map(Optional.some))
    }
  }

  /// Steps through the pages. A class method runs on the caller's executor. A closure that awaits
  /// an actor does not, and would start another thread.
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

    /// Runs on the caller's executor, so that a page of a fixture store is read without another
    /// thread.
    package func next() async throws(IAPError) -> Page? { try await pull() }
  }

  /// All pages joined.
  package func whole<Element>() async throws(IAPError) -> MarketResults<[Element]>
  where Page == MarketResults<[Element]> {
    var pages: [Page] = []
    for try await page in self { pages.append(page) }
    return MarketResults(joining: pages)
  }
}

extension PageSequence<MarketResults<[Purchase]>> {
  /// The pages as records with ``Purchase/fields``.
  package var records: PageSequence<MarketResults<RecordBatch>> {
    PageSequence<MarketResults<RecordBatch>> {
      let pages = makeAsyncIterator()
      return { () async throws(IAPError) in
        guard let page = try await pages.next() else { return nil }
        var records = RecordBatch(width: Purchase.fields.count)
        for purchase in page.elements { records.append(purchase, Purchase.fields) }
        return MarketResults(records, failures: page.failures, isAnswered: page.isAnswered)
      }
    }
  }
}
