package import IAPCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The number, users and sums of payments, for the confirmation prompt before a consume.
package struct PaymentTotals: Sendable {
  /// The known users of the payments.
  package struct Users: Hashable, Sendable {
    package let count: Int
    /// The user of the first payment that has a known user.
    package let first: Identifier?

    package init(count: Int, first: Identifier?) {
      self.count = count
      self.first = first
    }
  }

  package private(set) var count = 0
  /// The sum and the number of payments for each currency; the sum is nil if a price is unknown.
  package private(set) var byCurrency: [String: (sum: Price?, count: Int)] = [:]
  private var firstUser: Identifier?
  private var seen: Set<Identifier> = []

  package init() {}

  package var users: Users { Users(count: seen.count, first: firstUser) }

  package mutating func add(_ purchase: Purchase) {
    if let user = purchase.userID, seen.insert(user).inserted { firstUser = firstUser ?? user }
    count += 1
    let (sum, before) = byCurrency[purchase.currency ?? ""] ?? (Price("0"), 0)
    let next: Price? =
      if let sum, let price = purchase.price { Price(sum.decimal + price.decimal) } else { nil }
    byCurrency[purchase.currency ?? ""] = (next, before + 1)
  }

  package mutating func add(_ item: BatchItem) {
    var purchase = item.purchase ?? Purchase(paymentSeq: item.request.paymentSeq)
    purchase.userID = purchase.userID ?? item.request.user
    add(purchase)
  }
}
