/// A point in time as a person names it: so long ago, a day in UTC, or an instant.
package enum Moment: Hashable, Sendable {
  case ago(CalendarPeriod)
  /// - Parameter start: its first instant.
  case day(start: Instant)
  case instant(Instant)

  /// Reads `30d` or `P1M` (so long ago), `2026-01-31`, or an instant of RFC 3339.
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

  /// Where a span of time begins that is bounded by it; nil if that is before the calendar begins.
  package func start(before now: Instant) -> Instant? {
    switch self {
    case .ago(let period): period.subtracted(from: now)
    case .day(let start), .instant(let start): start
    }
  }

  /// Where a span of time ends that is bounded by it: a day belongs to the span.
  package func end(before now: Instant) -> Instant {
    switch self {
    case .ago(let period): period.subtracted(from: now) ?? Instant.range.lowerBound
    case .day(let start): Instant(start.milliseconds + 86_400_000)
    case .instant(let end): end
    }
  }
}
