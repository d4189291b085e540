/// Cells as a spreadsheet reads them: what it would run as a formula is defused by an apostrophe in
/// front, and what it would take for a number or a date can be kept as text.
package enum SpreadsheetText {
  /// The text as a spreadsheet can be handed it. ``original(of:)`` takes it back.
  package static func defused(_ text: String) -> String { isRun(text) ? "'" + text : text }

  /// The text as a cell that a spreadsheet shows as it is: `="2026011210000001"` if it would be
  /// changed into a number, a date or a truth value, and defused if it would be run.
  /// ``original(of:)`` takes it back.
  package static func cell(_ text: String) -> String {
    if isRun(text) { return "'" + text }
    return isChanged(text) ? kept(text) : text
  }

  /// The text as a formula that has exactly this text as its value.
  package static func kept(_ text: String) -> String {
    // A formula has room for so many characters of text, and what is longer is no number.
    guard text.utf16.count <= longestKept else { return defused(text) }
    var cell = String.UnicodeScalarView("=\"".unicodeScalars)
    for scalar in text.unicodeScalars {
      cell.append(scalar)
      if scalar == "\"" { cell.append(scalar) }
    }
    return String(cell) + "\""
  }

  /// The text that was defused or kept, or the text itself if it was neither.
  package static func original(of text: String) -> String {
    if let kept = keptText(in: text) { return kept }
    guard text.utf8.first == apostrophe, text.utf8.count > 1 else { return text }
    let rest = String(Substring(text.utf8.dropFirst()))
    return isRun(rest) ? rest : text
  }

  /// Whether a cell is one that a spreadsheet keeps as text.
  package static func isKept(_ text: String) -> Bool { keptText(in: text) != nil }

  private static let apostrophe = UInt8(ascii: "'")
  private static let quote = UInt8(ascii: "\"")
  private static let longestKept = 255

  private static func keptText(in cell: String) -> String? {
    guard cell.utf8.first == UInt8(ascii: "="), cell.utf8.count > 2, cell.utf8.last == quote,
      cell.utf8.dropFirst().first == quote
    else { return nil }
    let signs = cell.unicodeScalars
    var text = String.UnicodeScalarView()
    var rest = signs.dropFirst(2).dropLast()
    while let sign = rest.popFirst() {
      text.append(sign)
      // Quotes of the text are doubled.
      if sign == "\"" { guard rest.popFirst() == "\"" else { return nil } }
    }
    return String(text)
  }

  /// A number, an amount, a date or a time has a digit; the other texts that are changed are truth
  /// values.
  private static func isChanged(_ text: String) -> Bool {
    text.unicodeScalars.contains { $0.properties.numericType != nil }
      || ["true", "false"].contains(text.lowercased())
  }

  /// Spreadsheets skip leading white space, and East Asian ones read full-width signs. Apostrophes
  /// before such a text count too, so that one more can be told from those of the text.
  private static func isRun(_ text: String) -> Bool {
    let text = text.unicodeScalars.drop { $0 == "'" }
    let first = text.first {
      !$0.properties.isWhitespace && !$0.properties.isDefaultIgnorableCodePoint
    }
    if let first, "=+-@＝＋－＠".unicodeScalars.contains(first) { return true }
    return text.starts(with: "\\t".unicodeScalars) || text.starts(with: "\\r".unicodeScalars)
  }
}
