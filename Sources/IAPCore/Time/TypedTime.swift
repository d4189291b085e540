/// Days and times as people, spreadsheets and databases write them: `2026-01-31`, `2026/1/31 9:30`,
/// `2026. 1. 31. 오후 9:30`, `2026年1月31日 9:30`, `2026-01-31 09:30:00+00`. The year is first, and has four
/// digits: `02/03/2026` is another day in each country.
struct TypedTime {
  private var rest: Substring.UnicodeScalarView

  /// A day, a time without an offset, or an instant; nil for any other text.
  static func moment(_ text: String) -> Moment? {
    if let instant = Instant(text) { return .instant(instant) }
    var reader = TypedTime(rest: text.unicodeScalars[...])
    return reader.moment()
  }

  private mutating func moment() -> Moment? {
    guard let year = number(4...4), skip("-/.년年") > 0, let month = number(1...2),
      skip("-/.월月") > 0, let day = number(1...2)
    else { return nil }
    let date = [(year, 4), (month, 2), (day, 2)].map(Self.padded).joined(separator: "-")
    guard let start = Instant(startOfDay: date) else { return nil }
    let marks = skip("일日.Tt")
    if rest.isEmpty { return .day(number: start.dayNumber(in: .utc)) }
    guard marks > 0, let time = time() else { return nil }
    _ = skip("초秒")
    guard !rest.isEmpty else {
      return Instant("\(date)T\(time)Z").map { .time(shown: $0.milliseconds) }
    }
    return Instant("\(date)T\(time)\(offset)").map(Moment.instant)
  }

  /// A time of a day, as RFC 3339 has it.
  private mutating func time() -> String? {
    var half = half()
    guard var hour = number(1...2), skip(":시時") > 0, let minute = number(2...2) else { return nil }
    let hasMinutes = skip("분分") > 0
    var seconds = "00"
    if hasMinutes || take(":"), let second = number(2...2) {
      seconds = Self.padded(second, to: 2)
      if take(".") { seconds += "." + digits(1...9) }
    }
    half = half ?? self.half()
    if let half {
      guard (1...12).contains(hour) else { return nil }
      hour = hour % 12 + half
    }
    return "\(Self.padded(hour, to: 2)):\(Self.padded(minute, to: 2)):\(seconds)"
  }

  /// The first hour of the half of a day that is named here.
  private mutating func half() -> Int? {
    for (name, hour) in [
      ("오전", 0), ("오후", 12), ("午前", 0), ("午後", 12), ("AM", 0), ("PM", 12), ("am", 0), ("pm", 12),
    ] where String(rest.drop { $0 == " " }).hasPrefix(name) {
      rest = rest.drop { $0 == " " }.dropFirst(name.unicodeScalars.count).drop { $0 == " " }
      return hour
    }
    return nil
  }

  /// The offset that ends the text. Databases leave out its colon and its minutes.
  private var offset: String {
    let text = String(rest.filter { $0 != " " && $0 != ":" })
    guard let sign = text.first, "+-".contains(sign) else { return text }
    let (hours, minutes) = (text.prefix(3), text.dropFirst(3))
    return "\(hours):\(minutes.isEmpty ? "00" : minutes)"
  }

  /// Skips one of the marks, with spaces around it.
  ///
  /// - Returns: the number of characters that were skipped.
  private mutating func skip(_ marks: String) -> Int {
    let start = rest.count
    rest = rest.drop { $0 == " " }
    if let first = rest.first, marks.unicodeScalars.contains(first) { rest.removeFirst() }
    rest = rest.drop { $0 == " " }
    return start - rest.count
  }

  private mutating func take(_ mark: Unicode.Scalar) -> Bool {
    guard rest.first == mark else { return false }
    rest.removeFirst()
    return true
  }

  private mutating func digits(_ count: ClosedRange<Int>) -> String {
    let digits = rest.prefix { ("0"..."9").contains($0) }.prefix(count.upperBound)
    guard digits.count >= count.lowerBound else { return "" }
    rest = rest.dropFirst(digits.count)
    return String(digits)
  }

  private mutating func number(_ count: ClosedRange<Int>) -> Int? { Int(digits(count)) }

  private static func padded(_ number: Int, to width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(width - digits.count, 0)) + digits
  }
}
