import Text

/// Formats parts of a page for a terminal. Widths are display widths: a Korean character takes two
/// columns.
struct TerminalText {
  let width: Int

  /// - Parameter columns: the width of the terminal, or nil if the output is not a terminal.
  init(columns: Int?) { width = min(max(columns ?? 80, 40), 100) }

  func text(_ part: Part) -> String {
    part.heading + "\n" + part.blocks.map { text($0, indent: 2) }.joined(separator: "\n\n")
  }

  private func text(_ block: Block, indent: Int) -> String {
    switch block {
    case .paragraph(let text): wrap(text, indent: indent)
    case .definitions(let list): rows(list.map { (name(of: $0.term), $0.text) })
    case .examples(let list): list.map(text).joined(separator: "\n")
    case .part(let part):
      "  " + part.heading + "\n"
        + part.blocks.map { text($0, indent: indent) }
        .joined(separator: "\n\n")
    }
  }

  func text(_ example: Example) -> String {
    let lines = example.line.split(separator: "\n", omittingEmptySubsequences: false)
    return wrap("# " + example.summary, indent: 2)
      + lines.map { "\n  " + $0 }.joined()
  }

  func name(of term: Definition.Term) -> String {
    switch term {
    case .value(let word), .literal(let word): return word
    case .option(let option):
      let short = option.short.map { "-\($0), " } ?? "    "
      let label = option.value.map { " \($0.label)" } ?? ""
      return "\(short)--\(option.name)\(label)"
    }
  }

  /// Two columns. If a term is too long for the first column, its description begins on the next
  /// line.
  private func rows(_ rows: [(String, String)]) -> String {
    let longest = width / 2 - 6
    let left = min(rows.map { DisplayWidth.of($0.0) }.max() ?? 0, longest)
    return rows.map { name, summary in
      let indent = left + 4
      let text = wrap(summary, indent: indent)
      guard DisplayWidth.of(name) <= left else { return "  \(name)\n\(text)" }
      let padding = String(repeating: " ", count: left - DisplayWidth.of(name) + 2)
      return "  \(name)\(padding)" + text.dropFirst(indent)
    }.joined(separator: "\n")
  }

  /// Breaks a text into lines.
  ///
  /// - Parameter hanging: additional indentation of all lines except the first.
  func wrap(_ text: String, indent: Int, hanging: Int = 0) -> String {
    TextWrap.lines(text, width: width, indent: indent, hanging: hanging)
      .joined(separator: "\n")
  }
}
