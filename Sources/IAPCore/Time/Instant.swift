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

  /// Appends ``description``. Lists can contain millions of instants.
  package func append(to bytes: inout [UInt8]) {
    let (days, rest) = milliseconds.flooredDivision(by: 86_400_000)
    let date = CalendarDate(dayNumber: days)
    let (second, decimals) = (rest / 1000, rest % 1000)
    bytes.append(decimal: date.year, digits: 4)
    bytes.append(addingCapacity: 20) { text in
      Instant.append("-", date.month, to: &text)
      Instant.append("-", date.day, to: &text)
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

  /// Parses RFC 3339, with any offset and up to nine decimals of a second. Anything below a
  /// millisecond is cut off.
  ///
  /// - Returns: nil if the text is invalid, the day does not exist, or the instant is outside of
  ///   ``range``.
  package init?(_ text: String) {
    var text = text
    guard let milliseconds = text.withUTF8({ Instant.milliseconds(of: $0) }) else { return nil }
    self.init(milliseconds)
    guard Instant.range.contains(self) else { return nil }
  }

  /// Parses a day: `2026-01-31` is its first instant in UTC.
  init?(startOfDay day: String) {
    guard day.utf8.count == 10 else { return nil }
    self.init(day + "T00:00:00Z")
  }

  /// Without arrays in between: a seed can have millions of instants.
  private static func milliseconds(of text: UnsafeBufferPointer<UInt8>) -> Int64? {
    let layout: StaticString = "dddd-dd-ddTdd:dd:dd"
    guard text.count > layout.utf8CodeUnitCount else { return nil }
    for index in 0..<layout.utf8CodeUnitCount {
      let (byte, sign) = (text[index], layout.utf8Start[index])
      switch sign {
      case UInt8(ascii: "d"): guard byte.isDigit else { return nil }
      // A lower-case `t` is accepted.
      case UInt8(ascii: "T"): guard byte | 0x20 == UInt8(ascii: "t") else { return nil }
      default: guard byte == sign else { return nil }
      }
    }
    var rest = Slice(base: text, bounds: layout.utf8CodeUnitCount..<text.count)
    guard let fraction = fraction(from: &rest), let offset = offset(from: &rest), rest.isEmpty,
      let seconds = second(of: text)
    else { return nil }
    return (seconds - offset) * 1000 + fraction
  }

  /// Seconds since 1970; nil if the day or the time does not exist.
  private static func second(of text: UnsafeBufferPointer<UInt8>) -> Int64? {
    let (hour, minute, second) = (
      number(text[11..<13]), number(text[14..<16]), number(text[17..<19])
    )
    let date = CalendarDate(
      year: number(text[0..<4]), month: number(text[5..<7]), day: number(text[8..<10]))
    guard (1...12).contains(date.month), (1...date.lengthOfMonth).contains(date.day), hour < 24,
      minute < 60, second < 60
    else { return nil }
    return ((date.dayNumber * 24 + hour) * 60 + minute) * 60 + second
  }

  /// Milliseconds; 0 if there is no fraction, nil if it is invalid.
  private static func fraction(from rest: inout Slice<UnsafeBufferPointer<UInt8>>) -> Int64? {
    guard rest.first == UInt8(ascii: ".") else { return 0 }
    rest.removeFirst()
    var (milliseconds, count, unit) = (Int64(0), 0, Int64(100))
    while let byte = rest.first, byte.isDigit {
      milliseconds += Int64(byte - UInt8(ascii: "0")) * unit
      (count, unit) = (count + 1, unit / 10)
      rest.removeFirst()
    }
    return (1...9).contains(count) ? milliseconds : nil
  }

  /// Seconds east of UTC.
  private static func offset(from rest: inout Slice<UnsafeBufferPointer<UInt8>>) -> Int64? {
    guard let sign = rest.popFirst() else { return nil }
    if sign == UInt8(ascii: "Z") || sign == UInt8(ascii: "z") { return 0 }
    let start = rest.startIndex
    guard sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-"), rest.count >= 5,
      rest[start + 2] == UInt8(ascii: ":"),
      [0, 1, 3, 4].allSatisfy({ rest[start + $0].isDigit })
    else { return nil }
    let (hours, minutes) = (
      number(rest.base[start..<start + 2]), number(rest.base[start + 3..<start + 5])
    )
    guard hours < 24, minutes < 60 else { return nil }
    rest = rest.dropFirst(5)
    return (hours * 3600 + minutes * 60) * (sign == UInt8(ascii: "-") ? -1 : 1)
  }

  /// - Parameter digits: ASCII digits.
  private static func number(_ digits: Slice<UnsafeBufferPointer<UInt8>>) -> Int64 {
    digits.reduce(0) { $0 * 10 + Int64($1 - UInt8(ascii: "0")) }
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

extension Int64 {
  /// The quotient rounded down, and the remainder, which is never negative.
  func flooredDivision(by divisor: Int64) -> (quotient: Int64, remainder: Int64) {
    let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
  }
}
