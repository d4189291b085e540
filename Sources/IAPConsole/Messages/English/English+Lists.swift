import IAPCore
import Languages
import Text

extension English {
  func text(_ message: ListMessage) -> Sentence {
    switch message {
    case .empty(let list): text(list)
    case .nothingListed: "nothing was listed"
    case .interrupted(let count, let command):
      "\(count, "interrupted purchase", "interrupted purchases"): \(command)"
    case .count(let count): "\(count) in all"
    case .payments(let count, let sums):
      "\(count, "payment", "payments"): \(sentences: sums.map { text($0, of: count) }, separator: ", ")"
    }
  }

  /// `no unconsumed purchases of user alice in market AS (fixture store game.db)`.
  private func text(_ list: EmptyList) -> Sentence {
    let users = users(list.users.count, list.users.first)
    let place = place(list.markets, list.place)
    return switch list.elements {
    case .products: "no products\(users)\(place)"
    case .deferredProducts: "no deferred products\(users)\(place)"
    case .unconsumedPurchases: "no unconsumed purchases\(users)\(place)"
    case .subscriptions: "no subscriptions\(users)\(place)"
    case .payments: "no payments\(users)\(place)"
    case .matchingPurchases: "no matching unconsumed purchases\(users)\(place)"
    case .matchingPayments: "no matching payments\(users)\(place)"
    }
  }

  /// ` of user alice`, or nothing for all users.
  func users(_ count: Int, _ first: Identifier?) -> Sentence? {
    switch (count, first) {
    case (0, _): nil
    case (1, let user?): " of user \(user)"
    default: " of \(count, "user", "users")"
    }
  }

  /// ` in market AS (fixture store game.db)`, or nothing for all markets of any place.
  func place(_ markets: [StoreCode], _ place: PlaceName?) -> Sentence? {
    switch (markets.isEmpty, place.map(text)) {
    case (true, nil): nil
    case (true, let place?): Sentence(" (\(place))", context: "place")
    case (false, nil): " in \(plural: markets.count, "market", "markets") \(list: markets)"
    case (false, let place?):
      " in \(plural: markets.count, "market", "markets") \(list: markets) (\(place))"
    }
  }

  /// The same behind the number of one payment, which is in brackets in some languages.
  func placeInBrackets(_ markets: [StoreCode], _ name: PlaceName?) -> Sentence? {
    switch (markets.isEmpty, name.map(text)) {
    case (true, nil): nil
    case (true, let place?): Sentence(" (\(place))", context: "in brackets")
    case (false, nil):
      Sentence(
        " in \(plural: markets.count, "market", "markets") \(list: markets)", context: "in brackets"
      )
    case (false, let place?):
      Sentence(
        " in \(plural: markets.count, "market", "markets") \(list: markets) (\(place))",
        context: "in brackets")
    }
  }

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
