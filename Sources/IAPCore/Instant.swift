import Records

/// A point in time with millisecond precision, as in the IAP server's API.
package struct Instant: Hashable, Comparable, Sendable, CustomStringConvertible {
  /// Milliseconds since 1970-01-01T00:00:00Z.
  package let milliseconds: Int64

  /// The years 1583 to 9999: the first full year of the Gregorian calendar, and the last year in
  /// RFC 3339.
  package static let range = Instant(-12_212_553_600_000)...Instant(253_402_300_799_999)

  package init(_ milliseconds: Int64) { self.milliseconds = milliseconds }

  /// The instant in ``range`` nearest to a number of milliseconds since 1970. A machine's clock can
  /// be set to any time.
  package static func nearest(to milliseconds: Int64) -> Instant {
    min(max(Instant(milliseconds), range.lowerBound), range.upperBound)
  }

  package static func < (left: Instant, right: Instant) -> Bool {
    left.milliseconds < right.milliseconds
  }

  /// RFC 3339 in UTC with milliseconds: `2026-01-01T00:00:00.000Z`.
  package var description: String {
    var bytes: [UInt8] = []
    append(to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Appends ``description``. Foundation is a hundred times slower, and lists can contain millions
  /// of instants.
  package func append(to bytes: inout [UInt8]) {
    let (days, rest) = milliseconds.flooredDivision(by: 86_400_000)
    let (year, month, day) = Instant.date(ofDay: days)
    let (second, decimals) = (rest / 1000, rest % 1000)
    bytes.append(decimal: year, digits: 4)
    bytes.append(addingCapacity: 20) { text in
      Instant.append("-", month, to: &text)
      Instant.append("-", day, to: &text)
      Instant.append("T", second / 3600, to: &text)
      Instant.append(":", second / 60 % 60, to: &text)
      Instant.append(":", second % 60, to: &text)
      Instant.append(".", decimals / 10, to: &text)
      text.append(UInt8(ascii: "0") + UInt8(decimals % 10))
      text.append(UInt8(ascii: "Z"))
    }
  }

  /// Appends a sign and two digits.
  private static func append(
    _ sign: Unicode.Scalar, _ number: Int64, to text: inout OutputSpan<UInt8>
  ) {
    text.append(UInt8(ascii: sign))
    text.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: number / 10))
    text.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: number % 10))
  }

  /// The date of a day number (days since 1970-01-01): the inverse of ``second(of:)``.
  private static func date(ofDay day: Int64) -> (year: Int64, month: Int64, day: Int64) {
    // The Gregorian calendar repeats every 400 years (146,097 days). Counting years from March 1
    // makes the leap day the last day of a year.
    let (era, dayOfEra) = (day + 719_468).flooredDivision(by: 146_097)
    let year = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * year + year / 4 - year / 100)
    let march = (5 * dayOfYear + 2) / 153
    let month = march < 10 ? march + 3 : march - 9
    return (
      era * 400 + year + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * march + 2) / 5 + 1
    )
  }

  /// Parses RFC 3339, with any offset and up to nine decimals of a second. Anything below a
  /// millisecond is cut off.
  ///
  /// - Returns: nil if the text is invalid, the day does not exist, or the instant is outside of
  ///   ``range``.
  package init?(_ text: String) {
    var rest = Array(text.utf8)[...]
    guard let body = Instant.body(from: &rest), let fraction = Instant.fraction(from: &rest),
      let offset = Instant.offset(from: &rest), rest.isEmpty,
      let seconds = Instant.second(of: body)
    else { return nil }
    self.init((seconds - offset) * 1000 + fraction)
    guard Instant.range.contains(self) else { return nil }
  }

  /// Reads `2026-01-01T00:00:00`; a lower-case `t` is accepted.
  private static func body(from rest: inout ArraySlice<UInt8>) -> [UInt8]? {
    let layout = Array("dddd-dd-ddTdd:dd:dd".utf8)
    let body = Array(rest.prefix(layout.count))
    guard body.count == layout.count,
      zip(body, layout).allSatisfy({ byte, sign in
        switch sign {
        case UInt8(ascii: "d"): isDigit(byte)
        case UInt8(ascii: "T"): byte == sign || byte == UInt8(ascii: "t")
        default: byte == sign
        }
      })
    else { return nil }
    rest = rest.dropFirst(layout.count)
    return body
  }

  /// Seconds since 1970; nil if the day or the time does not exist.
  private static func second(of body: [UInt8]) -> Int64? {
    guard let year = number(body[0..<4]), let month = number(body[5..<7]),
      let day = number(body[8..<10]), let hour = number(body[11..<13]),
      let minute = number(body[14..<16]), let second = number(body[17..<19]),
      (1...12).contains(month), (1...length(of: month, in: year)).contains(day), hour < 24,
      minute < 60, second < 60
    else { return nil }
    // Counting years from March 1 makes the leap day the last day of a year.
    let march = month > 2 ? year : year - 1
    let days = march * 365 + march / 4 - march / 100 + march / 400
    let months = ((month + 9) % 12 * 153 + 2) / 5
    return ((days + months + day - 1 - 719_468) * 24 + hour) * 3600 + minute * 60 + second
  }

  private static func length(of month: Int64, in year: Int64) -> Int64 {
    let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    return month == 2 ? (isLeap ? 29 : 28) : [4, 6, 9, 11].contains(month) ? 30 : 31
  }

  /// Milliseconds; 0 if there is no fraction, nil if it is invalid.
  private static func fraction(from rest: inout ArraySlice<UInt8>) -> Int64? {
    guard rest.first == UInt8(ascii: ".") else { return 0 }
    let digits = rest.dropFirst().prefix(while: isDigit)
    guard (1...9).contains(digits.count) else { return nil }
    rest = rest.dropFirst(digits.count + 1)
    return number(
      digits.prefix(3) + Array(repeating: UInt8(ascii: "0"), count: max(0, 3 - digits.count)))
  }

  /// Seconds east of UTC.
  private static func offset(from rest: inout ArraySlice<UInt8>) -> Int64? {
    guard let sign = rest.popFirst() else { return nil }
    if sign == UInt8(ascii: "Z") || sign == UInt8(ascii: "z") { return 0 }
    let digits = Array(rest.prefix(5))
    guard sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-"), digits.count == 5,
      digits[2] == UInt8(ascii: ":"), let hours = number(digits[..<2]),
      let minutes = number(digits[3...]), hours < 24, minutes < 60
    else { return nil }
    rest = rest.dropFirst(5)
    return (hours * 3600 + minutes * 60) * (sign == UInt8(ascii: "-") ? -1 : 1)
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }

  private static func number(_ digits: ArraySlice<UInt8>) -> Int64? {
    guard digits.allSatisfy(isDigit) else { return nil }
    return digits.reduce(0) { $0 * 10 + Int64($1 - UInt8(ascii: "0")) }
  }
}

extension Int64 {
  /// The quotient rounded down, and the remainder, which is never negative.
  func flooredDivision(by divisor: Int64) -> (quotient: Int64, remainder: Int64) {
    let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
  }
}

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

/// The time and a way to wait: the machine's clock, or a simulated clock in tests.
package struct Clock: Sendable {
  /// The time of day.
  package var realTime: @Sendable () -> Instant
  /// The time of a clock that never goes back.
  package var monotonicTime: @Sendable () -> Duration
  /// Waits; returns early if the task is cancelled.
  package var sleep: @Sendable (Duration) async -> Void

  package init(
    realTime: @escaping @Sendable () -> Instant,
    monotonicTime: @escaping @Sendable () -> Duration,
    sleep: @escaping @Sendable (Duration) async -> Void
  ) {
    self.realTime = realTime
    self.monotonicTime = monotonicTime
    self.sleep = sleep
  }
}

extension Duration {
  /// `12.3 ms`
  package var inMilliseconds: String {
    let tenths = components.seconds * 10_000 + components.attoseconds / 100_000_000_000_000
    return "\(tenths / 10).\(tenths % 10) ms"
  }
}
