package import Languages

/// Everything that the help, the manual pages and the completions are made from.
package struct Manual: Sendable {
  package let program: CommandSpecification
  package let topics: [Topic]
  /// The file formats. Each has a manual page in section 5.
  package let formats: [Topic]
  package let version: String
  /// The date of the version, in the form of manual pages: `January 1, 2026`.
  package let date: String
  package let language: Language

  package init(
    program: CommandSpecification, topics: [Topic] = [], formats: [Topic] = [],
    version: String = "", date: String = "", language: Language = .english
  ) {
    self.program = program
    self.topics = topics
    self.formats = formats
    self.version = version
    self.date = date
    self.language = language
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
    return topic.parts.map(language.part).map(TerminalText(columns: columns).text)
      .joined(separator: "\n\n") + "\n"
  }

  /// The commands and topics on one screen of 40 lines.
  package func overview(columns: Int?) -> String {
    HelpPage(program, in: self, path: [program.name], columns: columns).overview
  }

  /// The help on a command on one screen of 24 lines, or nil if it does not exist.
  package func shortHelp(for path: [String], columns: Int?) -> String? {
    program.descendant(path[...]).map {
      ShortHelp($0, in: self, path: [program.name] + path, columns: columns).text
    }
  }

  /// The text of each manual page with its file name.
  ///
  /// - Parameter names: only these files; nil for all.
  package func pageFiles(_ names: Set<String>? = nil) -> [(fileName: String, text: String)] {
    manualPages(names).map { ($0.fileName, ManualText.make($0, of: self)) }
  }

  var sharedOptions: Part {
    Part(
      language.text("Shared options"),
      [.definitions(program.options.map { $0.definition(in: language) })])
  }

  /// Explains which commands accept which shared options.
  var sharing: String {
    let everybodys = program.options.filter { option in
      program.leaves.allSatisfy { $0.isHidden || program.optionsTaken(by: $0).contains(option) }
    }
    let names = everybodys.map { "--" + $0.name }.joined(separator: ", ")
    return language.text(
      """
      Put them before or after the command. Every command accepts \(names), so that a script can pass \
      them to all commands. Each command accepts only those of the other options that it uses, and \
      refuses the rest. Settings from the environment or a profile that a command does not use are \
      ignored.
      """ as Sentence)
  }

  /// Names the shared options that a command accepts. Only the program's help describes them.
  func reminder(for command: CommandSpecification) -> String {
    let names = program.optionsTaken(by: command).map { "--" + $0.name }.joined(separator: ", ")
    return language.text("Shared options: \(names); see '\(program.name) --help'." as Sentence)
  }

  var topicPart: Part {
    Part(
      language.text("Topics"),
      [.definitions(topics.map { Definition($0.name, language.text($0.summary)) })])
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

  /// Words as they are typed or printed, each with its description.
  package static func words(_ texts: KeyValuePairs<String, String>) -> [Definition] {
    texts.map { Definition($0.key, $0.value) }
  }
}

extension Block {
  /// The definitions of words as they are typed or printed.
  package static func words(_ texts: KeyValuePairs<String, String>) -> Block {
    .definitions(Definition.words(texts))
  }
}

/// Help that does not belong to one command: `iapctl help exit-codes`.
package struct Topic: Sendable {
  package let name: String
  /// One line, without a full stop.
  package let summary: String
  private let makeParts: @Sendable () -> [Part]
  package var parts: [Part] { makeParts() }

  /// - Parameter parts: made only when they are shown. A key press of completion needs no more than the
  ///   name.
  package init(
    _ name: String, _ summary: String, _ parts: @escaping @autoclosure @Sendable () -> [Part]
  ) {
    self.name = name
    self.summary = summary
    makeParts = parts
  }
}
