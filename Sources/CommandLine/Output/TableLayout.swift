import Text

/// How wide the columns of a table are.
struct TableLayout {
  private let names: [String]
  private let cells: TableCells
  private let display: Display

  /// - Parameter names: the headers, or empty texts.
  init(names: [String], _ cells: TableCells, on display: Display) {
    (self.names, self.cells, self.display) = (names, cells, display)
  }

  /// Nil if the table does not fit on the display.
  var widths: [Int]? {
    var widths = zip(names, cells.columns).map { max(DisplayWidth.of($0), $1.wanted) }
    guard let columns = display.columns else { return widths }
    func excess() -> Int {
      widths.reduce(0, +) + TableRenderer.gap.count * max(0, widths.count - 1) - columns
    }
    guard excess() > 0 else { return widths }
    // An empty list shows its header even if it is too wide.
    if cells.count == 0 { return widths }
    for column in widths.indices where cells.columns[column].hasInstants {
      widths[column] = max(
        DisplayWidth.of(names[column]), min(widths[column], TableCells.shortInstant))
    }
    let narrowest = zip(names, cells.columns).map { name, column in
      max(Self.camelCaseWords(in: name).map(DisplayWidth.of).max() ?? 0, column.narrowest)
    }
    while excess() > 0,
      let widest = widths.indices.filter({ widths[$0] > narrowest[$0] })
        .max(by: { widths[$0] < widths[$1] })
    {
      widths[widest] -= 1
    }
    return excess() > 0 ? nil : widths
  }

  /// The lines of a header in a column of a width: `product` and `Identifier`.
  static func lines(ofHeader name: String, width: Int) -> [String] {
    var lines: [String] = []
    for word in camelCaseWords(in: name) {
      if let line = lines.last, DisplayWidth.of(line + word) <= width {
        lines[lines.count - 1] = line + word
      } else {
        lines.append(word)
      }
    }
    return lines
  }

  /// The words of a name that are joined without spaces. Each but the first begins with a capital
  /// letter: `user` and `ID`.
  private static func camelCaseWords(in name: String) -> [String] {
    var words: [String] = []
    for letter in name {
      if letter.isUppercase, let last = words.last?.last, !last.isUppercase {
        words.append(String(letter))
      } else if words.isEmpty {
        words.append(String(letter))
      } else {
        words[words.count - 1].append(letter)
      }
    }
    return words
  }
}
