import CommandLine
import IAPBatch
import IAPCore
import Records

/// How many payments there are of each operator, day or other value, and the sums of their prices.
struct JournalCounts {
  /// What the payments are counted by.
  enum Grouping: String, Sendable, CaseIterable {
    case `operator`, ticket, outcome, currency, day, server
  }

  private let grouping: Grouping
  private let zone: TimeZone
  private var parts: [Key: PaymentTotals.Part] = [:]

  /// - Parameter zone: in which a payment has its day.
  init(by grouping: Grouping, in zone: TimeZone) { (self.grouping, self.zone) = (grouping, zone) }

  mutating func add(_ entry: JournalEntry) {
    let purchase = entry.payment.purchase
    let key = Key(
      value: value(of: entry), outcome: entry.outcome.name, currency: purchase.currency,
      server: entry.run.server.text)
    parts[key, default: PaymentTotals.Part()].add(purchase.price)
  }

  private func value(of entry: JournalEntry) -> String? {
    switch grouping {
    case .operator: entry.run.user
    case .ticket: entry.ticket
    case .outcome: entry.outcome.name
    case .currency: entry.payment.purchase.currency
    case .server: entry.run.server.text
    case .day: entry.began.day(in: zone)
    }
  }

  /// A record for each value, outcome and currency.
  ///
  /// - Parameter hasBars: whether a record ends with a bar.
  func records(hasBars: Bool) -> [Record] {
    let largest = parts.values.map(\.count).max() ?? 0
    return parts.sorted { $0.key < $1.key }.map { key, part in
      Record(
        [
          .text(grouping.rawValue), .text(key.value), .text(key.outcome), .text(key.currency),
          .text(key.server), .number(Int64(part.count)), part.sum.map(FieldValue.amount) ?? .null,
        ] + (hasBars ? [.text(Bar.text(part.count, of: largest))] : []))
    }
  }

  /// A line of the report. The lines are sorted by their texts; a missing one comes first.
  private struct Key: Hashable, Comparable {
    let value: String?
    let outcome: String
    let currency: String?
    /// Sums of two servers are never one.
    let server: String

    static func < (left: Key, right: Key) -> Bool {
      (left.value ?? "", left.outcome, left.currency ?? "", left.server)
        < (right.value ?? "", right.outcome, right.currency ?? "", right.server)
    }
  }
}
