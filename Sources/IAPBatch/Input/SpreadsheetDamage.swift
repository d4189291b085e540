/// What a spreadsheet makes of a payment number that it takes for a quantity.
enum SpreadsheetDamage {
  /// `2.02601E+15`: only the first digits are left.
  case rounded
  /// `2026011210000001.0`, `2,026,011`: the digits are formatted, and may be rounded.
  case formatted

  init?(_ text: String) {
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

  /// Is read after the name of the column.
  var message: String {
    switch self {
    case .rounded:
      "was rounded by a spreadsheet and its last digits are lost: export it as text, for example "
        + "with -o spreadsheet"
    case .formatted:
      "was formatted as a number by a spreadsheet: export it as text, for example with "
        + "-o spreadsheet"
    }
  }

  private typealias Signs = String.UnicodeScalarView.SubSequence

  /// Digits, with at most one decimal sign among them.
  private static func isQuantity(_ signs: some Collection<Unicode.Scalar>) -> Bool {
    signs.allSatisfy { isDigit($0) || isDecimalSign($0) } && signs.count(where: isDecimalSign) <= 1
  }

  /// Digits with zeros behind a decimal sign, or in groups of three.
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

/// Notices payment numbers that a spreadsheet has cut to 15 significant digits and filled up with
/// zeros: one that ends in 0 is nothing special, but all of them are.
struct RoundedNumbers {
  private var different: Set<String> = []
  private var isAnyWhole = false

  /// As many as have to end in 0 before it is no coincidence.
  private static let suspicious = 3
  /// Numbers of fewer digits are not rounded.
  private static let digits = 16

  mutating func add(_ number: String) {
    guard !isAnyWhole, number.utf8.count >= Self.digits else { return }
    if number.utf8.last != UInt8(ascii: "0") {
      isAnyWhole = true
    } else if different.count < Self.suspicious {
      different.insert(number)
    }
  }

  var isFound: Bool { !isAnyWhole && different.count >= Self.suspicious }
}
