package import Languages

/// What a column that nothing is compared with says of some rows, and not of most.
package struct ColumnRemark: Hashable, Sendable {
  package let column: String
  /// The first of these rows. The first one has the text.
  package let lines: [Int]
  package let text: String
  /// The number of these rows.
  package let count: Int

  package init(column: String, lines: [Int], text: String, count: Int) {
    (self.column, self.lines, self.text, self.count) = (column, lines, text, count)
  }

  package var sentence: Sentence {
    let (text, column) = (LineProblem.quoted(text).inQuotes, LineProblem.quoted(column).inQuotes)
    let line = lines.first ?? 0
    guard count > 1, lines.count > 1 else { return "line \(line) says \(text) in \(column)" }
    let others = BadLine.lines(Array(lines.dropFirst()), of: count - 1)
    return "line \(line) says \(text) in \(column), and something of this kind is in \(others)"
  }
}
