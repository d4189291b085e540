/// Cells that a spreadsheet would run as a formula, defused by an apostrophe in front.
package enum SpreadsheetText {
  /// The text as a spreadsheet can be handed it. ``original(of:)`` takes it back.
  package static func defused(_ text: String) -> String { isRun(text) ? "'" + text : text }

  /// The text that was defused, or the text itself where none was.
  package static func original(of text: String) -> String {
    guard text.utf8.first == apostrophe, text.utf8.count > 1 else { return text }
    let rest = String(Substring(text.utf8.dropFirst()))
    return isRun(rest) ? rest : text
  }

  private static let apostrophe = UInt8(ascii: "'")

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
