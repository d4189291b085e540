package import Languages
import Text

/// What is wrong with the arguments of any program.
///
/// `help` is the command that prints the help. A `suggestion` is the known name that the typed one
/// resembles most.
package enum ArgumentProblem: UsageProblem {
  case unknownCommand(String, suggestion: String?, program: String)
  /// A command that is left out on purpose.
  ///
  /// - Parameter operand: the number behind it.
  case refusedCommand(String, operand: String?)
  case option(String, OptionProblem)
  /// - Parameter expectation: what the word is not: `a number from 1 to 64`.
  case value(String, of: String, expectation: Sentence, suggestion: String?)
  case missingOperand(String, help: String)
  case extraOperand(String, help: String)
  /// A word before `--`, of a command that runs another one.
  case commandWithoutDashes(String)
  case noArguments
  /// An argument that is not UTF-8, by its position, with its invalid bytes replaced.
  case argumentNotText(position: String, repaired: String)
  /// A variable that is not UTF-8. `repaired` is nil if its value is a secret.
  case variableNotText(String, repaired: String?)

  package enum OptionProblem: Hashable, Sendable {
    case unknown(suggestion: String?, help: String)
    /// It is left out on purpose.
    case refused
    /// It stands before the command that has it.
    case misplaced(command: String)
    /// - Parameter next: the next argument, if it looks like an option.
    case missingValue(label: String, next: String?)
    case unwantedValue
    case givenTwice(String, String)
  }

  /// The problem of an invalid word, without the password of a URL in it.
  package static func invalid(
    _ word: String, of name: String, expectation: Sentence, suggestion: String?
  ) -> ArgumentProblem {
    .value(
      MaskedText.withoutPassword(word), of: name, expectation: expectation, suggestion: suggestion)
  }

  /// The problem of an option that takes one value and was given two.
  static func repeated(_ name: String, _ first: String, _ second: String) -> ArgumentProblem {
    .option(
      name, .givenTwice(MaskedText.withoutPassword(first), MaskedText.withoutPassword(second)))
  }

  /// The same problem with the value of another option or setting.
  package func renamed(_ name: String) -> ArgumentProblem {
    switch self {
    case .value(let word, _, let expectation, let suggestion):
      .value(word, of: name, expectation: expectation, suggestion: suggestion)
    default: self
    }
  }
}
