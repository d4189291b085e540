package import System

/// The machine and the process that a command runs in.
package protocol Host: Sendable {
  /// Who runs the program, and where.
  var `operator`: Operator { get }
  /// The commit that the program was built from.
  var commit: String? { get }
  /// The signal that asked to stop, once one did.
  var stopSignal: Int32? { get }
  /// How many more files can be opened, connections and pipes among them; at most as many as it is
  /// asked for.
  func roomForFiles(_ count: Int) -> Int
  /// Opens what the runtime needs for requests and for commands of the shell, and does as
  /// ``cancelOnStop()``.
  func prepareRequests() async throws(SystemError)
  /// Lets a request to stop cancel the command's task, from now on.
  func cancelOnStop() throws(SystemError)
  /// Runs a command of the user's own to its end, or to its limit.
  func run(_ command: ShellCommand) async -> ShellCommand.Ending
}

/// Who runs the program.
package struct Operator: Hashable, Sendable {
  /// The login name.
  package let user: String
  package let host: String
  /// Where the system says that the user's own files are.
  package let home: String?

  package init(user: String, host: String, home: String?) {
    self.user = user
    self.host = host
    self.home = home
  }
}
