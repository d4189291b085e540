import CommandLine
import IAPCore

/// A command or a group in the tree.
struct CommandNode: Sendable {
  let name: String
  let uses: SharedOptions
  let subcommands: [CommandNode]
  /// Nil for a group.
  let command: (any Command.Type)?
  /// The specification is made on demand: a command line needs only that of its own command.
  private let makeSpecification: @Sendable () -> CommandSpecification

  /// A command.
  ///
  /// - Parameter uses: the shared options that it uses.
  init(_ name: String, _ command: any Command.Type, uses: SharedOptions = []) {
    self.name = name
    self.uses = uses
    self.command = command
    subcommands = []
    makeSpecification = {
      var specification = command.specification
      specification.name = name
      specification.shared = uses.taken
      specification.document { command.schema.documented }
      return specification
    }
  }

  /// A group of commands. The program is a group too; its options are the shared options.
  init(
    group name: String, _ summary: String, heading: String? = nil, discussion: [String] = [],
    options: [OptionSpecification] = [], examples: [Example] = [], refused: Set<String> = [],
    refusedCommands: Set<String> = [], _ subcommands: [CommandNode]
  ) {
    self.name = name
    self.subcommands = subcommands
    uses = []
    command = nil
    let specification = CommandSpecification(
      named: name, summary, discussion: discussion, heading: heading, options: options,
      examples: examples, members: subcommands.map { .init($0.name, $0.makeSpecification) },
      refused: refused, refusedCommands: refusedCommands)
    makeSpecification = { specification }
  }

  var specification: CommandSpecification { makeSpecification() }

  /// Whether it uses a fixture store or a server.
  var usesBackend: Bool { uses.isSuperset(of: .backend) }

  /// The command or group at a path of names. Example: `["store", "init"]`.
  func descendant(_ path: ArraySlice<String>) -> CommandNode? {
    guard let name = path.first else { return self }
    return subcommands.first { $0.name == name }?.descendant(path.dropFirst())
  }
}
