import CommandLine

/// The program, as its own commands see it.
struct Program: Sendable {
  let root: CommandNode
  let manual: Manual
  /// Runs a command line as if it had been typed.
  let run: @Sendable (_ words: [String], Environment) async -> ExitStatus
}
