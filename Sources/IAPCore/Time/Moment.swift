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

  /// Parses an age (`30d`, `P1M`), a day (`2026-01-31`, `today`, `yesterday`), or an instant in RFC
  /// 3339. The instant may have a space in place of `T` and in front of the offset, as tables have
  /// it; it may end with its minutes, and have no offset.
  package init?(_ text: String) {
    if text == "today" || text == "yesterday" {
      self = .daysAgo(text == "today" ? 0 : 1)
    } else if let start = Instant(startOfDay: text) {
      self = .day(number: start.dayNumber(in: .utc))
    } else if let instant = Self.instant(text) {
      self = instant
    } else if let period = CalendarPeriod(text) {
      self = .ago(period)
    } else {
      return nil
    }
  }

  /// An instant with or without offset and seconds.
  private static func instant(_ text: String) -> Moment? {
    guard text.utf8.count >= 16 else { return nil }
    var bytes = Array(text.utf8)
    if bytes[10] == UInt8(ascii: " ") { bytes[10] = UInt8(ascii: "T") }
    if bytes.count == 16 || bytes[16] != UInt8(ascii: ":") {
      bytes.insert(contentsOf: ":00".utf8, at: 16)
    }
    let time = bytes[11...].prefix { $0.isDigit || $0 == UInt8(ascii: ":") || $0 == 0x2E }
    if bytes[time.endIndex...].first == UInt8(ascii: " ") { bytes.remove(at: time.endIndex) }
    if let instant = Instant(String(decoding: bytes, as: UTF8.self)) { return .instant(instant) }
    guard time.endIndex == bytes.endIndex else { return nil }
    return Instant(String(decoding: bytes + [UInt8(ascii: "Z")], as: UTF8.self))
      .map { .time(shown: $0.milliseconds) }
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
