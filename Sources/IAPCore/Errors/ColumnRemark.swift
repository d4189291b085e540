package import Languages

/// What a column that nothing is compared with says of some rows, and not of most.
package struct ColumnRemark: Hashable, Sendable {
  package let column: String
  /// The first of these rows.
  package let line: Int
  package let text: String
  /// The number of these rows.
  package var count: Int

  package init(column: String, line: Int, text: String, count: Int) {
    (self.column, self.line, self.text, self.count) = (column, line, text, count)
  }

  package var sentence: Sentence {
    let (text, column) = (LineProblem.quoted(text).inQuotes, LineProblem.quoted(column).inQuotes)
    return count == 1
      ? "line \(line) says \(text) in the column \(column)"
      : """
      line \(line) says \(text) in the column \(column), and \
      \(count - 1, "another row says", "other rows say") something of this kind
      """
  }
}
