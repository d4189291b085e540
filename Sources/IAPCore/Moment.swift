/// A point in time that the user gives: an age, a day in UTC, or an instant.
package enum Moment: Hashable, Sendable {
  case ago(CalendarPeriod)
  /// - Parameter start: the first instant of the day.
  case day(start: Instant)
  case instant(Instant)

  /// Parses an age (`30d`, `P1M`), a day (`2026-01-31`), or an instant in RFC 3339.
  package init?(_ text: String) {
    if let instant = Instant(text) {
      self = .instant(instant)
    } else if text.utf8.count == 10, let start = Instant(text + "T00:00:00Z") {
      self = .day(start: start)
    } else if let period = CalendarPeriod(text) {
      self = .ago(period)
    } else {
      return nil
    }
  }

  /// The beginning of a time span that starts at this moment; nil if it is before the calendar
  /// begins.
  package func start(before now: Instant) -> Instant? {
    switch self {
    case .ago(let period): period.subtracted(from: now)
    case .day(let start), .instant(let start): start
    }
  }

  /// The end of a time span up to this moment. If the moment is a day, the span includes the day.
  package func end(before now: Instant) -> Instant {
    switch self {
    case .ago(let period): period.subtracted(from: now) ?? Instant.range.lowerBound
    case .day(let start): Instant(start.milliseconds + 86_400_000)
    case .instant(let end): end
    }
  }
}
