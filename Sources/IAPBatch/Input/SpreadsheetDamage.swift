import IAPCore

/// How a spreadsheet changes a payment number that it treats as a quantity.
enum SpreadsheetDamage {
  /// `rounded`, as `2.02601E+15`, of which the last digits are lost; `formatted`, as `2026011210000001.0`
  /// or `2,026,011`, of which the digits may be rounded. Nil for another text.
  static func problem(of text: String) -> LineProblem.ValueProblem? {
    // The fast path: almost all numbers are digits only.
    guard text.utf8.contains(where: { !(0x30...0x39).contains($0) }) else { return nil }
    let signs = text.unicodeScalars.filter { !$0.properties.isWhitespace }
    guard let first = signs.first, isDigit(first) else { return nil }
    let parts = signs.split(maxSplits: 1, omittingEmptySubsequences: false) {
      $0 == "e" || $0 == "E"
    }
    guard parts.count == 2 else { return isFormatted(parts[0]) ? .formatted : nil }
    let power = parts[1].drop { $0 == "+" || $0 == "-" }
    return isQuantity(parts[0]) && !power.isEmpty && power.allSatisfy(isDigit) ? .rounded : nil
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
