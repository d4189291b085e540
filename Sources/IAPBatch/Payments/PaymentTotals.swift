package import IAPCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// What a list of payments comes to, for the question before they are consumed.
package struct PaymentTotals: Sendable {
  /// The users whose payments they are, as far as they are known.
  package struct Users: Hashable, Sendable {
    package let count: Int
    /// One of them.
    package let first: Identifier?

    package init(count: Int, first: Identifier?) {
      self.count = count
      self.first = first
    }
  }

  package private(set) var count = 0
  package private(set) var users = Users(count: 0, first: nil)
  /// The sum and the number of payments for each currency; no sum where a price is unknown.
  package private(set) var byCurrency: [String: (sum: Price?, count: Int)] = [:]
  /// Those that were added one by one.
  private var seen: Set<Identifier> = []

  package init() {}

  package mutating func add(_ purchase: Purchase) {
    if let user = purchase.userID, seen.insert(user).inserted {
      setUsers(count: seen.count, first: users.first ?? user)
    }
    add(price: purchase.price, currency: purchase.currency, times: 1)
  }

  package mutating func add(_ item: BatchItem) {
    var purchase = item.purchase ?? Purchase(paymentSeq: item.request.paymentSeq)
    purchase.userID = purchase.userID ?? item.request.user
    add(purchase)
  }

  /// Says whose payments they are, where somebody else has counted.
  package mutating func setUsers(count: Int, first: Identifier?) {
    users = Users(count: count, first: first)
  }

  /// Adds payments of the same price.
  mutating func add(price: Price?, currency: String?, times: Int) {
    count += times
    let (sum, before) = byCurrency[currency ?? ""] ?? (Price("0"), 0)
    let next: Price? =
      if let sum, let price { Price(sum.decimal + price.decimal * Decimal(times)) } else { nil }
    byCurrency[currency ?? ""] = (next, before + times)
  }
}
