import CommandLine
import IAPCore
import IAPMessages
import Languages

/// A command: how it is typed, the values of a command line, and how it runs with them.
///
/// An option is a static property of a command; its value is a property of the same name.
protocol Command: Sendable, SendableMetatype {
  static var specification: CommandSpecification { get }

  /// What it needs beside its command line.
  static var needs: SettingsNeed { get }

  /// The records that it prints, unless its options choose others.
  static var schema: RecordSchema { get }

  /// The fields of these records with their meanings, for the help.
  static var fields: [FieldSpecification] { get }

  /// Reads the values. It opens no file and no backend.
  init(_ arguments: ParsedArguments, _ settings: Settings) throws(UsageError)

  /// The records that it prints, so that `--fields` can be checked before it runs.
  var schema: RecordSchema { get }

  /// Whether running it changes something. If so, and the result cannot be printed, the error says
  /// what was done.
  var hasEffect: Bool { get }

  func run(in context: Context) async throws -> Report

  /// A hint for an error. Nil to use the hint of the error itself.
  ///
  /// - Parameter typed: the options as they were typed, to repeat them in a command line.
  func hint(for error: IAPError, _ typed: TypedOptions) -> Sentence?
}

extension Command {
  static var needs: SettingsNeed { .everything }
  static var schema: RecordSchema { .none }
  static var fields: [FieldSpecification] { schema.documented }
  var schema: RecordSchema { Self.schema }
  var hasEffect: Bool { false }
  func hint(for error: IAPError, _ typed: TypedOptions) -> Sentence? { nil }

  /// Reads a command line, if it has what the command needs.
  static func read(
    _ arguments: ParsedArguments, _ settings: Settings
  ) throws(UsageError) -> Self {
    if needs == .store { _ = try settings.fixtureStore() }
    return try Self(arguments, settings)
  }
}

/// A command whose inputs are a type of their own.
protocol CommandWithInputs: SendableMetatype {
  associatedtype Inputs: Equatable, Sendable

  static var specification: CommandSpecification { get }
  static var needs: SettingsNeed { get }
  static func resolve(
    _ arguments: ParsedArguments, _ settings: Settings
  ) throws(UsageError) -> Inputs
  static func schema(for inputs: Inputs) -> RecordSchema?
  static func hasEffect(_ inputs: Inputs) -> Bool
  static func run(_ inputs: Inputs, in context: Context) async throws -> Report
  static func hint(for error: IAPError, _ inputs: Inputs, _ typed: TypedOptions) -> Sentence?
}

/// The inputs of a command without inputs.
struct NoInputs: Equatable, Sendable {}

extension CommandWithInputs where Inputs == NoInputs {
  static func resolve(
    _ arguments: ParsedArguments, _ settings: Settings
  ) throws(UsageError) -> NoInputs { NoInputs() }
}

extension CommandWithInputs {
  static var needs: SettingsNeed { .everything }
  static func schema(for inputs: Inputs) -> RecordSchema? { nil }
  static func hasEffect(_ inputs: Inputs) -> Bool { false }
  static func hint(for error: IAPError, _ inputs: Inputs, _ typed: TypedOptions) -> Sentence? {
    nil
  }
}

struct ResolvedCommand<Definition: CommandWithInputs>: Command {
  static var specification: CommandSpecification { Definition.specification }
  static var needs: SettingsNeed { Definition.needs }

  let inputs: Definition.Inputs

  init(_ arguments: ParsedArguments, _ settings: Settings) throws(UsageError) {
    inputs = try Definition.resolve(arguments, settings)
  }

  var schema: RecordSchema { Definition.schema(for: inputs) ?? .none }
  var hasEffect: Bool { Definition.hasEffect(inputs) }

  func run(in context: Context) async throws -> Report {
    try await Definition.run(inputs, in: context)
  }

  func hint(for error: IAPError, _ typed: TypedOptions) -> Sentence? {
    Definition.hint(for: error, inputs, typed)
  }
}

/// The program, for commands that use other commands: `help`, `tour`, `__complete`.
struct Program: Sendable {
  let root: CommandNode
  let manual: @Sendable (Language) -> Manual
  /// Runs a command line.
  let run: @Sendable (_ arguments: [String], Environment) async -> ExitStatus
}
