import System

/// The width of text on a terminal, in columns.
package enum DisplayWidth {
  /// A Korean or Japanese character counts two. A combining mark counts zero. An emoji that
  /// consists of several characters counts two.
  package static func of(_ text: String) -> Int {
    if text.utf8.allSatisfy({ $0 < 0x80 }) { return text.utf8.count }
    return text.reduce(0) { $0 + columns(of: $1) }
  }

  /// The longest beginning of the text that fits. If the text was cut, the last column is `…`.
  package static func cut(_ text: String, to columns: Int) -> String {
    guard of(text) > columns else { return text }
    guard columns > 0 else { return "" }
    var kept = ""
    var width = 0
    for character in text {
      width += Self.columns(of: character)
      if width > columns - 1 { break }
      kept.append(character)
    }
    return kept + "…"
  }

  private static func columns(of character: Character) -> Int {
    min(2, character.unicodeScalars.reduce(0) { $0 + CharacterWidth.columns(of: $1) })
  }
}
