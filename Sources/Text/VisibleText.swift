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
    case 0x00AD, 0x034F, 0x180E, 0x200B, 0x200C, 0x2060...0x2064: true  // no width, and no ink
    case 0x115F, 0x1160, 0x3164, 0xFFA0: true  // fillers of Korean syllables
    case 0xE0000...0xE007F: true  // tags
    case 0x2028...0x202E: true  // line separators, embeddings and overrides
    case 0x2066...0x206F: true  // isolates, deprecated format characters
    case 0xFEFF, 0xFFF9...0xFFFB: true  // byte-order mark, interlinear annotation
    default: false
    }
  }

  /// The text with each such character as an escape: `\n`, `\t`, `\r`, `\u001b`.
  package static func make(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: { isHazardous($0) || $0 == joiner }) else {
      return text
    }
    var visible = String.UnicodeScalarView()
    var previous: Unicode.Scalar?
    for scalar in text.unicodeScalars {
      if isHazardous(scalar) || scalar == joiner && !joins(previous) {
        visible.append(contentsOf: escape(scalar).unicodeScalars)
      } else {
        visible.append(scalar)
      }
      previous = scalar
    }
    return String(visible)
  }

  /// It joins emoji to one, and is invisible elsewhere.
  private static let joiner: Unicode.Scalar = "\u{200D}"

  private static func joins(_ previous: Unicode.Scalar?) -> Bool {
    previous.map { $0.value > 0x7F && ($0.properties.isEmoji || $0 == "\u{FE0F}") } ?? false
  }

  private static func escape(_ scalar: Unicode.Scalar) -> String {
    switch scalar {
    case "\n": "\\n"
    case "\r": "\\r"
    case "\t": "\\t"
    default: codeEscape(of: scalar)
    }
  }

  /// The `\u` escapes of a character, as JSON has them.
  package static func codeEscape(of scalar: Unicode.Scalar) -> String {
    String(scalar).utf16.map { unit in
      let digits = String(unit, radix: 16)
      return "\\u" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }.joined()
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
