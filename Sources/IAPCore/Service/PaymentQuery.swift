/// Selects payments of a fixture store, in any state. An empty list selects all.
package struct PaymentQuery: Hashable, Sendable {
  package var users: [Identifier] = []
  package var markets: [StoreCode] = []
  package var products: [Identifier] = []
  package var states: [PaymentState] = []
  /// The store's identifier of the charge.
  package var transaction: Identifier?
  /// Only payments that were bought then or later. Relative times count from the store's time.
  package var since: Moment?
  /// Only payments that were bought before then.
  package var until: Moment?
  /// The time zone of `since` and `until`.
  package var zone = TimeZone.utc

  package init() {}

  /// Whether it selects only some payments, besides those of its users and markets.
  package var isNarrowed: Bool {
    var wide = PaymentQuery()
    (wide.users, wide.markets, wide.zone) = (users, markets, zone)
    return wide != self
  }

  /// Whether it needs the store's time.
  package var isRelative: Bool { [since, until].contains { $0?.isRelative == true } }

  /// The same query with instants in place of other moments.
  ///
  /// - Parameter now: the store's time; it does not matter unless ``isRelative``.
  package func fixed(at now: Instant) -> PaymentQuery {
    var query = self
    query.since = since?.start(before: now, in: zone).map(Moment.instant)
    query.until = until.map { .instant($0.end(before: now, in: zone)) }
    query.zone = .utc
    return query
  }
}
