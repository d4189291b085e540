import IAPCore
import Text

/// The delay that a server asks for.
enum RetryAfter {
  /// A century. A server that asks for more does not mean it.
  private static let longest = Duration.seconds(36_525 * 86_400)

  /// Parses a `Retry-After` header: seconds, or a date. A date in the past means no delay. Of several
  /// values, which commas join, the longest delay counts.
  ///
  /// - Parameter now: the real time.
  /// - Returns: nil if no value is valid, or each is absurd.
  static func read(_ text: String?, now: Instant) -> Duration? {
    let parts = (text ?? "").parts(between: ", ")
    // A date has a comma behind its day of the week.
    let dates = zip(parts, parts.dropFirst()).map { "\($0), \($1)" }
    return (parts.map(String.init) + dates).compactMap { delay($0, now: now) }.max()
  }

  private static func delay(_ text: String, now: Instant) -> Duration? {
    let wait: Duration
    if text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) {
      guard text.utf8.count <= 18, let seconds = Int64(text) else { return nil }
      wait = .seconds(seconds)
    } else {
      guard let date = HTTPDate.read(text, now: now) else { return nil }
      wait = .milliseconds(max(0, date.milliseconds - now.milliseconds))
    }
    return wait <= longest ? wait : nil
  }
}

/// The three date formats of RFC 9110.
enum HTTPDate {
  static func read(_ text: String, now: Instant) -> Instant? {
    let words = text.split { $0 == " " || $0 == "," || $0 == "-" }.map(String.init)
    // Sun, 06 Nov 1994 08:49:37 GMT · Sunday, 06-Nov-94 08:49:37 GMT
    if words.count == 6, words[5] == "GMT" {
      return instant(day: words[1], month: words[2], year: words[3], time: words[4], now)
    }
    // Sun Nov  6 08:49:37 1994
    guard words.count == 5 else { return nil }
    return instant(day: words[2], month: words[1], year: words[4], time: words[3], now)
  }

  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  private static func instant(
    day: String, month: String, year: String, time: String, _ now: Instant
  ) -> Instant? {
    guard let index = months.firstIndex(of: month), let year = fullYear(year, now) else {
      return nil
    }
    func padded(_ text: some CustomStringConvertible) -> String {
      let text = text.description
      return text.utf8.count < 2 ? "0" + text : text
    }
    return Instant("\(year)-\(padded(index + 1))-\(padded(day))T\(time)Z")
  }

  /// Expands a two-digit year to the nearest year, at most fifty years in the future.
  private static func fullYear(_ text: String, _ now: Instant) -> String? {
    guard Identifier(text).isDigits else { return nil }
    guard text.utf8.count == 2, let short = Int(text), let current = Int(now.description.prefix(4))
    else { return text.utf8.count == 4 ? text : nil }
    let year = current / 100 * 100 + short
    if year > current + 50 { return String(year - 100) }
    return String(year <= current - 50 ? year + 100 : year)
  }
}
