package import IAPCore

/// How a spreadsheet changes a payment number that it treats as a quantity.
enum SpreadsheetDamage {
  /// `2.02601E+15`: the last digits are lost.
  case rounded
  /// `2026011210000001.0`, `2,026,011`: the digits are formatted, and may be rounded.
  case formatted

  init?(_ text: String) {
    // The fast path: almost all numbers are digits only.
    guard text.utf8.contains(where: { !(0x30...0x39).contains($0) }) else { return nil }
    let signs = text.unicodeScalars.filter { !$0.properties.isWhitespace }
    guard let first = signs.first, Self.isDigit(first) else { return nil }
    let parts = signs.split(maxSplits: 1, omittingEmptySubsequences: false) {
      $0 == "e" || $0 == "E"
    }
    if parts.count == 2 {
      let power = parts[1].drop { $0 == "+" || $0 == "-" }
      guard Self.isQuantity(parts[0]), !power.isEmpty, power.allSatisfy(Self.isDigit) else {
        return nil
      }
      self = .rounded
    } else {
      guard Self.isFormatted(parts[0]) else { return nil }
      self = .formatted
    }
  }

  /// The text after the column name and its value in an error message.
  var message: String {
    switch self {
    case .rounded: "was rounded by a spreadsheet and its last digits are lost"
    case .formatted: "was formatted as a number by a spreadsheet"
    }
  }

  /// The text after the column name in a message about several lines.
  var shortMessage: String {
    switch self {
    case .rounded: "was rounded"
    case .formatted: "was formatted as a number"
    }
  }

  /// Whether the text has only digits and at most one decimal sign.
  private static func isQuantity(_ signs: some Collection<Unicode.Scalar>) -> Bool {
    signs.allSatisfy { isDigit($0) || isDecimalSign($0) } && signs.count(where: isDecimalSign) <= 1
  }

  /// Whether the text is digits in groups of three, or digits with only zeros after a decimal sign.
  private static func isFormatted(_ signs: some Collection<Unicode.Scalar>) -> Bool {
    let parts = signs.split(omittingEmptySubsequences: false) { isDecimalSign($0) || $0 == "'" }
    guard parts.count > 1, parts.allSatisfy({ !$0.isEmpty && $0.allSatisfy(isDigit) }) else {
      return false
    }
    let isDecimal = parts.count == 2 && parts[1].allSatisfy { $0 == "0" }
    return isDecimal || (parts[0].count <= 3 && parts.dropFirst().allSatisfy { $0.count == 3 })
  }

  private static func isDigit(_ sign: Unicode.Scalar) -> Bool { ("0"..."9").contains(sign) }
  private static func isDecimalSign(_ sign: Unicode.Scalar) -> Bool { sign == "." || sign == "," }
}

/// Detects payment numbers that a spreadsheet has rounded to 15 significant digits, with zeros at
/// the end. A single number that ends in 0 proves nothing: one number in ten does.
package struct RoundedNumbers: Equatable, Sendable {
  /// A spreadsheet does not round numbers with fewer digits than this.
  package static let digits = 16

  /// The different numbers of at least ``digits`` digits.
  package private(set) var count = 0
  /// Those of them that end in 0.
  package private(set) var ending = 0

  package init(count: Int = 0, ending: Int = 0) { (self.count, self.ending) = (count, ending) }

  package init(_ numbers: some Sequence<Identifier>) {
    let long = Set(numbers).filter { $0.text.utf8.count >= Self.digits }
    count = long.count
    ending = long.count { $0.text.utf8.last == UInt8(ascii: "0") }
  }

  /// Whether so many end in 0 that chance would do it at most once in a thousand files: 3 of 3, 4 of
  /// 5, 6 of 10, 8 of 20.
  package var isFound: Bool {
    guard ending >= 3 else { return false }
    guard count <= Self.counted else {
      // The normal distribution: the probability of four standard deviations is below 1/1000.
      return Double(ending) > 0.1 * Double(count) + 4 * (0.09 * Double(count)).squareRoot()
    }
    return probability <= 0.001000001
  }

  /// Whether all of them end in 0, but too few to be sure.
  package var isSuspected: Bool { ending > 0 && ending == count && !isFound }

  /// The maximum count for which the probability is calculated exactly.
  private static let counted = 2000

  /// The probability that chance lets at least ``ending`` of ``count`` numbers end in 0.
  private var probability: Double {
    var term = 1.0
    for _ in 0..<count { term *= 0.9 }
    var sum = 0.0
    for hits in 0...count {
      if hits >= ending { sum += term }
      term *= Double(count - hits) / Double(hits + 1) / 9
    }
    return sum
  }
}
