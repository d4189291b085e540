import IAPCore
import Text

extension English {
  func text(_ message: ListMessage) -> Sentence {
    switch message {
    case .empty(let list): "no \(text(list))"
    case .nothingListed: "nothing was listed"
    case .interrupted(let count, let command):
      "\(count, "interrupted purchase", "interrupted purchases"): \(command)"
    case .count(let count): "\(count) in all"
    case .payments(let count, let sums):
      "\(count, "payment", "payments"): \(sentences: sums.map { text($0, of: count) }, separator: ", ")"
    }
  }

  /// `unconsumed purchases of user alice in market AS (fixture store game.db)`.
  private func text(_ list: EmptyList) -> Sentence {
    let elements: Sentence =
      switch list.elements {
      case .products: "products"
      case .deferredProducts: "deferred products"
      case .unconsumedPurchases: "unconsumed purchases"
      case .subscriptions: "subscriptions"
      case .payments: "payments"
      case .matchingPurchases: "matching unconsumed purchases"
      case .matchingPayments: "matching payments"
      }
    let users: Sentence? =
      switch list.users.count {
      case 0: nil
      case 1: " of user \(list.users[0])"
      case let count: " of \(count) users"
      }
    return "\(elements)\(users)\(inMarkets(list.markets))\(inBrackets(list.place))"
  }

  /// ` in market AS`, or nothing for all markets.
  func inMarkets(_ markets: [StoreCode]) -> Sentence? {
    markets.isEmpty
      ? nil : " in \(plural: markets.count, "market", "markets") \(list: markets)"
  }

  /// ` (fixture store game.db)`, or nothing.
  func inBrackets(_ place: PlaceName?) -> Sentence? { place.map { " (\(text($0)))" } }

  /// `profile prod, api-iap.cloud.toast.com, app key 3f2a9c…`, or `fixture store game.db`.
  func text(_ name: PlaceName) -> Sentence {
    let profile: Sentence? = name.profile.map { "profile \($0), " }
    switch name.place {
    case .store(let path): return "\(profile)fixture store \(path)"
    case .server(let address, let key):
      return "\(profile)\(address)\(key.map { ", \(self.name($0.credential)) \($0.beginning)" })"
    }
  }
}
