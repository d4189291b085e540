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
    case 0x00AD, 0x034F, 0x200B, 0x200C, 0x2060...0x2064: true  // no width, and no ink
    case 0x115F, 0x1160, 0x3164, 0xFFA0: true  // fillers of Korean syllables
    case 0x2800: true  // the blank of Braille
    case 0x17B4, 0x17B5, 0x180B...0x180F, 0x1D173...0x1D17A: true  // other scripts, and notes
    case 0xFE00...0xFE0D, 0xE0000...0xE0FFF: true  // selectors of shapes, and tags
    case 0x2028...0x202E: true  // line separators, embeddings and overrides
    case 0x2066...0x206F: true  // isolates, deprecated format characters
    case 0xFEFF, 0xFFF9...0xFFFB: true  // byte-order mark, interlinear annotation
    default: false
    }
  }

  /// The text with each such character as an escape: `\n`, `\t`, `\r`, `\u001b`.
  package static func make(_ text: String) -> String {
    let scalars = text.unicodeScalars
    guard scalars.contains(where: { isHazardous($0) || isOfEmoji($0) }) else { return text }
    var visible = String.UnicodeScalarView()
    for index in scalars.indices {
      if isHazardous(at: index, in: scalars) {
        visible.append(contentsOf: escape(scalars[index]).unicodeScalars)
      } else {
        visible.append(scalars[index])
      }
    }
    return String(visible)
  }

  /// The joiner of emoji to one, and the selectors of their shapes. They are invisible elsewhere.
  static func isOfEmoji(_ scalar: Unicode.Scalar) -> Bool {
    scalar == "\u{200D}" || scalar == "\u{FE0E}" || scalar == "\u{FE0F}"
  }

  /// As ``isHazardous(_:)``, also for what is invisible if it stands behind no emoji.
  package static func isHazardous(
    at index: String.Index, in scalars: String.UnicodeScalarView
  ) -> Bool {
    guard isOfEmoji(scalars[index]) else { return isHazardous(scalars[index]) }
    guard index > scalars.startIndex else { return true }
    let previous = scalars[scalars.index(before: index)]
    if scalars[index] == "\u{200D}", previous == "\u{FE0F}" { return false }
    // Digits are emoji, too: a keycap can follow them.
    let next = scalars.index(after: index)
    return !previous.properties.isEmoji
      || previous.isASCII && (next == scalars.endIndex || scalars[next] != "\u{20E3}")
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
