package import IAPCore
import JSON

/// Requests a page of the payments of a store.
package struct PaymentsRequest: Sendable {
  package private(set) var query: PaymentQuery
  /// The cursor of the page before; nil for the first page.
  package private(set) var cursor: String?

  /// - Parameter query: with instants in place of other moments.
  package init(_ query: PaymentQuery, cursor: String? = nil) {
    (self.query, self.cursor) = (query, cursor)
  }

  static let fields = JSONFields(
    PaymentsRequest(PaymentQuery()), reading: .closed,
    [
      .defaulted("userIDs", \.query.users, list(of: .identifier), "default: all of them"),
      .defaulted("markets", \.query.markets, list(of: .market), marketsSummary),
      .defaulted(
        "productIdentifiers", \.query.products, list(of: .identifier), "default: all of them"),
      .defaulted("states", \.query.states, list(of: .choice), "default: all of them"),
      .optional(
        "transactionIdentifier", \.query.transaction, .name,
        "only the payment of this charge, by the store's identifier"),
      .optional("since", \.since, .instant, "only payments that were bought then or later"),
      .optional("until", \.until, .instant, "only payments that were bought before then"),
      .optional("cursor", \.cursor, .text, "where the page before ended; default: the first page"),
    ])

  private var since: Instant? {
    get { Self.instant(query.since) }
    set { query.since = newValue.map(Moment.instant) }
  }

  private var until: Instant? {
    get { Self.instant(query.until) }
    set { query.until = newValue.map(Moment.instant) }
  }

  private static func instant(_ moment: Moment?) -> Instant? {
    if case .instant(let instant)? = moment { instant } else { nil }
  }
}
