/// A command for the shell, with all that it is handed.
package struct ShellCommand: Equatable, Sendable {
  /// How a command ended.
  package enum End: Equatable, Sendable {
    case exited(status: Int32)
    case killed(signal: Int32)
    /// It was stopped, for it had not ended within the limit.
    case timedOut
    /// The shell was not started.
    case notStarted(SystemError)
  }

  package struct Ending: Equatable, Sendable {
    package let end: End
    /// The last that it wrote on standard output and standard error, as they came.
    package let output: String

    package init(_ end: End, output: String = "") {
      self.end = end
      self.output = output
    }
  }

  /// What `/bin/sh -c` is to run.
  package var line: String
  /// What stands on its standard input.
  package var input: [UInt8] = []
  /// The variables of this process that it does not inherit.
  package var removing: Set<String> = []
  /// The variables that it has besides, or in place of inherited ones.
  package var variables: [String: String] = [:]
  /// How long it may take.
  package var limit: Duration
  /// How long it has to end by itself where it is told to after the limit.
  package var grace = Duration.seconds(2)

  package init(_ line: String, limit: Duration) {
    self.line = line
    self.limit = limit
  }

  /// Runs it in a session of its own: no Ctrl-C reaches it, and it cannot ask the terminal. Its
  /// children may go on where it ends in time; after the limit they end with it.
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
