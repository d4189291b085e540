/// All that help, manual pages and completions are made from.
package struct Manual: Sendable {
  package let program: CommandSpecification
  package let topics: [Topic]
  /// The file formats that have a page of their own, in section 5.
  package let formats: [Topic]
  package let version: String
  /// The day of the version, as a manual page has it: `January 1, 2026`.
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

  /// The help on a command at a path of names below the program, or on a topic; nil where there is
  /// neither.
  ///
  /// - Parameter columns: the terminal's width, or nil where there is none.
  package func help(for path: [String], columns: Int?) -> String? {
    if let command = program.descendant(path[...]) {
      return HelpPage(command, in: self, path: [program.name] + path, columns: columns).text
    }
    guard path.count == 1, let topic = topics.first(where: { $0.name == path[0] }) else {
      return nil
    }
    return topic.parts.map(TerminalText(columns: columns).text).joined(separator: "\n\n") + "\n"
  }

  /// The manual pages, by the names of their files.
  package var pageFiles: [(fileName: String, text: String)] {
    manualPages.map { ($0.fileName, ManualText.make($0, of: self)) }
  }

  var sharedOptions: Part {
    Part("Shared options", [.definitions(program.options.map { Definition($0) })])
  }

  /// Which commands take which of the shared options.
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

  /// Which of the shared options a command takes, without saying again what they do.
  func reminder(for command: CommandSpecification) -> String {
    let names = program.optionsTaken(by: command).map { "--" + $0.name }.joined(separator: ", ")
    return "Shared options: \(names); see '\(program.name) --help'."
  }

  var topicPart: Part {
    Part("Topics", [.definitions(topics.map { Definition($0.name, $0.summary) })])
  }
}
