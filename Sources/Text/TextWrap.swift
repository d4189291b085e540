/// Breaks text into lines by display width.
package enum TextWrap {
  /// Breaks a text at its spaces, and between Chinese characters and kana. A word that is longer than
  /// a line gets a line of its own. Spaces at a line break are dropped; all other spaces stay.
  ///
  /// - Parameters:
  ///   - width: the columns of a line, including its indentation.
  ///   - indent: the columns of indentation of every line.
  ///   - hanging: the additional indentation of every line except the first.
  package static func lines(
    _ text: String, width: Int, indent: Int = 0, hanging: Int = 0
  ) -> [String] {
    var lines: [String] = []
    // The part of the text that is the line, and its columns. An empty line takes any word.
    var line = text[text.startIndex..<text.startIndex]
    var columns = indent
    func end(_ line: Substring) {
      let margin = lines.isEmpty ? indent : indent + hanging
      lines.append(String(repeating: " ", count: margin) + line)
    }
    // By bytes: a page of help has hundreds of words, and characters cost ten times as much.
    for word in text.utf8.split(separator: UInt8(ascii: " ")).flatMap({ pieces(of: Substring($0)) })
    {
      let size = DisplayWidth.of(word)
      let spaces = text.utf8.distance(from: line.endIndex, to: word.startIndex)
      columns += spaces + size
      if !line.isEmpty, columns > width {
        end(line)
        line = text[word.startIndex..<word.endIndex]
        columns = indent + hanging + size
      } else {
        line = text[line.startIndex..<word.endIndex]
      }
    }
    end(line)
    return lines
  }

  // MARK: Japanese

  /// The parts of a word that may be on different lines. Korean breaks at its spaces, as English does.
  package static func pieces(of word: Substring) -> [Substring] {
    guard !word.utf8.allSatisfy({ $0 < 0x80 }) else { return [word] }
    var pieces: [Substring] = []
    var start = word.startIndex
    var previous: Unicode.Scalar?
    for index in word.unicodeScalars.indices {
      let scalar = word.unicodeScalars[index]
      if let before = previous, canBreak(between: before, and: scalar) {
        pieces.append(word[start..<index])
        start = index
      }
      previous = scalar
    }
    return pieces + [word[start...]]
  }

  private static func canBreak(
    between first: Unicode.Scalar, and second: Unicode.Scalar
  ) -> Bool {
    (isKanaOrHan(first) || isKanaOrHan(second)) && !closing.contains(second)
      && !opening.contains(first)
  }

  /// Chinese characters, kana, and the punctuation of both.
  private static func isKanaOrHan(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x3000...0x30FF, 0x3400...0x9FFF, 0xFF00...0xFFEF: true
    default: false
    }
  }

  /// What never begins a line.
  private static let closing = Set(
    ")]}>'\".,:;?!%、。，．・：；？！）」』】〉》〕］｝ー々…‥〜ぁぃぅぇぉっゃゅょゎァィゥェォッャュョヮ".unicodeScalars)
  /// What never ends a line.
  private static let opening = Set("([{<'\"（「『【〈《〔［｛".unicodeScalars)
}
