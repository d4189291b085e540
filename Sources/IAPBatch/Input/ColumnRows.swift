/// Rows of one column.
struct ColumnRows {
  private(set) var count = 0
  /// The lines of the first rows, each once: a document can have many rows in a line.
  private(set) var lines: [Int] = []
  /// The text of the first row.
  private(set) var text = ""

  private static let most = 10

  mutating func add(_ line: Int, _ text: String) {
    if count == 0 { self.text = text }
    count += 1
    if lines.count < Self.most, lines.last != line { lines.append(line) }
  }

  /// Adds rows that are not among these.
  mutating func add(_ others: ColumnRows) {
    if count == 0 || (others.lines.first ?? .max) < (lines.first ?? .max) { text = others.text }
    count += others.count
    lines = Array(Set(lines + others.lines).sorted().prefix(Self.most))
  }
}
