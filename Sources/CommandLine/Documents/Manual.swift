/// Everything that the help, the manual pages and the completions are made from.
package struct Manual: Sendable {
  package let program: CommandSpecification
  package let topics: [Topic]
  /// The file formats. Each has a manual page in section 5.
  package let formats: [Topic]
  package let version: String
  /// The date of the version, in the form of manual pages: `January 1, 2026`.
  package let date: String

  package init(
    program: CommandSpecification, topics: [Topic] = [], formats: [Topic] = [],
    version: String = "", date: String = ""
  ) {
    self.program = program
    self.topics = topics
    self.formats = formats
    self.version = version
    self.date = date
  }

  /// The help on a command or a topic, or nil if neither exists.
  ///
  /// - Parameters:
  ///   - path: the names of the command below the program, or the name of a topic.
  ///   - columns: the width of the terminal, or nil if the output is not a terminal.
  package func help(for path: [String], columns: Int?) -> String? {
    if let command = program.descendant(path[...]) {
      return HelpPage(command, in: self, path: [program.name] + path, columns: columns).text
    }
    guard path.count == 1, let topic = topics.first(where: { $0.name == path[0] }) else {
      return nil
    }
    return topic.parts.map(TerminalText(columns: columns).text).joined(separator: "\n\n") + "\n"
  }

  /// The text of each manual page with its file name.
  package var pageFiles: [(fileName: String, text: String)] {
    manualPages.map { ($0.fileName, ManualText.make($0, of: self)) }
  }

  var sharedOptions: Part {
    Part("Shared options", [.definitions(program.options.map { Definition($0) })])
  }

  /// Explains which commands accept which shared options.
  var sharing: String {
    let everybodys = program.options.filter { option in
      program.leaves.allSatisfy { $0.isHidden || program.optionsTaken(by: $0).contains(option) }
    }
    let names = everybodys.map { "--" + $0.name }.joined(separator: ", ")
    return "Put them before or after the command. Every command accepts \(names), so that a script "
      + "can pass them to all commands. Each command accepts only those of the other options "
      + "that it uses, and refuses the rest. Settings from the environment or a profile that "
      + "a command does not use are ignored."
  }

  /// Names the shared options that a command accepts. Only the program's help describes them.
  func reminder(for command: CommandSpecification) -> String {
    let names = program.optionsTaken(by: command).map { "--" + $0.name }.joined(separator: ", ")
    return "Shared options: \(names); see '\(program.name) --help'."
  }

  var topicPart: Part {
    Part("Topics", [.definitions(topics.map { Definition($0.name, $0.summary) })])
  }
}

/// A section of a page, for the terminal and for manual pages.
package struct Part: Equatable, Sendable {
  /// In sentence case: `Exit status`. Manual pages show it in capitals.
  package let heading: String
  package let blocks: [Block]

  package init(_ heading: String, _ blocks: [Block]) {
    self.heading = heading
    self.blocks = blocks
  }
}

package enum Block: Equatable, Sendable {
  case paragraph(String)
  case definitions([Definition])
  case examples([Example])
  case part(Part)
}

/// A term and its description.
package struct Definition: Equatable, Sendable {
  package enum Term: Equatable, Sendable {
    case option(OptionSpecification)
    /// A placeholder for a value: `PATH`.
    case value(String)
    /// A word as it is typed or printed.
    case literal(String)
  }

  package let term: Term
  package let text: String

  package init(_ term: Term, _ text: String) {
    self.term = term
    self.text = text
  }

  /// A word as it is typed or printed.
  package init(_ word: String, _ text: String) { self.init(.literal(word), text) }

  init(_ option: OptionSpecification) { self.init(.option(option), option.description) }
}

/// Help that does not belong to one command: `iapctl help exit-codes`.
package struct Topic: Equatable, Sendable {
  package let name: String
  /// One line, without a full stop.
  package let summary: String
  package let parts: [Part]

  package init(_ name: String, _ summary: String, _ parts: [Part]) {
    self.name = name
    self.summary = summary
    self.parts = parts
  }
}

extension OptionSpecification {
  /// The summary with the choices, the default and the variable, on one line.
  package var description: String {
    var text = summary + (value?.kind.list ?? "")
    if isList { text += "; may be given several times" }
    if isList, sources.variable != nil { text += ", in the variable separated by commas" }
    if let fallback { text += " (default: \(fallback))" }
    if let variable = sources.variable { text += " [\(variable)]" }
    return text
  }
}

extension CommandSpecification {
  /// The descriptions of its operands and options.
  var inputs: [Part] {
    var parts: [Part] = []
    if !operands.isEmpty {
      parts.append(
        Part(
          "Arguments", [.definitions(operands.map { Definition(.value($0.label), $0.description) })]
        ))
    }
    if !options.isEmpty {
      parts.append(Part("Options", [.definitions(options.map { Definition($0) })]))
    }
    return parts
  }

  /// The descriptions of the fields of the records that it prints.
  var answers: [Part] {
    guard !fields.isEmpty else { return [] }
    return [
      Part("Fields", [.definitions(fields.map { Definition($0.name, $0.summary) })])
    ]
  }

  /// The discussion, or the summary if there is no discussion.
  var about: [String] { discussion.isEmpty ? [sentence] : discussion }

  /// The subcommands, grouped by heading.
  var commandParts: [Part] {
    var headings: [String] = []
    for heading in listed.map({ $0.heading ?? "Commands" }) where !headings.contains(heading) {
      headings.append(heading)
    }
    return headings.map { heading in
      let members = listed.filter { ($0.heading ?? "Commands") == heading }
      return Part(heading, [.definitions(members.map { Definition($0.name, $0.summary) })])
    }
  }

  var exampleParts: [Part] {
    examples.isEmpty ? [] : [Part("Examples", [.examples(examples)])]
  }
}

extension ValueKind {
  /// The choices, as the end of a description: `: AS, GG`.
  fileprivate var list: String { choices.isEmpty ? "" : ": " + choices.joined(separator: ", ") }
}

extension OperandSpecification {
  /// The summary with the choices, the default and the variable, on one line.
  var description: String { summary + value.kind.list }

  /// The operand in a usage line: `[FILE...]`.
  var usage: String {
    switch count {
    case .one: label
    case .optional: "[\(label)]"
    case .some: "\(label)..."
    case .any: "[\(label)...]"
    case .commandLine: "[-- \(label)...]"
    }
  }
}
