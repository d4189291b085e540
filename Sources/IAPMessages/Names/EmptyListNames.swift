package import IAPCore
package import Languages

extension EmptyList {
  /// `no unconsumed purchases of user alice in market AS (fixture store game.db)`.
  package var sentence: Sentence {
    let users = PlaceMessages.users(self.users.count, self.users.first)
    let place = PlaceMessages.place(markets, self.place)
    return switch elements {
    case .products: "no products\(users)\(place)"
    case .deferredProducts: "no deferred products\(users)\(place)"
    case .unconsumedPurchases: "no unconsumed purchases\(users)\(place)"
    case .subscriptions: "no subscriptions\(users)\(place)"
    case .payments: "no payments\(users)\(place)"
    case .matchingPurchases: "no matching unconsumed purchases\(users)\(place)"
    case .matchingPayments: "no matching payments\(users)\(place)"
    }
  }
}
