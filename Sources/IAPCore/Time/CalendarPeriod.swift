import Records

/// A length of time on the calendar, such as the period of a subscription or the age of a payment.
///
/// Months differ in length, so a period is always added to an instant, in UTC.
package struct CalendarPeriod: Hashable, Sendable, CustomStringConvertible {
  private let months: Int
  private let milliseconds: Int64
  /// The text that was parsed; in capitals if it is ISO 8601.
  package let description: String

  /// The longest period, so that adding one period to an instant never overflows.
  private static let longest = (months: 12 * 1000, milliseconds: Int64(366) * 86_400_000 * 1000)

  /// Parses an ISO 8601 duration (`P1W`, `P1M`, `P1Y`, `PT5M`, `P1Y2M10DT2H30M`).
  ///
  /// - Returns: nil if the text is invalid, the period is zero, or it exceeds a thousand years.
  package init?(iso8601 text: String) {
    guard text.utf8.allSatisfy({ $0 < 0x80 }) else { return nil }
    let text = text.uppercased()
    guard text.first == "P", text.last != "T" else { return nil }
    let halves = text.dropFirst().split(
      separator: "T", maxSplits: 1, omittingEmptySubsequences: false)
    guard let date = Self.sum(of: halves[0], Self.dateUnits),
      let time = Self.sum(of: halves.count == 2 ? halves[1] : "", Self.timeUnits)
    else { return nil }
    self.init(
      months: date.months, milliseconds: (date.seconds + time.seconds) * 1000, text)
  }

  /// What a letter stands for, and with how many digits its number may have.
  private typealias Unit = (letter: Character, months: Int, seconds: Int64, digits: Int)
  private static let dateUnits: [Unit] = [
    ("Y", 12, 0, 5), ("M", 1, 0, 5), ("W", 0, 604_800, 6), ("D", 0, 86_400, 6),
  ]
  private static let timeUnits: [Unit] = [("H", 0, 3600, 7), ("M", 0, 60, 8), ("S", 0, 1, 11)]

  /// The sum of numbers with units, which stand in the order of `units`.
  private static func sum(
    of text: Substring, _ units: [Unit]
  ) -> (months: Int, seconds: Int64)? {
    var (rest, units, sum) = (text, units[...], (months: 0, seconds: Int64(0)))
    while !rest.isEmpty {
      let digits = rest.prefix { $0.isNumber }
      rest = rest.dropFirst(digits.count)
      let letter = rest.popFirst()
      guard let place = units.firstIndex(where: { $0.letter == letter }),
        digits.count <= units[place].digits, let number = Int64(digits)
      else { return nil }
      sum.months += units[place].months * Int(number)
      sum.seconds += units[place].seconds * number
      units = units[(place + 1)...]
    }
    return sum
  }

  /// Parses `200ms`, `0.5s`, `90s`, `15m`, `12h`, `30d`, or an ISO 8601 duration.
  package init?(_ text: String) {
    let digits = text.prefix { $0.isASCII && $0.isNumber }
    let fraction = text.dropFirst(digits.count + 1).prefix { $0.isASCII && $0.isNumber }
    if text.dropFirst(digits.count).first == ".", (1...3).contains(fraction.count),
      text.dropFirst(digits.count + 1 + fraction.count) == "s", digits.count <= 9,
      let seconds = Int64(digits), let part = Int64((fraction + "000").prefix(3))
    {
      self.init(months: 0, milliseconds: seconds * 1000 + part, text)
      return
    }
    let units: [Substring: Int64] = [
      "ms": 1, "s": 1000, "m": 60_000, "h": 3_600_000, "d": 86_400_000,
    ]
    guard let number = Int64(digits), text.utf8.count <= 12,
      let unit = units[text.dropFirst(digits.count)]
    else {
      self.init(iso8601: text)
      return
    }
    self.init(months: 0, milliseconds: number * unit, text)
  }

  private init?(months: Int, milliseconds: Int64, _ text: String) {
    guard months > 0 || milliseconds > 0, months <= Self.longest.months,
      milliseconds <= Self.longest.milliseconds
    else { return nil }
    (self.months, self.milliseconds, self.description) = (months, milliseconds, text)
  }

  /// The fixed length; nil if the period has months, which differ in length.
  package var duration: Duration? { months == 0 ? .milliseconds(milliseconds) : nil }

  /// The instant one period later; nil if it is after the end of the calendar.
  package func added(to instant: Instant) -> Instant? { moved(instant, by: 1) }

  /// The instant one period earlier; nil if it is before the beginning of the calendar.
  package func subtracted(from instant: Instant) -> Instant? { moved(instant, by: -1) }

  /// The end of the period that begins at `start`, for a series that began at `first`: on the same
  /// day of the month as `first`, or on the last day of a shorter month. For example, a monthly
  /// series from January 31 ends on February 28 and then on March 31. If the period has days or
  /// hours, it is added to `start` unchanged.
  package func end(ofPeriodFrom start: Instant, inSeriesSince first: Instant) -> Instant? {
    guard months > 0, milliseconds == 0, let plain = added(to: start) else {
      return added(to: start)
    }
    let (day, before) = (first.date.day, start.date)
    guard before.day == min(day, before.lengthOfMonth) else { return plain }
    let after = plain.date
    let shift = min(day, after.lengthOfMonth) - after.day
    return Instant(checked: plain.milliseconds + shift * Instant.day)
  }

  private func moved(_ instant: Instant, by sign: Int) -> Instant? {
    guard Instant.range.contains(instant) else { return nil }
    let date = instant.date.adding(months: months * sign)
    return Instant(checked: date.dayNumber * Instant.day + instant.timeOfDay).flatMap {
      Instant(checked: $0.milliseconds + milliseconds * Int64(sign))
    }
  }
}

extension Instant {
  /// A day in milliseconds.
  fileprivate static let day: Int64 = 86_400_000

  /// The day in UTC.
  fileprivate var date: CalendarDate {
    CalendarDate(dayNumber: milliseconds.flooredDivision(by: Self.day).quotient)
  }

  /// Milliseconds since the beginning of the day.
  fileprivate var timeOfDay: Int64 { milliseconds.flooredDivision(by: Self.day).remainder }

  fileprivate init?(checked milliseconds: Int64) {
    self.init(milliseconds)
    guard Instant.range.contains(self) else { return nil }
  }

  /// The calendar month in UTC.
  package var month: CalendarMonth { CalendarMonth(of: date) }

  /// The calendar month (UTC) that contains the instant.
  package var monthInUTC: Range<Instant> {
    let text = description
    guard let start = Instant(text.prefix(7) + "-01T00:00:00Z"),
      let month = CalendarPeriod(iso8601: "P1M")
    else { return self..<self }
    return start..<(month.added(to: start) ?? Instant.range.upperBound)
  }
}

/// A month of a year, such as `2026-01`.
package struct CalendarMonth: Hashable, Sendable, CustomStringConvertible {
  /// The number of months since January of the year 0.
  let number: Int64

  init(number: Int64) { self.number = number }

  init(of date: CalendarDate) { number = date.year * 12 + date.month - 1 }

  package var description: String {
    let (year, month) = number.flooredDivision(by: 12)
    var text: [UInt8] = []
    text.append(decimal: year, digits: 4)
    text.append(UInt8(ascii: "-"))
    text.append(decimal: month + 1, digits: 2)
    return String(decoding: text, as: UTF8.self)
  }
}
