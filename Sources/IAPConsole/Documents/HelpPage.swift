import SafeText

/// Help in the terminal, made from a specification.
struct HelpPage {
  private let command: CommandSpecification
  private let root: CommandSpecification
  private let path: [String]
  private let width: Int

  /// - Parameters:
  ///   - path: the names that lead to the command, the program's first.
  ///   - columns: the terminal's width, or nil where there is none.
  init(
    _ command: CommandSpecification, in root: CommandSpecification, path: [String], columns: Int?
  ) {
    self.command = command
    self.root = root
    self.path = path
    width = min(max(columns ?? 80, 40), 100)
  }

  private var isProgram: Bool { path.count == 1 }

  var text: String {
    var blocks = [usage, wrap(sentence(command.summary), indent: 0)]
    blocks += command.discussion.map { wrap($0, indent: 0) }
    blocks += subcommandBlocks
    if !command.operands.isEmpty {
      blocks.append(
        "Arguments\n" + rows(command.operands.map { ($0.label, $0.summary) }))
    }
    if !command.options.isEmpty, !isProgram {
      blocks.append("Options\n" + rows(command.options.map(row)))
    }
    if !command.examples.isEmpty {
      blocks.append(
        "Examples\n"
          + command.examples.map { wrap("# " + $0.summary, indent: 2) + "\n  " + $0.line }
          .joined(separator: "\n"))
    }
    blocks.append("Options of every command\n" + rows(root.options.map(row)))
    if command.isGroup {
      let words = path.joined(separator: " ")
      blocks.append("'\(words) COMMAND --help' tells more about a command.")
    }
    return blocks.joined(separator: "\n\n") + "\n"
  }

  private var usage: String {
    var words = path
    if isProgram { words.append("[options]") }
    if command.isGroup { words.append("<command>") }
    if !command.isGroup || isProgram { words.append("[options]") }
    if isProgram { words.append("[arguments]") }
    words += command.operands.map { operand in
      switch operand.count {
      case .one: operand.label
      case .optional: "[\(operand.label)]"
      case .some: "\(operand.label)..."
      case .any: "[\(operand.label)...]"
      }
    }
    return wrap("Usage: " + words.joined(separator: " "), indent: 0, hanging: 7)
  }

  private var subcommandBlocks: [String] {
    var headings: [String] = []
    for heading in command.subcommands.map({ $0.heading ?? "Commands" })
    where !headings.contains(heading) {
      headings.append(heading)
    }
    return headings.map { heading in
      let members = command.subcommands.filter { ($0.heading ?? "Commands") == heading }
      return heading + "\n" + rows(members.map { ($0.name, $0.summary) })
    }
  }

  private func row(_ option: OptionSpecification) -> (String, String) {
    let short = option.short.map { "-\($0), " } ?? "    "
    let label = option.label.map { " \($0)" } ?? ""
    let variable = option.variable.map { " [\($0)]" } ?? ""
    return ("\(short)--\(option.name)\(label)", option.summary + variable)
  }

  /// Two columns; what is too long for the first has a line of its own.
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

  private func sentence(_ summary: String) -> String {
    summary.prefix(1).uppercased() + summary.dropFirst() + "."
  }

  /// Breaks a text into lines that fit, by display width.
  private func wrap(_ text: String, indent: Int, hanging: Int = 0) -> String {
    var lines: [String] = []
    var line = String(repeating: " ", count: indent)
    var isEmpty = true
    for word in text.split(separator: " ") {
      let needed = DisplayWidth.of(line) + DisplayWidth.of(String(word)) + (isEmpty ? 0 : 1)
      if !isEmpty, needed > width {
        lines.append(line)
        line = String(repeating: " ", count: indent + hanging)
        isEmpty = true
      }
      line += (isEmpty ? "" : " ") + word
      isEmpty = false
    }
    return (lines + [line]).joined(separator: "\n")
  }
}
