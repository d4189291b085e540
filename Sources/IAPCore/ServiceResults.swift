package import Records

/// The elements from the markets that responded, and the failures of the others: a whole list, or
/// one page.
package struct MarketResults<Element: Sendable>: Sendable {
  package var elements: [Element]
  package var failures: [MarketFailure]
  /// Whether any market responded, even with an empty list.
  package var isAnswered: Bool

  package init(
    _ elements: [Element], failures: [MarketFailure] = [], isAnswered: Bool = true
  ) {
    self.elements = elements
    self.failures = failures
    self.isAnswered = isAnswered
  }

  /// Joins the results of several markets or pages, in their order.
  package init(joining parts: [MarketResults]) {
    self.init(
      parts.flatMap(\.elements), failures: parts.flatMap(\.failures),
      isAnswered: parts.contains(where: \.isAnswered))
  }
}

/// A market that did not respond or refused the query.
package struct MarketFailure: Hashable, Sendable {
  package let market: StoreCode
  package let error: IAPError

  /// - Parameter error: the reason; the market is added to it.
  package init(_ market: StoreCode, _ error: IAPError) {
    self.market = market
    self.error = error.about(storeCode: market)
  }
}

/// A page of purchases as records with ``Purchase/fields``, for a caller that only shows them.
package struct PurchaseRecords: Sendable {
  package var records: RecordBatch
  package var failures: [MarketFailure]
  /// Whether any market responded, even with an empty list.
  package var isAnswered: Bool

  package init(_ records: RecordBatch, failures: [MarketFailure] = [], isAnswered: Bool = true) {
    (self.records, self.failures, self.isAnswered) = (records, failures, isAnswered)
  }

  package init(_ page: MarketResults<Purchase>) {
    self.init(
      RecordBatch(width: Purchase.fields.count), failures: page.failures,
      isAnswered: page.isAnswered)
    for purchase in page.elements { records.append(purchase, Purchase.fields) }
  }
}

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
  package func whole<Element>() async throws(IAPError) -> MarketResults<Element>
  where Page == MarketResults<Element> {
    var pages: [Page] = []
    for try await page in self { pages.append(page) }
    return MarketResults(joining: pages)
  }
}

extension PageSequence<MarketResults<Purchase>> {
  /// The pages as records.
  package var records: PageSequence<PurchaseRecords> {
    PageSequence<PurchaseRecords> {
      let pages = makeAsyncIterator()
      return { () async throws(IAPError) in try await pages.next().map(PurchaseRecords.init) }
    }
  }
}

/// An unconsumed list by payment number without leading zeros, and the error if it is incomplete.
package struct UnconsumedList: Sendable {
  package private(set) var purchases: [Identifier: Purchase] = [:]
  package private(set) var failure: IAPError?

  /// A list that was not requested.
  package init(failure: IAPError) { self.failure = failure }

  package init(_ query: UnconsumedQuery, of service: any IAPService) async {
    do throws(IAPError) {
      for try await page in try await service.unconsumed(query) {
        failure = failure ?? page.failures.first?.error
        for purchase in page.elements {
          purchases[purchase.paymentSeq.withoutLeadingZeros] = purchase
        }
      }
    } catch {
      failure = error
    }
  }
}

/// A query for names, to complete a name that the user is typing.
package struct NameQuery: Hashable, Sendable {
  package enum Subject: String, Sendable {
    case products
    case users
    /// Payments that can be consumed.
    case unconsumedPayments = "unconsumed-payments"
    case markets
  }

  package var subject: Subject
  /// The first bytes of the name.
  package var beginning: String
  /// Only payments of this user; nil for all users.
  package var user: Identifier?
  /// Only names in these markets; empty for all.
  package var markets: [StoreCode] = []
  /// The maximum number of names.
  package var limit: Int

  package init(_ subject: Subject, beginning: String, limit: Int) {
    self.subject = subject
    self.beginning = beginning
    self.limit = limit
  }
}

