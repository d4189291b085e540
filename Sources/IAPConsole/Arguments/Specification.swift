/// An option as a person reads of it. The parser, the help and every page are made from it.
package struct OptionSpecification: Hashable, Sendable {
  /// Without the dashes.
  package let name: String
  package let short: Character?
  /// What stands for the value in help; nil for an option without one.
  package let label: String?
  package let isList: Bool
  /// Whether a value may begin with a dash and a digit.
  package let isNumber: Bool
  /// The values that there are, where they can be listed.
  package let choices: [String]
  /// The environment variable that gives the value where the option does not.
  package let variable: String?
  package let summary: String

  package var takesValue: Bool { label != nil }
}

/// An argument that is no option.
package struct OperandSpecification: Hashable, Sendable {
  package enum Count: Sendable { case one, optional, some, any }

  package let label: String
  package let count: Count
  package let isNumber: Bool
  package let choices: [String]
  package let summary: String
}

/// A command line that works, and what it shows.
package struct Example: Hashable, Sendable {
  package let line: String
  package let summary: String

  package init(_ line: String, _ summary: String) {
    self.line = line
    self.summary = summary
  }
}

/// A command or a group of commands.
package struct CommandSpecification: Hashable, Sendable {
  package let name: String
  /// One line, without a full stop.
  package let summary: String
  /// What a person needs to know beyond the summary, in paragraphs.
  package let discussion: [String]
  /// Under which heading the overview lists it.
  package let heading: String?
  package let options: [OptionSpecification]
  package let operands: [OperandSpecification]
  package let examples: [Example]
  package let subcommands: [CommandSpecification]

  package init(
    _ name: String, _ summary: String, discussion: [String] = [], heading: String? = nil,
    options: [OptionSpecification] = [], operands: [OperandSpecification] = [],
    examples: [Example] = [], subcommands: [CommandSpecification] = []
  ) {
    self.name = name
    self.summary = summary
    self.discussion = discussion
    self.heading = heading
    self.options = options
    self.operands = operands
    self.examples = examples
    self.subcommands = subcommands
  }

  package var isGroup: Bool { !subcommands.isEmpty }
}
