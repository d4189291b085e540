package import Languages

/// What a column that nothing is compared with says of some rows, and not of most.
package struct ColumnRemark: Hashable, Sendable {
  package let column: String
  /// What it says, each text once.
  package let said: [Said]
  /// The number of rows that say something else.
  private let rest: Int

  /// A text, and the rows that have it.
  package struct Said: Hashable, Sendable {
    package let text: String
    /// The first of these rows.
    package let lines: [Int]
    /// The number of these rows.
    package let count: Int

    package init(_ text: String, lines: [Int], count: Int) {
      (self.text, self.lines, self.count) = (text, lines, count)
    }
  }

  package init(column: String, said: [Said], rest: Int = 0) {
    (self.column, self.said, self.rest) = (column, said, rest)
  }

  /// The number of all these rows.
  package var count: Int { said.reduce(rest) { $0 + $1.count } }

  package var sentence: Sentence {
    let column = LineProblem.quoted(column).inQuotes
    if count == 1, let only = said.first, let line = only.lines.first {
      return "line \(line) says \(LineProblem.quoted(only.text).inQuotes) in \(column)"
    }
    let texts = said.map { said in
      Sentence(
        "\(LineProblem.quoted(said.text).inQuotes) (\(BadLine.lines(said.lines, of: said.count)))",
        context: "what rows say, and which")
    }
    let more: Sentence? =
      rest > 0 ? ", and \(rest, "more row says", "more rows say") something else" : nil
    return "\(column) says \(sentences: texts, separator: ", ")\(more)"
  }
}
