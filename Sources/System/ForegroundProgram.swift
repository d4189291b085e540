import CLibrary
import CSystem

/// A program of the user that takes the place of this process for a while: it has its standard
/// streams and its process group, and gets the stop signals that are sent to it.
package struct ForegroundProgram: Equatable, Sendable {
  /// The name or the path of the program, and its arguments. Never empty.
  package var words: [String]
  /// The variables of this process that the program does not inherit.
  package var removing: Set<String>
  /// Variables that are added or replaced.
  package var variables: [String: String]

  package init(_ words: [String], removing: Set<String>, adding variables: [String: String]) {
    (self.words, self.removing, self.variables) = (words, removing, variables)
  }

  /// Runs the program to its end. There is no time limit.
  package func run() async -> ShellCommand.End {
    await withCheckedContinuation { continuation in
      do throws(SystemError) {
        try SystemThread.detach { continuation.resume(returning: runHere()) }
      } catch {
        continuation.resume(returning: .notStarted(error))
      }
    }
  }

  private func runHere() -> ShellCommand.End {
    guard let environment = ChildEnvironment(removing: removing, adding: variables) else {
      return .notStarted(SystemError(code: EINVAL))
    }
    var arguments = words.map { strdup($0) } + [nil]
    defer { for argument in arguments { free(argument) } }
    var process = pid_t()
    let problem = environment.withPointers { iapctl_program_start(&arguments, $0, &process) }
    guard problem == 0 else { return .notStarted(SystemError(code: problem)) }
    let end = Signals.passOn(to: process) { () -> ShellCommand.End in
      var (status, killer): (Int32, Int32) = (0, 0)
      let code = iapctl_child_wait(process, &status, &killer)
      guard code == 0 else { return .notStarted(SystemError(code: code)) }
      return killer == 0 ? .exited(status: status) : .killed(signal: killer)
    }
    iapctl_child_bury(process)
    return end
  }
}

extension SystemError {
  /// True if a program was not found. If not, it was found but cannot be run.
  package var isProgramMissing: Bool { code == ENOENT || code == ENOTDIR }
}
