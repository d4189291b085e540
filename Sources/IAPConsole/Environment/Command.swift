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

  /// What it cannot do over an API without a call for it, whatever else is missing. Nil if it finds that out
  /// itself.
  static func operation(_ arguments: ParsedArguments) -> IAPOperation?

  /// The records that it prints, unless its options choose others.
  static var schema: RecordSchema { get }

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
  static func operation(_ arguments: ParsedArguments) -> IAPOperation? { nil }
  static var schema: RecordSchema { .empty }
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

/// The program, for commands that use other commands: `help`, `tour`, `__complete`.
struct Program: Sendable {
  let root: CommandNode
  let manual: @Sendable (Language) -> Manual
  let run: @Sendable (_ arguments: [String], Environment) async -> ExitStatus
}
