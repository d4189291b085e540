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
