/// A list that has no elements: of what, of whom, and where.
package struct EmptyList: Hashable, Sendable {
  package enum Elements: Hashable, Sendable {
    case products, deferredProducts, unconsumedPurchases, subscriptions, payments
    /// Those that match more than users and markets.
    case matchingPurchases, matchingPayments
  }

  package let elements: Elements
  /// Empty for all users.
  package let users: [Identifier]
  /// Empty for all markets.
  package let markets: [StoreCode]
  /// Where the command acts.
  package let place: PlaceName?

  package init(
    of elements: Elements, users: [Identifier] = [], markets: [StoreCode] = [],
    place: PlaceName? = nil
  ) {
    (self.elements, self.users, self.markets, self.place) = (elements, users, markets, place)
  }
}
