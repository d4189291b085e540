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
