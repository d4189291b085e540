package import IAPCore
import SQLite

/// The payments of a store that have the same value of a property and the same currency.
package struct PaymentCount: Equatable, Sendable {
  /// The properties that payments are counted by, in the order of the list.
  package enum Property: String, Sendable, CaseIterable {
    case state, market, type, currency
    /// The calendar month (UTC) of the purchase.
    case month
  }

  package let property: Property
  /// Example: `SUCCESS`, `AS`, `2026-01`. Nil for payments without a currency.
  package let value: String?
  /// Nil if the payments have none.
  package let currency: String?
  package let count: Int
  /// The exact sum of the prices; nil if no payment has a price.
  package let sum: String?

  package init(
    _ property: Property, _ value: String?, currency: String?, count: Int, sum: String?
  ) {
    (self.property, self.value, self.currency) = (property, value, currency)
    (self.count, self.sum) = (count, sum)
  }
}

extension StoreSession {
  /// The number and the sum of the payments by each property. It reads each payment once; memory
  /// grows with the number of results only.
  ///
  /// - Parameter states: the states of the payments that are counted; empty for all.
  package func statistics(of states: [PaymentState]) throws -> [PaymentCount] {
    var filter = Filter()
    filter.require("state", oneOf: states.map(\.rawValue))
    let markets = try connection.all("SELECT id, storeCode FROM product") {
      ($0.integer(0) ?? 0, $0.text(1) ?? "")
    }
    var tally = PaymentTally(markets: Dictionary(uniqueKeysWithValues: markets))
    // A statement of SQL would sort all payments, which takes four times as long.
    try connection.rows(
      """
      SELECT state, productID, productType, currency, purchaseTime, price FROM purchase
      \(filter.clause)
      """, filter.values, each: { tally.add($0) })
    return tally.results
  }
}

/// Counts payments and adds their prices.
private struct PaymentTally {
  /// The properties of a payment, as numbers of ``texts``.
  private struct Key: Hashable {
    let state: Int32
    let product: Int64
    let type: Int32
    /// Negative if the payment has none.
    let currency: Int32
    let month: CalendarMonth
  }

  private struct Total {
    var count = 0
    /// In the units of ``Price``; nil if no payment has a price. The largest sum is that of 10^8
    /// payments with the largest price.
    var units: Int128?

    mutating func add(_ other: Total) {
      count += other.count
      if let more = other.units { units = (units ?? 0) + more }
    }
  }

  /// The market of each product.
  private let markets: [Int64: String]
  private var texts: [String] = []
  private var numbers: [Identifier: Int32] = [:]
  private var totals: [Key: Total] = [:]

  init(markets: [Int64: String]) { self.markets = markets }

  /// - Parameter row: the columns `state`, `productID`, `productType`, `currency`, `purchaseTime`
  ///   and `price`.
  mutating func add(_ row: Row) {
    let key = Key(
      state: number(of: row.text(0) ?? ""), product: row.integer(1) ?? 0,
      type: number(of: row.text(2) ?? ""), currency: row.text(3).map { number(of: $0) } ?? -1,
      month: Instant(row.integer(4) ?? 0).month)
    let price = row.text(5).map { Price(canonical: $0) }
    totals[key, default: Total()].add(Total(count: 1, units: price?.units))
  }

  private mutating func number(of text: String) -> Int32 {
    let name = Identifier(text)
    if let number = numbers[name] { return number }
    let number = Int32(texts.count)
    texts.append(text)
    numbers[name] = number
    return number
  }

  private struct Group: Hashable {
    let value: Identifier?
    let currency: Identifier?
  }

  /// The totals for each property, sorted by value and currency. Payments without a value are last.
  var results: [PaymentCount] {
    PaymentCount.Property.allCases.flatMap { property in
      var groups: [Group: Total] = [:]
      for (key, total) in totals {
        let currency = key.currency < 0 ? nil : Identifier(texts[Int(key.currency)])
        let group = Group(value: value(of: property, key, currency), currency: currency)
        groups[group, default: Total()].add(total)
      }
      return groups.sorted { Self.isBefore($0.key, $1.key) }.map { group, total in
        PaymentCount(
          property, group.value?.text, currency: group.currency?.text, count: total.count,
          sum: total.units.map(Price.digits))
      }
    }
  }

  private func value(
    of property: PaymentCount.Property, _ key: Key, _ currency: Identifier?
  ) -> Identifier? {
    switch property {
    case .state: Identifier(texts[Int(key.state)])
    case .market: Identifier(markets[key.product] ?? "")
    case .type: Identifier(texts[Int(key.type)])
    case .currency: currency
    case .month: Identifier(key.month.description)
    }
  }

  private static func isBefore(_ left: Group, _ right: Group) -> Bool {
    left.value == right.value
      ? isBefore(left.currency, right.currency) : isBefore(left.value, right.value)
  }

  private static func isBefore(_ left: Identifier?, _ right: Identifier?) -> Bool {
    guard let left else { return false }
    guard let right else { return true }
    return left.text.utf8.lexicographicallyPrecedes(right.text.utf8)
  }
}
