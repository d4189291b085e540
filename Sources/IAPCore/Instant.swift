#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A point in time, to the millisecond, as the IAP server counts it.
package struct Instant: Hashable, Comparable, Sendable, CustomStringConvertible {
  /// Milliseconds since 1970-01-01 in UTC.
  package let milliseconds: Int64

  /// The years that RFC 3339 can write.
  package static let range = Instant(-62_135_596_800_000)...Instant(253_402_300_799_999)

  package init(_ milliseconds: Int64) { self.milliseconds = milliseconds }

  package static func < (left: Instant, right: Instant) -> Bool {
    left.milliseconds < right.milliseconds
  }

  /// RFC 3339 in UTC with milliseconds: `2026-01-01T00:00:00.000Z`.
  package var description: String {
    let (seconds, rest) = milliseconds.flooredDivision(by: 1000)
    let fraction = String(rest)
    return Instant.text(ofSecond: seconds) + "."
      + String(repeating: "0", count: 3 - fraction.count) + fraction + "Z"
  }

  /// Reads RFC 3339, with any offset and up to nine digits of a second; what is finer than a
  /// millisecond is cut off.
  ///
  /// - Returns: nil where the text is none, names a day that does not exist, or lies outside
  ///   ``range``.
  package init?(_ text: String) {
    let layout =
      /(\d{4}-\d{2}-\d{2}[Tt]\d{2}:\d{2}:\d{2})(?:\.(\d{1,9}))?(?:([Zz])|([+-])(\d{2}):(\d{2}))/
    guard text.utf8.count <= 64, text.utf8.allSatisfy({ $0 < 0x80 }),
      let match = text.wholeMatch(of: layout)
    else { return nil }
    let body = match.1.uppercased()
    guard let date = try? Date.ISO8601FormatStyle().parse(body + "Z") else { return nil }
    let seconds = Int64(date.timeIntervalSince1970)
    // The parser lets 30 February through as 2 March; what it read must read the same again.
    guard Instant.text(ofSecond: seconds) == body else { return nil }
    let fraction = Int64((String(match.2 ?? "") + "000").prefix(3)) ?? 0
    let offset = Instant.offset(sign: match.4, hours: match.5, minutes: match.6)
    guard let offset else { return nil }
    self.init((seconds - offset) * 1000 + fraction)
    guard Instant.range.contains(self) else { return nil }
  }

  private static func offset(
    sign: Substring?, hours: Substring?, minutes: Substring?
  ) -> Int64? {
    guard let sign, let hours = hours.flatMap({ Int64($0) }),
      let minutes = minutes.flatMap({ Int64($0) })
    else { return 0 }
    guard hours < 24, minutes < 60 else { return nil }
    return (hours * 3600 + minutes * 60) * (sign == "-" ? -1 : 1)
  }

  /// `2026-01-01T00:00:00`
  private static func text(ofSecond second: Int64) -> String {
    String(Date(timeIntervalSince1970: Double(second)).formatted(.iso8601).dropLast())
  }
}

extension Int64 {
  /// Quotient and remainder, the remainder never negative.
  func flooredDivision(by divisor: Int64) -> (quotient: Int64, remainder: Int64) {
    let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
  }
}
