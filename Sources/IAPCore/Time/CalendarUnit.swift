/// A day, a week or a month, for counts of what happened in it. Each one has a number: the next one
/// has the next number.
package enum CalendarUnit: Sendable, CaseIterable {
  case day
  /// Monday to Sunday.
  case week
  case month

  /// The number of the unit that a day is in.
  ///
  /// - Parameter day: days since 1970-01-01.
  package func number(ofDay day: Int64) -> Int64 {
    switch self {
    case .day: day
    // 1970-01-01 was a Thursday.
    case .week: (day + 3).flooredDivision(by: 7).quotient
    case .month: CalendarMonth(of: CalendarDate(dayNumber: day)).number
    }
  }

  /// The first day of a unit (`2026-01-12`), or the month (`2026-01`).
  package func text(_ number: Int64) -> String {
    switch self {
    case .day: Instant(number * 86_400_000).day(in: .utc)
    case .week: CalendarUnit.day.text(number * 7 - 3)
    case .month: CalendarMonth(number: number).description
    }
  }
}
