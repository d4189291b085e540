import CommandLine
import IAPCore

/// What a command file is: its specification, its inputs, its run.
protocol Command: SendableMetatype {
  associatedtype Inputs: Equatable, Sendable

  static var specification: CommandSpecification { get }

  /// Which settings it cannot do without.
  static var needs: SettingsNeed { get }

  /// Reads the inputs; opens nothing.
  static func resolve(
    _ arguments: ParsedArguments, _ settings: Settings
  ) throws(UsageError) -> Inputs

  /// The fields of the records that it answers, so that `--fields` can be checked beforehand;
  /// nil where there are none.
  static func schema(for inputs: Inputs) -> RecordSchema?

  /// Whether running it changes something, so that a failure to show the result is no failure to
  /// do it.
  static func hasEffect(_ inputs: Inputs) -> Bool

  static func run(_ inputs: Inputs, in context: Context) async throws -> Report

  /// What to do about an error, if this command can say it better than the error itself.
  ///
  /// - Parameter typed: the options as they were typed, to be repeated in a command.
  static func hint(for error: IAPError, _ inputs: Inputs, _ typed: TypedOptions) -> String?
}

/// The inputs of a command that takes none.
struct NoInputs: Equatable, Sendable {}

extension Command where Inputs == NoInputs {
  static func resolve(
    _ arguments: ParsedArguments, _ settings: Settings
  ) throws(UsageError) -> NoInputs { NoInputs() }
}

extension Command {
  static var needs: SettingsNeed { .everything }
  static func schema(for inputs: Inputs) -> RecordSchema? { nil }
  static func hasEffect(_ inputs: Inputs) -> Bool { false }
  static func hint(for error: IAPError, _ inputs: Inputs, _ typed: TypedOptions) -> String? {
    nil
  }
}

/// A command or a group in the tree.
struct CommandNode: Sendable {
  let specification: CommandSpecification
  let subcommands: [CommandNode]
  let needs: SettingsNeed
  /// Which of the options that commands share it uses.
  let uses: SharedOptions
  /// Reads the inputs of a command and makes it ready to run; nil for a group.
  let prepare: (@Sendable (ParsedArguments, Settings) throws(UsageError) -> PreparedCommand)?

  /// A command.
  ///
  /// - Parameter uses: which of the options that commands share it uses.
  init<Definition: Command>(_ command: Definition.Type, uses: SharedOptions = []) {
    var specification = command.specification
    specification.shared = uses.taken
    self.specification = specification
    self.uses = uses
    subcommands = []
    needs = command.needs
    prepare = { (arguments, settings) throws(UsageError) in
      let inputs = try Definition.resolve(arguments, settings)
      return PreparedCommand(
        schema: Definition.schema(for: inputs), hasEffect: Definition.hasEffect(inputs),
        typed: TypedOptions(arguments),
        hint: { Definition.hint(for: $0, inputs, TypedOptions(arguments)) }
      ) { context in try await Definition.run(inputs, in: context) }
    }
  }

  /// A group of commands. The program itself is one, whose options its commands share.
  init(
    group name: String, _ summary: String, heading: String? = nil, discussion: [String] = [],
    options: [OptionSpecification] = [], examples: [Example] = [], refused: [String: String] = [:],
    _ subcommands: [CommandNode]
  ) {
    specification = CommandSpecification(
      name, summary, discussion: discussion, heading: heading, options: options,
      examples: examples, subcommands: subcommands.map(\.specification), refused: refused)
    self.subcommands = subcommands
    needs = .nothing
    uses = []
    prepare = nil
  }

  /// Whether it asks a fixture store or a server.
  var usesBackend: Bool { uses.isSuperset(of: .backend) }

  /// The node at the end of a path of names.
  func descendant(_ path: ArraySlice<String>) -> CommandNode? {
    guard let name = path.first else { return self }
    return subcommands.first { $0.specification.name == name }?.descendant(path.dropFirst())
  }
}

/// A command whose inputs have been read.
struct PreparedCommand {
  let schema: RecordSchema?
  let hasEffect: Bool
  let typed: TypedOptions
  let hint: @Sendable (IAPError) -> String?
  let run: (Context) async throws -> Report
}
