/// A command that somebody gave for the shell, and what it is handed.
package struct ShellRequest: Hashable, Sendable {
  package var command: String
  /// What stands on its standard input.
  package var input: [UInt8]
  /// The variables of this process that it must not see.
  package var withheldVariables: Set<String>
  /// The variables that it has besides.
  package var variables: [String: String]
  package var limit: Duration

  package init(
    _ command: String, input: [UInt8], withheldVariables: Set<String>,
    variables: [String: String], limit: Duration
  ) {
    self.command = command
    self.input = input
    self.withheldVariables = withheldVariables
    self.variables = variables
    self.limit = limit
  }
}

/// How a command of the shell ended.
package struct ShellEnding: Hashable, Sendable {
  package enum End: Hashable, Sendable {
    case exited(status: Int32)
    case killed(signal: Int32)
    /// It was stopped at the limit.
    case timedOut
    /// It was not begun.
    case notStarted(why: String)
  }

  package let end: End
  /// The last of what it wrote on both of its streams.
  package let output: String

  package init(_ end: End, output: String = "") {
    self.end = end
    self.output = output
  }
}
