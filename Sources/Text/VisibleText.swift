import System

/// Makes text from outside safe to show on a terminal.
///
/// Product names and server messages can contain control sequences that clear a screen, fill the
/// clipboard or show a file name backwards. They are shown as escapes, so the terminal does not
/// execute them.
package enum VisibleText {
  /// True if a terminal might execute the character, or hide or reorder the text around it.
  package static func isHazardous(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x00...0x1F, 0x7F...0x9F: true  // control characters, C1 too
    case 0x061C, 0x200E, 0x200F: true  // directional marks
    case 0x2028...0x202E: true  // line separators, embeddings and overrides
    case 0x2066...0x206F: true  // isolates, deprecated format characters
    case 0xFEFF, 0xFFF9...0xFFFB: true  // byte-order mark, interlinear annotation
    default: false
    }
  }

  /// The text with each such character as an escape: `\n`, `\t`, `\r`, `\u001b`.
  package static func make(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: isHazardous) else { return text }
    var visible = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      if isHazardous(scalar) {
        visible.append(contentsOf: escape(scalar).unicodeScalars)
      } else {
        visible.append(scalar)
      }
    }
    return String(visible)
  }

  private static func escape(_ scalar: Unicode.Scalar) -> String {
    switch scalar {
    case "\n": "\\n"
    case "\r": "\\r"
    case "\t": "\\t"
    default: codeEscape(of: scalar)
    }
  }

  /// The `\u` escape of a character of the Basic Multilingual Plane.
  package static func codeEscape(of scalar: Unicode.Scalar) -> String {
    let digits = String(scalar.value, radix: 16)
    return "\\u" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }
}

/// The width of text on a terminal, in columns.
package enum DisplayWidth {
  /// A Korean or Japanese character counts two. A combining mark counts zero. An emoji that
  /// consists of several characters counts two.
  package static func of(_ text: String) -> Int { of(text[...]) }

  static func of(_ text: Substring) -> Int {
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
