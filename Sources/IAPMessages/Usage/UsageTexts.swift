package import CommandLine
package import IAPCore
import Languages

extension ErrorText: UsageProblem {}

/// What people read of an invalid command line or setting.
package enum UsageTexts {
  /// The row of an invalid command line or setting.
  package static func text(of error: UsageError) -> ErrorText {
    switch error.problem {
    case let text as ErrorText: text
    case let problem as ArgumentProblem: ArgumentUsage.text(of: problem)
    case let problem: ErrorText(Sentence(verbatim: "\(problem)"))
    }
  }
}

extension IAPError {
  /// An invalid command line (exit 64) or setting (exit 78).
  package init(_ error: UsageError) {
    let code: ConsoleCode =
      switch error.origin {
      case .commandLine: .usage
      case .variable, .configuration, .missingBackend: .configuration
      }
    self = .iapctl(code, .text(UsageTexts.text(of: error)))
  }
}
