import CommandLine
import IAPCore

/// A command: its specification, its inputs, and how it runs.
protocol Command: SendableMetatype {
  associatedtype Inputs: Equatable, Sendable

  static var specification: CommandSpecification { get }

  /// Which sources of settings it reads.
  static var needs: SettingsNeed { get }

  /// Converts the arguments and settings to inputs. It opens no file and no backend.
  static func resolve(
    _ arguments: ParsedArguments, _ settings: Settings
  ) throws(UsageError) -> Inputs

  /// The fields of the records that it prints, so that `--fields` can be checked before it runs.
  /// Nil if it prints no records.
  static func schema(for inputs: Inputs) -> RecordSchema?

  /// Whether running it changes something. If so, and the result cannot be printed, the error says
  /// what was done.
  static func hasEffect(_ inputs: Inputs) -> Bool

  static func run(_ inputs: Inputs, in context: Context) async throws -> Report

  /// A hint for an error. Nil to use the hint of the error itself.
  ///
  /// - Parameter typed: the options as they were typed, to repeat them in a command line.
  static func hint(for error: IAPError, _ inputs: Inputs, _ typed: TypedOptions) -> String?
}

/// The inputs of a command without inputs.
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
  /// The shared options that it uses.
  let uses: SharedOptions
  /// Reads the inputs of a command. Nil for a group.
  let prepare: (@Sendable (ParsedArguments, Settings) throws(UsageError) -> PreparedCommand)?

  /// A command.
  ///
  /// - Parameter uses: the shared options that it uses.
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

  /// A group of commands. The program is a group too; its options are the shared options.
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

  /// Whether it uses a fixture store or a server.
  var usesBackend: Bool { uses.isSuperset(of: .backend) }

  /// The command or group at a path of names. Example: `["store", "init"]`.
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

/// The program, for commands that use other commands: `help`, `tour`, `__complete`.
struct Program: Sendable {
  let root: CommandNode
  let manual: Manual
  /// Runs a command line.
  let run: @Sendable (_ words: [String], Environment) async -> ExitStatus
}
