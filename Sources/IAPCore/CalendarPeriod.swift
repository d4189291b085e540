#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A length of time on the calendar, such as the period of a subscription or the age of a payment.
///
/// Months differ in length, so a period is always added to an instant, in UTC.
package struct CalendarPeriod: Hashable, Sendable, CustomStringConvertible {
  private let months: Int
  private let seconds: Int64
  /// The text that was parsed; in capitals if it is ISO 8601.
  package let description: String

  /// The longest period, so that adding one period to an instant never overflows.
  private static let longest = (months: 12 * 1000, seconds: Int64(366) * 86400 * 1000)

  /// Parses an ISO 8601 duration (`P1W`, `P1M`, `P1Y`, `PT5M`, `P1Y2M10DT2H30M`).
  ///
  /// - Returns: nil if the text is invalid, the period is zero, or it exceeds a thousand years.
  package init?(iso8601 text: String) {
    let layout =
      /P(?:(\d{1,5})Y)?(?:(\d{1,5})M)?(?:(\d{1,6})W)?(?:(\d{1,6})D)?(?:T(?:(\d{1,7})H)?(?:(\d{1,8})M)?(?:(\d{1,11})S)?)?/
    guard text.utf8.allSatisfy({ $0 < 0x80 }), !text.hasSuffix("T"), !text.hasSuffix("t") else {
      return nil
    }
    let text = text.uppercased()
    guard let match = text.wholeMatch(of: layout) else { return nil }
    func count(_ part: Substring?) -> Int64 { part.flatMap { Int64($0) } ?? 0 }
    self.init(
      months: Int(count(match.1) * 12 + count(match.2)),
      seconds: count(match.3) * 604_800 + count(match.4) * 86_400 + count(match.5) * 3600
        + count(match.6) * 60 + count(match.7), text)
  }

  /// Parses `90s`, `15m`, `12h`, `30d`, or an ISO 8601 duration.
  package init?(_ text: String) {
    guard let match = text.wholeMatch(of: /([0-9]{1,11})([smhd])/), let count = Int64(match.1)
    else {
      self.init(iso8601: text)
      return
    }
    let unit: Int64 =
      switch match.2 {
      case "s": 1
      case "m": 60
      case "h": 3600
      default: 86_400
      }
    self.init(months: 0, seconds: count * unit, text)
  }

  private init?(months: Int, seconds: Int64, _ text: String) {
    guard months > 0 || seconds > 0, months <= Self.longest.months, seconds <= Self.longest.seconds
    else { return nil }
    (self.months, self.seconds, self.description) = (months, seconds, text)
  }

  /// The fixed length; nil if the period has months, which differ in length.
  package var duration: Duration? { months == 0 ? .seconds(seconds) : nil }

  /// The instant one period later; nil if it is after the end of the calendar.
  package func added(to instant: Instant) -> Instant? { moved(instant, by: 1) }

  /// The instant one period earlier; nil if it is before the beginning of the calendar.
  package func subtracted(from instant: Instant) -> Instant? { moved(instant, by: -1) }

  /// The end of the period that begins at `start`, for a series that began at `first`: on the same
  /// day of the month as `first`, or on the last day of a shorter month. For example, a monthly
  /// series from January 31 ends on February 28 and then on March 31. If the period has days or
  /// hours, it is added to `start` unchanged.
  package func end(ofPeriodFrom start: Instant, inSeriesSince first: Instant) -> Instant? {
    guard months > 0, seconds == 0, let plain = added(to: start) else { return added(to: start) }
    let calendar = Self.calendar
    let day = calendar.component(.day, from: first.date)
    guard calendar.component(.day, from: start.date) == Self.day(day, in: start) else {
      return plain
    }
    let shift = Self.day(day, in: plain) - calendar.component(.day, from: plain.date)
    return calendar.date(byAdding: .day, value: shift, to: plain.date).flatMap(Instant.init)
  }

  /// The day of the month, or the last day if the month of `instant` is shorter.
  private static func day(_ day: Int, in instant: Instant) -> Int {
    min(day, calendar.range(of: .day, in: .month, for: instant.date)?.count ?? day)
  }

  private func moved(_ instant: Instant, by sign: Int) -> Instant? {
    guard
      let month = Self.calendar.date(byAdding: .month, value: months * sign, to: instant.date),
      let start = Instant(month)
    else { return nil }
    let end = Instant(start.milliseconds + seconds * 1000 * Int64(sign))
    return Instant.range.contains(end) ? end : nil
  }

  private static let calendar: Calendar = {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    return calendar
  }()
}

extension Instant {
  fileprivate var date: Date { Date(timeIntervalSince1970: Double(milliseconds) / 1000) }

  fileprivate init?(_ date: Date) {
    let milliseconds = (date.timeIntervalSince1970 * 1000).rounded()
    guard let exact = Int64(exactly: milliseconds), Instant.range.contains(Instant(exact)) else {
      return nil
    }
    self.init(exact)
  }

  /// The calendar month (UTC) that contains the instant.
  package var monthInUTC: Range<Instant> {
    let text = description
    guard let start = Instant(text.prefix(7) + "-01T00:00:00Z"),
      let month = CalendarPeriod(iso8601: "P1M")
    else { return self..<self }
    return start..<(month.added(to: start) ?? Instant.range.upperBound)
  }
}
