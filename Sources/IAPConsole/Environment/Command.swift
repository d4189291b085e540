import CommandLine
import IAPCore
import IAPMessages
import Languages

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
  static func hint(for error: IAPError, _ inputs: Inputs, _ typed: TypedOptions) -> Sentence?
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
  static func hint(for error: IAPError, _ inputs: Inputs, _ typed: TypedOptions) -> Sentence? {
    nil
  }
}

extension Command {
  /// Reads its inputs.
  static func prepare(
    _ arguments: ParsedArguments, _ settings: Settings
  ) throws(UsageError) -> PreparedCommand {
    let inputs = try resolve(arguments, settings)
    return PreparedCommand(
      schema: schema(for: inputs), hasEffect: hasEffect(inputs), typed: TypedOptions(arguments),
      hint: { hint(for: $0, inputs, TypedOptions(arguments)) }
    ) { context in try await run(inputs, in: context) }
  }
}

/// A command whose inputs have been read.
struct PreparedCommand {
  let schema: RecordSchema?
  let hasEffect: Bool
  let typed: TypedOptions
  let hint: @Sendable (IAPError) -> Sentence?
  let run: (Context) async throws -> Report
}

/// The program, for commands that use other commands: `help`, `tour`, `__complete`.
struct Program: Sendable {
  let root: CommandNode
  let manual: @Sendable (Language) -> Manual
  /// Runs a command line.
  let run: @Sendable (_ arguments: [String], Environment) async -> ExitStatus
}
