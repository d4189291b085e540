/// Breaks text into lines by display width.
package enum TextWrap {
  /// Breaks a text at its spaces. A word that is longer than a line gets a line of its own. Spaces
  /// at a line break are dropped; all other spaces stay.
  ///
  /// - Parameters:
  ///   - width: the columns of a line, including its indentation.
  ///   - indent: the columns of indentation of every line.
  ///   - hanging: the additional indentation of every line except the first.
  package static func lines(
    _ text: String, width: Int, indent: Int = 0, hanging: Int = 0
  ) -> [String] {
    var lines: [String] = []
    var line = Line(indent: indent)
    var spaces = 0
    for word in text.split(separator: " ", omittingEmptySubsequences: false) {
      if !word.isEmpty {
        if !line.append(word, after: spaces, width: width) {
          lines.append(line.text)
          line = Line(indent: indent + hanging)
          _ = line.append(word, after: 0, width: width)
        }
        spaces = 0
      }
      spaces += 1
    }
    return lines + [line.text]
  }

  /// The line that is being filled.
  private struct Line {
    private(set) var text: String
    private var columns: Int
    private var isEmpty = true

    init(indent: Int) {
      text = String(repeating: " ", count: indent)
      columns = indent
    }

    /// - Returns: false if the word does not fit. The first word of a line always fits.
    mutating func append(_ word: Substring, after spaces: Int, width: Int) -> Bool {
      let needed = columns + spaces + DisplayWidth.of(String(word))
      guard isEmpty || needed <= width else { return false }
      text += String(repeating: " ", count: spaces) + word
      (columns, isEmpty) = (needed, false)
      return true
    }
  }
}
