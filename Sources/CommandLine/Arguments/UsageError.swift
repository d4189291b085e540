/// What is wrong with a command line or a setting: an id with its values. The program that reads
/// the command line has the sentences.
package protocol UsageProblem: Hashable, Sendable {}

/// An invalid command line or setting.
package struct UsageError: Error, Sendable {
  /// Where the invalid value was given. It decides between a usage error (exit 64) and a
  /// configuration error (exit 78).
  package enum Origin: Equatable, Sendable {
    case commandLine
    /// An environment variable.
    case variable(String)
    /// The configuration file, or a profile in it.
    case configuration
    case missingBackend
  }

  package let problem: any UsageProblem
  package let origin: Origin

  package init(_ problem: some UsageProblem, origin: Origin = .commandLine) {
    (self.problem, self.origin) = (problem, origin)
  }

  /// A problem that any program can have.
  package static func argument(_ problem: ArgumentProblem) -> UsageError { UsageError(problem) }
}

extension UsageError: Equatable {
  package static func == (first: UsageError, second: UsageError) -> Bool {
    first.origin == second.origin && AnyHashable(first.problem) == AnyHashable(second.problem)
  }
}