/// The names that a command was given, to be checked against a store.
package struct GivenNames: Hashable, Sendable {
  package var users: [Identifier]
  package var products: [Identifier]
  package var markets: [StoreCode]

  package init(
    users: [Identifier] = [], products: [Identifier] = [], markets: [StoreCode] = []
  ) {
    (self.users, self.products, self.markets) = (users, products, markets)
  }

  /// The names in a query for unconsumed purchases.
  package init(_ query: UnconsumedQuery) {
    self.init(users: query.users, products: query.products, markets: query.markets)
  }
}

/// A name that does not exist in a store.
package struct UnknownName: Hashable, Sendable {
  package let subject: NameQuery.Subject
  package let name: String
  /// The names of that kind in the store. If there are very many, only the similar ones.
  package let known: [String]

  package init(_ subject: NameQuery.Subject, _ name: String, known: [String]) {
    (self.subject, self.name, self.known) = (subject, name, known)
  }
}

/// A name that completes what the user typed.
package struct Candidate: Hashable, Sendable {
  package let text: String
  /// A description for the user; empty if there is none.
  package let about: String

  package init(_ text: String, about: String = "") {
    self.text = text
    self.about = about
  }
}

/// The data of a consumed payment, as far as the server returns it.
package struct ConsumeReceipt: Hashable, Sendable {
  package var price: Price?
  package var currency: String?
  package var productSeq: Int64?
  /// The user that the payment belongs to; nil if the service does not tell.
  package var userID: Identifier?

  package init(
    price: Price?, currency: String?, productSeq: Int64?, userID: Identifier? = nil
  ) {
    self.price = price
    self.currency = currency
    self.productSeq = productSeq
    self.userID = userID
  }
}

/// The result of a restore or a reprocess.
package struct CompletionReport: Hashable, Sendable {
  /// The restored or completed purchases.
  package var purchases: [Purchase] = []
  /// Reservations without a charge, which were closed; no money was taken.
  package var closed: [Identifier] = []
  /// The purchases that could not be restored or completed, each with its reason.
  package var failures: [IAPError] = []

  package init() {}
}

/// The result of a call after all its attempts.
package struct CallResult<Body: Sendable>: Sendable {
  package var result: Result<Body, IAPError>
  /// How many times the request was sent or may have been sent; 0 only if it was certainly not
  /// sent.
  package var attempts: Int
  /// Whether an attempt before the last one may have been applied.
  package var priorUnknown: Bool
  /// Whether every further call would fail in the same way.
  package var stopsBatch: Bool

  package init(
    _ result: Result<Body, IAPError>, attempts: Int = 1, priorUnknown: Bool = false,
    stopsBatch: Bool = false
  ) {
    self.result = result
    self.attempts = attempts
    self.priorUnknown = priorUnknown
    self.stopsBatch = stopsBatch
  }

  /// The result of a call that was not sent.
  package static func notSent(_ error: IAPError) -> CallResult {
    CallResult(.failure(error.outcome == .unknown ? error.forUnsent : error), attempts: 0)
  }

  /// The same result, if an earlier attempt may have been applied.
  package var afterUnknown: CallResult {
    CallResult(
      result.mapError(\.afterUnknown), attempts: attempts, priorUnknown: true,
      stopsBatch: stopsBatch)
  }

  /// Whether the payment was consumed before.
  package var isAlreadyConsumed: Bool {
    if case .failure(let error) = result { error.isAlreadyConsumed } else { false }
  }

  /// Whether the server refused the call itself, and would refuse it again.
  package var isRefusal: Bool {
    guard case .failure(let error) = result, error.outcome == .notApplied else { return false }
    return error.serverCode != nil && !error.isAlreadyConsumed
  }
}

extension CallResult: Equatable where Body: Equatable {}
extension CallResult: Hashable where Body: Hashable {}

extension CallResult<ConsumeReceipt> {
  /// The result if a service returns fewer results than requests: the payment may be consumed.
  package static var missing: CallResult {
    CallResult(
      .failure(
        IAPError(.iapctl(.bug), .bug("a payment was sent but has no answer"), outcome: .unknown)))
  }
}
