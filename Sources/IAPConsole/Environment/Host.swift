package import System

/// The machine and the process.
package protocol Host: Sendable {
  var `operator`: Operator { get }
  /// The commit from which iapctl was built. Nil if it is not known.
  var commit: String? { get }
  /// The stop signal that the process received, such as SIGINT. Nil if it received none.
  var stopSignal: Int32? { get }
  /// How many more files the process can open, at most `count`. Connections and pipes count as
  /// files.
  func roomForFiles(_ count: Int) -> Int
  /// Opens the files that the Swift runtime needs for requests and for commands of the user. Then
  /// does the same as ``cancelOnStop()``.
  func prepareRequests() async throws(SystemError)
  /// From now on, a stop signal cancels the task of the command.
  func cancelOnStop() throws(SystemError)
  /// Runs a command of the user until it ends or reaches its time limit.
  func run(_ command: ShellCommand) async -> ShellCommand.Ending
}

/// The user who runs iapctl, and the machine.
package struct Operator: Hashable, Sendable {
  /// The login name.
  package let user: String
  package let host: String
  /// The home directory from the user database of the system.
  package let home: String?

  package init(user: String, host: String, home: String?) {
    self.user = user
    self.host = host
    self.home = home
  }
}
