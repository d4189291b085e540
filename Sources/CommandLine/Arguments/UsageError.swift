import Text

/// An invalid command line or setting.
package struct UsageError: Error, Equatable, Sendable {
  /// Where the invalid value was given. It decides between a usage error (exit 64) and a
  /// configuration error (exit 78).
  package enum Origin: Equatable, Sendable {
    case commandLine
    /// An environment variable.
    case variable(String)
    /// The configuration file, or a profile in it.
    case configuration
    /// No backend was given.
    case missingBackend
  }

  /// What is wrong, without `iapctl: error:`.
  package let message: String
  /// What to do.
  package let hint: String?
  package let origin: Origin

  package init(_ message: String, hint: String? = nil, origin: Origin = .commandLine) {
    self.message = message
    self.hint = hint
    self.origin = origin
  }

  package static func unknownCommand(
    _ name: String, suggestion: String?, program: String
  ) -> UsageError {
    UsageError(
      "unknown command '\(name)'" + didYouMean(suggestion),
      hint: "'\(program) help' lists the commands")
  }

  package static func unknownOption(
    _ name: String, suggestion: String?, help: String
  ) -> UsageError {
    UsageError("unknown option '\(name)'" + didYouMean(suggestion), hint: "see '\(help)'")
  }

  package static func misplacedOption(_ name: String, command: String) -> UsageError {
    UsageError(
      "option '\(name)' must stand after the command",
      hint: "put it after '\(command)'; only options that every command has may stand before it")
  }

  package static func missingValue(_ name: String, label: String, next: String?) -> UsageError {
    guard let next else { return UsageError("option '\(name)' needs a value: \(label)") }
    return UsageError(
      "option '\(name)' needs a value: \(label); '\(next)' looks like an option",
      hint: "for a value that begins with a dash write \(name)=\(next)")
  }

  package static func unwantedValue(_ name: String) -> UsageError {
    UsageError("option '\(name)' takes no value")
  }

  package static func givenTwice(_ name: String, _ first: String, _ second: String) -> UsageError {
    UsageError(
      "option '\(name)' was given twice, as '\(masked(first))' and as '\(masked(second))'",
      hint: "give it once")
  }

  package static func value(
    _ word: String, of name: String, expectation: String, suggestion: String?
  ) -> UsageError {
    UsageError("\(name): '\(masked(word))' is not \(expectation)" + didYouMean(suggestion))
  }

  /// A word without the password of a URL, which must not appear in messages.
  private static func masked(_ word: String) -> String {
    guard let scheme = word.firstRange(of: "://") else { return word }
    let rest = word[scheme.upperBound...]
    if let end = rest.lastIndex(of: "@"),
      let start = rest[..<end].firstIndex(where: { ":%".contains($0) })
    {
      return word[..<start] + ":…" + word[end...].prefix { $0 != "?" }
    }
    // A key can be written with percent signs.
    guard let end = rest.firstIndex(where: { "?%=".contains($0) }) else { return word }
    return word[..<end] + "…"
  }

  package static func missingOperand(_ label: String, help: String) -> UsageError {
    UsageError("missing argument: \(label)", hint: "see '\(help)'")
  }

  package static func extraOperand(_ word: String, help: String) -> UsageError {
    UsageError("unexpected argument '\(word)'", hint: "see '\(help)'")
  }

  /// A word before `--`, of a command that runs another one.
  static func commandWithoutDashes(_ word: String) -> UsageError {
    UsageError("unexpected argument '\(word)'", hint: "write -- before the command to run")
  }

  private static func didYouMean(_ suggestion: String?) -> String {
    suggestion.map { ", did you mean '\($0)'?" } ?? ""
  }
}
