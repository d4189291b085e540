import IAPBatch
import IAPCore

/// What the page of a report shows: counts and sums, and the first ones of the unknown payments. Its
/// size does not depend on the number of payments.
struct ReportFigures {
  /// The payments of a day, an operator or everything.
  struct Count {
    /// What was consumed, by currency; an empty text is no currency.
    private(set) var sums: [String: PaymentTotals.Part] = [:]
    private(set) var unknown = 0

    var consumed: Int { sums.values.reduce(0) { $0 + $1.count } }

    mutating func add(_ purchase: Purchase, _ outcome: ReportOutcome) {
      switch outcome {
      case .consumed:
        sums[purchase.currency ?? "", default: PaymentTotals.Part()].add(purchase.price)
      case .unknown: unknown += 1
      default: break
      }
    }

    static func += (count: inout Count, other: Count) {
      for (currency, part) in other.sums {
        count.sums[currency, default: PaymentTotals.Part()] += part
      }
      count.unknown += other.unknown
    }
  }

  /// How many unknown payments are named.
  static let limit = 200

  private let zone: TimeZone
  private(set) var outcomes: [ReportOutcome: Int] = [:]
  private(set) var total = Count()
  /// By the number of the day since 1970-01-01. A day without consumed and unknown payments is missing.
  private(set) var days: [Int64: Count] = [:]
  private(set) var people: [String: Count] = [:]
  /// The figures of each server: sums of two servers are never one.
  private(set) var byServer: [String: ReportFigures] = [:]
  var servers: Set<String> { Set(byServer.keys) }
  /// The first payments whose outcome is unknown.
  private(set) var unknown: [JournalEntry] = []

  /// - Parameter zone: in which a payment has its day.
  init(in zone: TimeZone) { self.zone = zone }

  /// - Parameter entry: the latest one of a payment.
  mutating func add(_ entry: JournalEntry) {
    byServer[entry.run.server.text, default: ReportFigures(in: zone)].count(entry)
    count(entry)
  }

  private mutating func count(_ entry: JournalEntry) {
    let (outcome, purchase) = (ReportOutcome(entry), entry.payment.purchase)
    outcomes[outcome, default: 0] += 1
    guard outcome == .consumed || outcome == .unknown else { return }
    total.add(purchase, outcome)
    days[entry.began.dayNumber(in: zone), default: Count()].add(purchase, outcome)
    people[entry.run.user, default: Count()].add(purchase, outcome)
    if outcome == .unknown, unknown.count < Self.limit { unknown.append(entry) }
  }

  /// The most columns that are still wide enough to be seen on a telephone.
  private static let mostColumns: Int64 = 62

  /// What a column of the plot stands for.
  var unit: CalendarUnit {
    guard let first = days.keys.min(), let last = days.keys.max() else { return .day }
    return CalendarUnit.allCases.first { unit in
      unit.number(ofDay: last) - unit.number(ofDay: first) < Self.mostColumns
    } ?? .month
  }

  /// The counts of the days, weeks or months, the earliest first.
  func counts(by unit: CalendarUnit) -> [(number: Int64, count: Count)] {
    var counts: [Int64: Count] = [:]
    for (day, count) in days { counts[unit.number(ofDay: day), default: Count()] += count }
    return counts.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }

  /// The operators, the one who consumed most first.
  var rankedPeople: [(name: String, count: Count)] {
    people.map { ($0.key, $0.value) }.sorted { left, right in
      (right.1.consumed, right.1.unknown, left.0) < (left.1.consumed, left.1.unknown, right.0)
    }
  }

  /// The currencies, that of the most payments first.
  var rankedCurrencies: [(currency: String, part: PaymentTotals.Part)] {
    total.sums.map { ($0.key, $0.value) }.sorted { left, right in
      (right.1.count, left.0) < (left.1.count, right.0)
    }
  }
}
