#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// An exact amount of money, in units of a currency that stands beside it.
///
/// It is kept as its decimal digits and never passes through a binary floating-point number.
package struct Price: Hashable, Sendable, CustomStringConvertible {
  /// The amount without exponent and needless zeros: `2.29`, `1500`, `-0.5`. A JSON number.
  package let digits: String

  /// At most 18 digits before the point and 12 behind it, so that sums stay exact too.
  private static let largest = (whole: 18, fraction: 12)

  /// Reads a decimal as JSON writes it (`1500`, `2.29`, `1.5E+3`).
  ///
  /// - Returns: nil where the text is none, or has more digits than can be kept exactly.
  package init?(_ text: String) {
    if Price.isCanonicalWhole(text) {
      self.init(canonical: text)
      return
    }
    guard Price.isNumber(text), text.utf8.count(where: Price.isDigit) <= 36,
      let decimal = Decimal(string: text)
    else { return nil }
    self.init(decimal)
  }

  /// - Returns: nil where the amount has more digits than can be kept exactly.
  package init?(_ decimal: Decimal) {
    guard !decimal.isNaN else { return nil }
    let text = decimal.description
    let parts = text.drop { $0 == "-" }.split(separator: ".", omittingEmptySubsequences: false)
    guard let whole = parts.first, whole.utf8.count <= Price.largest.whole,
      parts.count < 2 || parts[1].utf8.count <= Price.largest.fraction
    else { return nil }
    digits = text
  }

  /// Takes digits that ``digits`` once gave.
  package init(canonical digits: String) { self.digits = digits }

  /// The same amount, to calculate with.
  package var decimal: Decimal { Decimal(string: digits) ?? 0 }

  package var isNegative: Bool { digits.utf8.first == UInt8(ascii: "-") }

  package var description: String { digits }

  private static func isDigit(_ byte: UInt8) -> Bool {
    byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9")
  }

  /// Most amounts are digits that stay as they are.
  private static func isCanonicalWhole(_ text: String) -> Bool {
    let bytes = text.utf8
    return (1...largest.whole).contains(bytes.count) && bytes.allSatisfy(isDigit)
      && (bytes.first != UInt8(ascii: "0") || bytes.count == 1)
  }

  /// Whether it is a number of JSON, with an exponent of three digits at most. Prices come by the
  /// million; a regular expression would take a tenth of a millisecond for each.
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
