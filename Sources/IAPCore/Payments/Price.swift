import JSON
import Records

/// An exact amount of money. The currency is stored separately.
///
/// It is stored as decimal digits and never converted to a binary floating-point number.
package struct Price: Hashable, Sendable, CustomStringConvertible {
  /// The amount without an exponent or unnecessary zeros: `2.29`, `1500`, `-0.5`. A valid JSON
  /// number.
  package let digits: String

  /// At most 18 digits before the decimal point and 12 after it, so that sums are exact too.
  private static let largest = (whole: 18, fraction: 12)
  /// Ten to the power of the digits after the decimal point.
  private static let one: Int128 = 1_000_000_000_000

  /// Parses a JSON number (`1500`, `2.29`, `1.5E+3`).
  ///
  /// - Returns: nil if the text is invalid or has too many digits to be stored exactly.
  package init?(_ text: String) {
    if Price.isCanonicalWhole(text) {
      self.init(canonical: text)
      return
    }
    guard let number = JSONNumber(text),
      let units = number.units(fraction: Price.largest.fraction)
    else { return nil }
    self.init(units: units)
  }

  /// - Parameter units: the amount in units of 10⁻¹².
  /// - Returns: nil if the amount has too many digits to be stored.
  package init?(units: Int128) {
    guard units.magnitude / Price.one.magnitude < 1_000_000_000_000_000_000 else { return nil }
    digits = Price.digits(of: units)
  }

  /// The digits of a number of units, such as a sum that may be larger than any price.
  package static func digits(of units: Int128) -> String {
    let (whole, rest) = units.magnitude.quotientAndRemainder(dividingBy: Price.one.magnitude)
    var text = (units < 0 ? "-" : "") + String(whole)
    if rest != 0 {
      var fraction = String(UInt64(rest) + UInt64(Price.one)).dropFirst()
      while fraction.utf8.last == UInt8(ascii: "0") { fraction.removeLast() }
      text += ".\(fraction)"
    }
    return text
  }

  /// Whether a text has the form of a currency code: three capital letters, such as KRW.
  package static func isCurrency(_ text: String) -> Bool {
    let letters = UInt8(ascii: "A")...UInt8(ascii: "Z")
    return text.utf8.count == 3 && text.utf8.allSatisfy(letters.contains)
  }

  package static let greatest = Price(canonical: String(repeating: "9", count: largest.whole))

  /// Uses digits that came from ``digits``, without checking them.
  package init(canonical digits: String) { self.digits = digits }

  /// The amount in units of 10⁻¹², for calculations.
  package var units: Int128 {
    if let whole = Int64(digits) { return Int128(whole) * Price.one }
    if let units = Price.units(of: digits.utf8) { return units }
    return JSONNumber(digits)?.units(fraction: Price.largest.fraction) ?? 0
  }

  /// The fast path: digits, a decimal point and digits, short enough for their units to fit.
  private static func units(of text: String.UTF8View) -> Int128? {
    guard text.count <= largest.whole else { return nil }
    var (units, fraction) = (Int64(0), -1)
    for byte in text {
      if byte == UInt8(ascii: "."), fraction < 0 {
        fraction = 0
      } else if byte.isDigit {
        units = units * 10 + Int64(byte - UInt8(ascii: "0"))
        if fraction >= 0 { fraction += 1 }
      } else {
        return nil
      }
    }
    guard fraction > 0, fraction <= largest.fraction else { return nil }
    var scale = Int64(1)
    for _ in fraction..<largest.fraction { scale *= 10 }
    return Int128(units) * Int128(scale)
  }

  package var isNegative: Bool { digits.utf8.first == UInt8(ascii: "-") }

  package var description: String { digits }

  /// The fast path: most amounts are whole numbers in canonical form.
  private static func isCanonicalWhole(_ text: String) -> Bool {
    let bytes = text.utf8
    return (1...largest.whole).contains(bytes.count) && bytes.allSatisfy { $0.isDigit }
      && (bytes.first != UInt8(ascii: "0") || bytes.count == 1)
  }
}
