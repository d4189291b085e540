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
  private var makeFields: @Sendable () -> [FieldSpecification] = { [] }
  /// The names of commands for SEE ALSO on its manual page.
  package let related: [String]
  /// The commands of a group.
  package let members: [Member]
  /// The options of the program that this command accepts. It refuses the others. Nil if it accepts
  /// all.
  package var shared: [OptionSpecification]?
  /// Options that do not exist on purpose, by name, such as `app-key`. The parser refuses them and does
  /// not show the next word, which may be a secret.
  package let refused: Set<String>
  /// Commands that do not exist on purpose, by name, such as `undo`.
  package let refusedCommands: Set<String>

  package init(
    named name: String = "", _ summary: String, discussion: [String] = [],
    heading: String? = nil, isHidden: Bool = false,
    options: [OptionSpecification] = [], operands: [OperandSpecification] = [],
    examples: [Example] = [],
    related: [String] = [],
    members: [Member] = [], refused: Set<String> = [],
    refusedCommands: Set<String> = []
  ) {
    self.name = name
    self.summary = summary
    self.discussion = discussion
    self.heading = heading
    self.isHidden = isHidden
    self.options = options
    self.operands = operands
    self.examples = examples
    self.related = related
    self.members = members
    self.refused = refused
    self.refusedCommands = refusedCommands
  }

  /// Gives the fields of its records. They are made when they are asked for.
  package mutating func document(_ fields: @escaping @Sendable () -> [FieldSpecification]) {
    makeFields = fields
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

  func subcommand(_ name: String) -> CommandSpecification? {
    members.first { $0.name == name }?.specification()
  }

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

  /// The options of the program that a command accepts, in the form that the command gives them. For a
  /// group, those that at least one of its commands accepts.
  func optionsTaken(by command: CommandSpecification) -> [OptionSpecification] {
    guard command.isGroup else { return command.shared ?? options }
    let leaves = command.leaves.filter { !$0.isHidden }
    return options.compactMap { option in
      leaves.lazy.compactMap { leaf in
        guard let shared = leaf.shared else { return option }
        return shared.first { $0.name == option.name }
      }.first
    }
  }
}
