package import Languages

/// A list that has no elements: of what, of whom, and where.
package struct EmptyList: Hashable, Sendable {
  package enum Elements: Hashable, Sendable {
    case products, deferredProducts, unconsumedPurchases, subscriptions, payments
    /// Those that match more than users and markets.
    case matchingPurchases, matchingPayments
    case restorable, reprocessable
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

extension EmptyList {
  /// `no unconsumed purchases of user alice in market AS (fixture store game.db)`.
  package var sentence: Sentence {
    let users = PlaceMessages.users(self.users.count, self.users.first)
    let place = PlaceMessages.place(markets, self.place)
    return switch elements {
    case .products: "no products\(users)\(place)"
    case .deferredProducts: "no deferred products\(users)\(place)"
    case .restorable: "no purchases to restore\(users)\(place)"
    case .reprocessable: "no purchases to reprocess\(users)\(place)"
    case .unconsumedPurchases: "no unconsumed purchases\(users)\(place)"
    case .subscriptions: "no subscriptions\(users)\(place)"
    case .payments: "no payments\(users)\(place)"
    case .matchingPurchases: "no matching unconsumed purchases\(users)\(place)"
    case .matchingPayments: "no matching payments\(users)\(place)"
    }
  }
}
