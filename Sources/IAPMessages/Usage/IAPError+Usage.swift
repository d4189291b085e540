package import CommandLine
package import IAPCore
package import Languages

extension IAPError {
  /// An invalid command line (exit 64) or setting (exit 78).
  package init(_ error: UsageError, in language: Language) {
    let code: ConsoleCode =
      switch error.origin {
      case .commandLine: .usage
      case .variable, .configuration, .missingBackend: .configuration
      }
    let text = UsageTexts.text(of: error)
    self = .iapctl(code, .usage(language.text(text.message), hint: text.hint.map(language.text)))
  }
}
