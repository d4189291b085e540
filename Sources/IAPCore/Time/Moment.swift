import Records

/// A point in time that a person gives: an age, a day, a time of a day, or an instant.
package enum Moment: Hashable, Sendable {
  case ago(CalendarPeriod)
  /// - Parameter number: days since 1970-01-01, on the clocks of the person's time zone.
  case day(number: Int64)
  /// Today, yesterday.
  case daysAgo(Int64)
  /// A time without an offset.
  ///
  /// - Parameter shown: what the clocks of the person's time zone show, in milliseconds since
  ///   1970-01-01.
  case time(shown: Int64)
  case instant(Instant)

  /// Parses an age (`30d`, `P1M`), a day (`2026-01-31`, `today`, `yesterday`), or a time (``TypedTime``).
  package init?(_ text: String) {
    if text == "today" || text == "yesterday" {
      self = .daysAgo(text == "today" ? 0 : 1)
    } else if let moment = TypedTime.moment(text) ?? Self.age(text).map(Moment.ago) {
      self = moment
    } else {
      return nil
    }
  }

  /// A bare number is seconds. One with eight digits and more is rather a day without hyphens.
  private static func age(_ text: String) -> CalendarPeriod? {
    let isNumber = text.utf8.count < 8 && text.utf8.allSatisfy(\.isDigit)
    return CalendarPeriod(isNumber ? text + "s" : text)
  }

  /// Whether it is another instant at each time.
  package var isRelative: Bool {
    switch self {
    case .ago, .daysAgo: true
    case .day, .time, .instant: false
    }
  }

  /// The beginning of a time span that starts at this moment; nil if it is before the calendar
  /// begins.
  package func start(before now: Instant, in zone: TimeZone) -> Instant? {
    switch self {
    case .ago(let period): period.subtracted(from: now)
    case .day(let number): Self.start(ofDay: number, in: zone)
    case .daysAgo(let days): Self.start(ofDay: now.dayNumber(in: zone) - days, in: zone)
    case .time(let shown): Instant(zone.instant(showing: shown))
    case .instant(let start): start
    }
  }

  /// The end of a time span up to this moment. If the moment is a day, the span includes the day.
  package func end(before now: Instant, in zone: TimeZone) -> Instant {
    switch self {
    case .day(let number): Self.start(ofDay: number + 1, in: zone)
    case .daysAgo(let days): Self.start(ofDay: now.dayNumber(in: zone) - days + 1, in: zone)
    case .ago, .time, .instant: start(before: now, in: zone) ?? Instant.range.lowerBound
    }
  }

  private static func start(ofDay number: Int64, in zone: TimeZone) -> Instant {
    Instant(zone.instant(showing: number * 86_400_000))
  }
}
