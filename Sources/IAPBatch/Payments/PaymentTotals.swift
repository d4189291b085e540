package import IAPCore

/// The number, users and sums of payments, for the confirmation prompt before a consume.
package struct PaymentTotals: Sendable {
  /// The known users of the payments.
  package struct Users: Hashable, Sendable {
    package let count: Int
    /// The user of the first payment that has a known user.
    package let first: Identifier?
  }

  package struct Part {
    package private(set) var count = 0
    /// How many of the payments have no known price.
    package private(set) var unpriced = 0
    /// In the units of ``Price``; nil if it is too large.
    private var total: Int128? = 0

    /// The digits of the sum, which can be larger than any price. Nil if a price is unknown.
    package var sum: String? { unpriced == 0 ? knownSum : nil }

    /// The digits of the sum of the known prices. Nil if it is too large.
    package var knownSum: String? { total.map(Price.digits(of:)) }

    package init() {}

    package mutating func add(_ price: Price?) {
      count += 1
      if let price { add(price.units) } else { unpriced += 1 }
    }

    package static func += (part: inout Part, other: Part) {
      part.count += other.count
      part.unpriced += other.unpriced
      part.add(other.total)
    }

    private mutating func add(_ units: Int128?) {
      let sum = total.flatMap { total in units.map { total.addingReportingOverflow($0) } }
      total = sum.flatMap { $0.overflow ? nil : $0.partialValue }
    }
  }

  package private(set) var count = 0
  /// By currency; an empty text is no currency.
  package private(set) var byCurrency: [String: Part] = [:]
  /// The times of the first and of the last purchase; nil if no time is known.
  package private(set) var times: ClosedRange<Instant>?
  private var firstUser: Identifier?
  private var seen: Set<Identifier> = []

  package init() {}

  package var users: Users { Users(count: seen.count, first: firstUser) }

  package mutating func add(_ payment: Payment) {
    if let user = payment.anyUser, seen.insert(user).inserted {
      firstUser = firstUser ?? user
    }
    count += 1
    if let time = payment.purchase.purchaseTime {
      times = times.map { min($0.lowerBound, time)...max($0.upperBound, time) } ?? time...time
    }
    byCurrency[payment.purchase.currency ?? "", default: Part()].add(payment.purchase.price)
  }
}
