import CLibrary
import CSystem

/// A shell command with its input, environment and time limit.
package struct ShellCommand: Equatable, Sendable {
  /// How a command ended.
  package enum End: Equatable, Sendable {
    case exited(status: Int32)
    case killed(signal: Int32)
    /// The command was killed because it exceeded its time limit.
    case timedOut
    /// The shell could not be started.
    case notStarted(SystemError)
  }

  package struct Ending: Equatable, Sendable {
    package let end: End
    /// The end of its standard output and standard error, in the order of writing.
    package let output: String

    package init(_ end: End, output: String = "") {
      self.end = end
      self.output = output
    }
  }

  /// The argument of `/bin/sh -c`.
  package var line: String
  /// The content of its standard input.
  package var input: [UInt8] = []
  /// The variables of this process that the command does not inherit.
  package var removing: Set<String> = []
  /// Variables that are added or replaced.
  package var variables: [String: String] = [:]
  /// The time limit.
  package var limit: Duration
  /// The time between SIGTERM and SIGKILL after the time limit.
  package var grace = Self.usualGrace
  /// A lock that is kept until the command and its child processes have ended, also if this process
  /// ends before them.
  package var lock: FileLock?
  /// The processes of the command, for a caller that may end them. What the command leaves behind is
  /// ended with it. Nil to let it go on.
  package var group: ProcessGroup?

  package static let usualGrace = Duration.seconds(2)

  package init(_ line: String, limit: Duration) {
    self.line = line
    self.limit = limit
  }

  /// Runs the command in a new session: Ctrl-C does not reach it, and it cannot read from the
  /// terminal. If the command ends in time, its child processes may continue. After the time limit,
  /// they are killed too, and so is all of it if this process ends.
  package func run() async -> Ending {
    await withCheckedContinuation { continuation in
      do throws(SystemError) {
        try SystemThread.detach { continuation.resume(returning: runHere()) }
      } catch {
        continuation.resume(returning: Ending(.notStarted(error)))
      }
    }
  }

  private func runHere() -> Ending {
    do throws(SystemError) {
      var process = try ShellProcess(self)
      return process.finish(limit: limit, grace: grace)
    } catch {
      return Ending(.notStarted(error))
    }
  }
}
