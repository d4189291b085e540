#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// An exact amount of money. The currency is stored separately.
///
/// It is stored as decimal digits and never converted to a binary floating-point number.
package struct Price: Hashable, Sendable, CustomStringConvertible {
  /// The amount without an exponent or unnecessary zeros: `2.29`, `1500`, `-0.5`. A valid JSON
  /// number.
  package let digits: String

  /// At most 18 digits before the decimal point and 12 after it, so that sums are exact too.
  private static let largest = (whole: 18, fraction: 12)

  /// Parses a JSON number (`1500`, `2.29`, `1.5E+3`).
  ///
  /// - Returns: nil if the text is invalid or has too many digits to be stored exactly.
  package init?(_ text: String) {
    if Price.isCanonicalWhole(text) {
      self.init(canonical: text)
      return
    }
    let text = Price.mayHaveNeedlessZeros(text) ? Price.withoutNeedlessZeros(text) : text
    guard Price.isNumber(text), text.utf8.count(where: Price.isDigit) <= 36,
      let decimal = Decimal(string: text)
    else { return nil }
    self.init(decimal)
  }

  /// - Returns: nil if the amount has too many digits to be stored exactly.
  package init?(_ decimal: Decimal) {
    guard !decimal.isNaN else { return nil }
    let text = decimal.description
    let parts = text.drop { $0 == "-" }.split(separator: ".", omittingEmptySubsequences: false)
    guard let whole = parts.first, whole.utf8.count <= Price.largest.whole,
      parts.count < 2 || parts[1].utf8.count <= Price.largest.fraction
    else { return nil }
    digits = text
  }

  /// Uses digits that came from ``digits``, without checking them.
  package init(canonical digits: String) { self.digits = digits }

  /// The amount for calculations.
  package var decimal: Decimal { Decimal(string: digits) ?? 0 }

  package var isNegative: Bool { digits.utf8.first == UInt8(ascii: "-") }

  package var description: String { digits }

  private static func isDigit(_ byte: UInt8) -> Bool {
    byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9")
  }

  /// The fast path: most amounts are whole numbers in canonical form.
  private static func isCanonicalWhole(_ text: String) -> Bool {
    let bytes = text.utf8
    return (1...largest.whole).contains(bytes.count) && bytes.allSatisfy(isDigit)
      && (bytes.first != UInt8(ascii: "0") || bytes.count == 1)
  }

  /// Whether the text ends in a zero or has an exponent. Most amounts, such as `2.29`, do not.
  private static func mayHaveNeedlessZeros(_ text: String) -> Bool {
    text.utf8.last == UInt8(ascii: "0") || text.utf8.contains { $0 | 0x20 == UInt8(ascii: "e") }
  }

  /// `1500.000` as `1500.0`, and `15e0002` as `15e2`. The limit on digits does not count zeros that
  /// change nothing.
  private static func withoutNeedlessZeros(_ text: String) -> String {
    let parts = text.split(maxSplits: 1, omittingEmptySubsequences: false) { "eE".contains($0) }
    guard var number = parts.first else { return text }
    if number.contains("."), number.last == "0" {
      while number.last == "0" { number.removeLast() }
      if number.last == "." { number.append("0") }
    }
    guard parts.count == 2, let first = parts[1].first else {
      return parts.count == 2 ? text : String(number)
    }
    let sign = "+-".contains(first) ? String(first) : ""
    let digits = parts[1].dropFirst(sign.count)
    let rest = digits.drop { $0 == "0" }
    return digits.isEmpty ? text : "\(number)e\(sign)\(rest.isEmpty ? "0" : rest)"
  }

  /// Whether the text is a JSON number with an exponent of at most three digits. A regular
  /// expression would take 0.1 ms, and lists can contain millions of prices.
  private static func isNumber(_ text: String) -> Bool {
    var rest = text.utf8[...]
    if rest.first == UInt8(ascii: "-") { rest.removeFirst() }
    let whole = rest.prefix(while: isDigit)
    guard !whole.isEmpty, whole.count == 1 || whole.first != UInt8(ascii: "0") else { return false }
    rest = rest[whole.endIndex...]
    if rest.first == UInt8(ascii: ".") {
      let fraction = rest.dropFirst().prefix(while: isDigit)
      guard !fraction.isEmpty else { return false }
      rest = rest[fraction.endIndex...]
    }
    guard let sign = rest.popFirst() else { return true }
    guard sign == UInt8(ascii: "e") || sign == UInt8(ascii: "E") else { return false }
    if rest.first == UInt8(ascii: "+") || rest.first == UInt8(ascii: "-") { rest.removeFirst() }
    return (1...3).contains(rest.count) && rest.allSatisfy(isDigit)
  }
}
