/// Makes text safe for the cells of a spreadsheet. An apostrophe in front prevents that a text is
/// executed as a formula: `'=1+2`. The form `="1"` prevents that it is changed into a number or a
/// date.
package enum SpreadsheetText {
  /// The text as a cell that a spreadsheet shows unchanged. It is `="2026011210000001"` if the text
  /// would become a number, a date or a truth value. It has an apostrophe in front if it would be
  /// executed. ``original(of:)`` returns the text.
  package static func cell(_ text: String) -> String {
    if isRun(text) { return "'" + text }
    return isChanged(text) ? kept(text) : text
  }

  /// The text as a formula whose value is exactly this text.
  package static func kept(_ text: String) -> String {
    // Spreadsheets limit the text in a formula. A longer text is not a number, so it needs no
    // formula.
    guard text.utf16.count <= longestKept else { return isRun(text) ? "'" + text : text }
    var cell = String.UnicodeScalarView("=\"".unicodeScalars)
    for scalar in text.unicodeScalars {
      cell.append(scalar)
      if scalar == "\"" { cell.append(scalar) }
    }
    return String(cell) + "\""
  }

  /// What ``cell(_:)`` does to a plain text.
  package enum Treatment {
    case unchanged
    /// It becomes `="…"`, because a spreadsheet would change it.
    case changed
  }

  /// The treatment of a text without quotes for which ``PlainText/isPlain(_:)`` holds. Nil if only
  /// ``cell(_:)`` can tell.
  package static func treatment(ofPlain text: UnsafeBufferPointer<UInt8>) -> Treatment? {
    switch text.first {
    case nil: return .unchanged
    // It may be a formula.
    case UInt8(ascii: "="), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "@"), apostrophe,
      UInt8(ascii: " "), UInt8(ascii: "\\"):
      return nil
    default: break
    }
    guard text.count <= longestKept else { return nil }
    if text.contains(where: { $0 &- UInt8(ascii: "0") < 10 }) { return .changed }
    // It may be a truth value.
    return (4...5).contains(text.count) ? nil : .unchanged
  }

  /// The text before ``cell(_:)`` or ``kept(_:)`` changed it. Other text is
  /// returned unchanged.
  package static func original(of text: String) -> String {
    if let kept = keptText(in: text) { return kept }
    guard text.utf8.first == apostrophe, text.utf8.count > 1 else { return text }
    let rest = String(Substring(text.utf8.dropFirst()))
    return isRun(rest) ? rest : text
  }

  /// True for a cell of the form `="…"`.
  package static func isKept(_ text: String) -> Bool { keptText(in: text) != nil }

  private static let apostrophe = UInt8(ascii: "'")
  private static let quote = UInt8(ascii: "\"")
  /// The longest text that ``kept(_:)`` keeps.
  package static let longestKept = 255

  private static func keptText(in cell: String) -> String? {
    guard cell.utf8.first == UInt8(ascii: "="), cell.utf8.count > 2, cell.utf8.last == quote,
      cell.utf8.dropFirst().first == quote
    else { return nil }
    let signs = cell.unicodeScalars
    var text = String.UnicodeScalarView()
    var rest = signs.dropFirst(2).dropLast()
    while let sign = rest.popFirst() {
      text.append(sign)
      // A quote inside the text is doubled.
      if sign == "\"" { guard rest.popFirst() == "\"" else { return nil } }
    }
    return String(text)
  }

  /// A number, an amount, a date or a time has a digit. The other texts that a spreadsheet changes
  /// are truth values.
  private static func isChanged(_ text: String) -> Bool {
    text.unicodeScalars.contains { $0.properties.numericType != nil }
      || ["true", "false"].contains(text.lowercased())
  }

  /// Spreadsheets skip leading white space, and East Asian ones also read full-width signs. Leading
  /// apostrophes are skipped here, so that `'=1` gets a second one, and ``original(of:)`` removes
  /// only that.
  private static func isRun(_ text: String) -> Bool {
    let text = text.unicodeScalars.drop { $0 == "'" }
    let first = text.first {
      !$0.properties.isWhitespace && !$0.properties.isDefaultIgnorableCodePoint
    }
    if let first, "=+-@＝＋－＠".unicodeScalars.contains(first) { return true }
    return ["\t", "\r", "\\t", "\\r"].contains { text.starts(with: $0.unicodeScalars) }
  }
}
