import CommandLine

/// The program, for commands that use other commands: `help`, `tour`, `__complete`.
struct Program: Sendable {
  let root: CommandNode
  let manual: Manual
  /// Runs a command line.
  let run: @Sendable (_ words: [String], Environment) async -> ExitStatus
}
