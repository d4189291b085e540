/// An option as a person reads of it. The parser, the help, the pages and the completions are made
/// from it.
package struct OptionSpecification: Hashable, Sendable {
  /// Without the dashes.
  package let name: String
  package let short: Character?
  /// Nil for an option without a value.
  package let value: ValueSpecification?
  package let isList: Bool
  /// Where else the value may come from.
  package let sources: ValueSources
  /// What holds where nobody says anything, in words.
  package let fallback: String?
  /// One line, without a full stop; it leaves out what the other properties say.
  package let summary: String

  package var takesValue: Bool { value != nil }
}

/// What stands for a value, and what can stand there.
package struct ValueSpecification: Hashable, Sendable {
  /// In capitals.
  package let label: String
  package let kind: ValueKind
}

/// What kind of thing a value is: it decides what a shell completes.
package enum ValueKind: Hashable, Sendable {
  case text
  /// It may begin with a dash and a digit.
  case number
  /// One of these and no other.
  case choices([String])
  /// Some that are usual, and any other.
  case suggestions([String])
  case file
  /// The name of a command, or of a topic.
  case command
  /// Something that the user's own data tells, by the name of the question.
  case data(String)

  /// The values that there are, where they can be listed.
  package var choices: [String] { if case .choices(let words) = self { words } else { [] } }
}

/// Where the value of an option comes from where the command line does not give it.
package struct ValueSources: Hashable, Sendable {
  /// The environment variable.
  package let variable: String?
  /// The key of a profile.
  package let key: String?

  package init(variable: String? = nil, key: String? = nil) {
    self.variable = variable
    self.key = key
  }

  /// Nowhere else.
  package static let none = ValueSources()
}

/// An argument that is no option.
package struct OperandSpecification: Hashable, Sendable {
  package enum Count: Sendable { case one, optional, some, any }

  package let value: ValueSpecification
  package let count: Count
  /// How many other operands stand before it, each for one argument.
  package let place: Int
  package let summary: String

  package var label: String { value.label }

  /// Whether it stands for one argument at most.
  package var isSingle: Bool { count == .one || count == .optional }
}

/// A command line that works on the sample game, and what it shows.
package struct Example: Hashable, Sendable {
  package let line: String
  package let summary: String
  /// What it exits with, for those who run it; no page shows it.
  package let status: Int32

  package init(_ line: String, _ summary: String, status: Int32 = 0) {
    self.line = line
    self.summary = summary
    self.status = status
  }
}

/// A field of what a command answers, as a person reads of it.
package struct FieldSpecification: Hashable, Sendable {
  package let name: String
  /// One line, without a full stop.
  package let summary: String

  package init(_ name: String, _ summary: String) {
    self.name = name
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
  /// Whether no page and no suggestion names it: it is for scripts that belong to the program.
  package let isHidden: Bool
  package let options: [OptionSpecification]
  package let operands: [OperandSpecification]
  package let examples: [Example]
  /// The fields of the records that it answers, whatever its options are.
  package let fields: [FieldSpecification]
  /// The commands that a reader of its page may want to know too, by their names.
  package let related: [String]
  package let subcommands: [CommandSpecification]
  /// Those of the program's options that it takes; it refuses the others. Nil for all.
  package var shared: [OptionSpecification]?
  /// Options that somebody may expect, by name, and why there are none: they are refused with that
  /// hint, and what stands behind them is not looked at.
  package let refused: [String: String]

  package init(
    _ name: String, _ summary: String, discussion: [String] = [], heading: String? = nil,
    isHidden: Bool = false,
    options: [OptionSpecification] = [], operands: [OperandSpecification] = [],
    examples: [Example] = [], fields: [FieldSpecification] = [], related: [String] = [],
    subcommands: [CommandSpecification] = [], refused: [String: String] = [:]
  ) {
    self.name = name
    self.summary = summary
    self.discussion = discussion
    self.heading = heading
    self.isHidden = isHidden
    self.options = options
    self.operands = operands
    self.examples = examples
    self.fields = fields
    self.related = related
    self.subcommands = subcommands
    self.refused = refused
  }

  package var isGroup: Bool { !subcommands.isEmpty }

  /// The subcommands that people see.
  package var listed: [CommandSpecification] { subcommands.filter { !$0.isHidden } }
}

extension CommandSpecification {
  /// The commands of a group, in all its groups; a command itself.
  var leaves: [CommandSpecification] { isGroup ? subcommands.flatMap(\.leaves) : [self] }

  /// The command or group at the end of a path of names.
  package func descendant(_ path: ArraySlice<String>) -> CommandSpecification? {
    guard let name = path.first else { return self }
    return subcommands.first { $0.name == name }?.descendant(path.dropFirst())
  }

  /// Those of the program's options that a command takes, or at least one of a group.
  func optionsTaken(by command: CommandSpecification) -> [OptionSpecification] {
    let leaves = command.leaves.filter { !$0.isHidden }
    return options.filter { option in leaves.contains { $0.shared?.contains(option) ?? true } }
  }
}
