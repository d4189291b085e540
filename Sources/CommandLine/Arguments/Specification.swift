/// The description of an option. The parser, the help, the manual pages and the completions are
/// made from it.
package struct OptionSpecification: Hashable, Sendable {
  /// Without the dashes.
  package let name: String
  package let short: Character?
  /// Nil for a flag.
  package let value: ValueSpecification?
  package let isList: Bool
  /// Where the value comes from if the command line does not contain the option.
  package let sources: ValueSources
  /// The default, as text. Nil if there is none.
  package let fallback: String?
  /// One line, without a full stop. It does not repeat the choices, the default or the variable:
  /// the help adds them.
  package let summary: String

  package var takesValue: Bool { value != nil }
}

/// The name of a value in the help, and which values are allowed.
package struct ValueSpecification: Hashable, Sendable {
  /// In capitals: `PATH`.
  package let label: String
  package let kind: ValueKind
}

/// The kind of a value. It decides what a shell completes.
package enum ValueKind: Hashable, Sendable {
  case text
  /// The word may begin with a dash and a digit: `-5`.
  case number
  /// Only these values are allowed.
  case choices([String])
  /// These values are suggested. Any other is allowed.
  case suggestions([String])
  case file
  case command
  /// A value from the user's data, of a kind that the program knows, such as `products`.
  case data(String)

  /// All allowed values, or none if they cannot be listed.
  package var choices: [String] { if case .choices(let words) = self { words } else { [] } }
}

/// Where the value of an option comes from if the command line does not give it.
package struct ValueSources: Hashable, Sendable {
  package let variable: String?
  /// The key in a profile.
  package let key: String?

  package init(variable: String? = nil, key: String? = nil) {
    self.variable = variable
    self.key = key
  }

  /// The value comes only from the command line.
  package static let none = ValueSources()
}

/// An argument that is not an option.
package struct OperandSpecification: Hashable, Sendable {
  package enum Count: Sendable {
    case one, optional, some, any
    /// All words after `--`, which are the command line of another program.
    case commandLine
  }

  package let value: ValueSpecification
  package let count: Count
  /// The number of operands before this one. Each of those takes one argument.
  package let place: Int
  package let summary: String

  package var label: String { value.label }

  /// Whether it takes at most one argument.
  package var isSingle: Bool { count == .one || count == .optional }
}

/// An example for the help. It works on the sample store.
package struct Example: Hashable, Sendable {
  package let line: String
  package let summary: String
  /// The exit status, for the tests that run the examples. No page shows it.
  package let status: Int32

  package init(_ line: String, _ summary: String, status: Int32 = 0) {
    self.line = line
    self.summary = summary
    self.status = status
  }
}

/// A field of the records that a command prints.
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
package struct CommandSpecification: Sendable {
  /// The word that calls it. The tree of commands gives it.
  package var name: String
  /// One line, without a full stop.
  package let summary: String
  /// What the summary does not say. One element is one paragraph.
  package let discussion: [String]
  /// The heading in the list of commands.
  package let heading: String?
  /// Whether help, manual pages and suggestions omit the command, because only the completion
  /// scripts call it.
  package let isHidden: Bool
  package let options: [OptionSpecification]
  package let operands: [OperandSpecification]
  package let examples: [Example]
  /// The fields of the records that it prints, with any options.
  package var fields: [FieldSpecification] { makeFields() }
  private let makeFields: @Sendable () -> [FieldSpecification]
  /// The names of commands for SEE ALSO on its manual page.
  package let related: [String]
  /// The commands of a group.
  package let members: [Member]
  /// The options of the program that this command accepts. It refuses the others. Nil if it accepts
  /// all.
  package var shared: [OptionSpecification]?
  /// Options that do not exist on purpose, by name, with a hint that says why. Example: `app-key`.
  /// The parser refuses them and does not show the next word, which may be a secret.
  package let refused: [String: String]
  /// Commands that do not exist on purpose, by name, with a hint that says what to do instead.
  /// `OPERAND` in a hint stands for the word behind the command. Example: `undo`.
  package let refusedCommands: [String: String]

  package init(
    named name: String = "", _ summary: String, discussion: [String] = [],
    heading: String? = nil, isHidden: Bool = false,
    options: [OptionSpecification] = [], operands: [OperandSpecification] = [],
    examples: [Example] = [],
    fields: @escaping @autoclosure @Sendable () -> [FieldSpecification] = [],
    related: [String] = [],
    members: [Member] = [], refused: [String: String] = [:],
    refusedCommands: [String: String] = [:]
  ) {
    self.name = name
    self.summary = summary
    self.discussion = discussion
    self.heading = heading
    self.isHidden = isHidden
    self.options = options
    self.operands = operands
    self.examples = examples
    makeFields = fields
    self.related = related
    self.members = members
    self.refused = refused
    self.refusedCommands = refusedCommands
  }

  package var isGroup: Bool { !members.isEmpty }

  /// Whether the words after `--` are the command line of another program.
  var takesCommandLine: Bool { operands.contains { $0.count == .commandLine } }

  /// Whether the operands are the name of a command, such as those of `help store init`.
  var takesCommandPath: Bool { operands.contains { $0.value.kind == .command } }

  package var subcommands: [CommandSpecification] { members.map { $0.specification() } }

  /// A command of a group. Its specification is made when it is needed: of many commands, a command
  /// line names one.
  package struct Member: Sendable {
    package let name: String
    package let specification: @Sendable () -> CommandSpecification

    package init(_ name: String, _ specification: @escaping @Sendable () -> CommandSpecification) {
      self.name = name
      self.specification = specification
    }
  }

  /// The subcommand with a name.
  func subcommand(_ name: String) -> CommandSpecification? {
    members.first { $0.name == name }?.specification()
  }

  /// The subcommands that are not hidden.
  package var listed: [CommandSpecification] { subcommands.filter { !$0.isHidden } }
}

extension CommandSpecification {
  /// All commands of a group and its subgroups. For a command, the command itself.
  var leaves: [CommandSpecification] { isGroup ? subcommands.flatMap(\.leaves) : [self] }

  /// The command or group at a path of names. Example: `["store", "init"]`.
  package func descendant(_ path: ArraySlice<String>) -> CommandSpecification? {
    guard let name = path.first else { return self }
    return subcommand(name)?.descendant(path.dropFirst())
  }

  /// The path to the command or group of a name below this group. If there are several, one with
  /// the fewest words.
  func path(to name: String) -> [String]? {
    if members.contains(where: { $0.name == name }) { return [name] }
    return subcommands.compactMap { group in group.path(to: name).map { [group.name] + $0 } }
      .min { $0.count < $1.count }
  }

  /// The options of the program that a command accepts. For a group, those that at least one of its
  /// commands accepts.
  func optionsTaken(by command: CommandSpecification) -> [OptionSpecification] {
    let leaves = command.leaves.filter { !$0.isHidden }
    return options.filter { option in leaves.contains { $0.shared?.contains(option) ?? true } }
  }
}
