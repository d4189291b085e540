package import CommandLine
package import IAPCore
import Languages
import Text

/// What is wrong with the arguments of any command: one row for each problem.
package enum ArgumentUsage {
  /// The commands that people give a user without its option.
  private static let ofUser = ["unconsumed", "subscriptions", "restore", "reprocess"]

  private static let groupsOfPayments: [String] = ["payment", "journal"]

  /// The command that is meant by the number of a payment behind the name of its group.
  private static func commandWithOperand(_ name: String) -> Sentence? {
    let words = name.split(separator: " ").map(String.init)
    return words.count == 2 ? showing(words[1], in: words[0]) : nil
  }

  /// The command of a group that shows a payment; nil if the word is no number of one.
  private static func showing(_ word: String, in group: String) -> Sentence? {
    guard groupsOfPayments.contains(group),
      Identifier(word).isDigits || OrderNumber(OrderNumber.read(word)) != nil
    else { return nil }
    let number = ShellText.quoted(word)
    return group == groupsOfPayments.first
      ? "to show it: iapctl payment show \(number) --user ID"
      : "to show it: iapctl journal show \(number)"
  }

  private static func userOption(_ word: String, _ help: String) -> Sentence? {
    guard ofUser.contains(where: { help == "iapctl \($0) --help" }) else { return nil }
    let user: Sentence = """
      if it is a user, name it with --user: \(help.replacing(" --help", with: "")) --user \
      \(ShellText.quoted(word))
      """
    return groupsOfPayments.first.flatMap { showing(word, in: $0) }.map {
      "if it is a payment, \($0); \(user)"
    } ?? user
  }

  package static func text(of problem: ArgumentProblem) -> ErrorText {
    switch problem {
    case .unknownCommand(let name, let suggestion, let program):
      ErrorText(
        "unknown command '\(name)'\(didYouMean(suggestion))",
        hint: commandWithOperand(name) ?? "'\(program) help' lists the commands")
    case .refusedCommand(let name, let operand):
      ErrorText(
        "unknown command '\(name)'",
        hint: RefusedCommand(rawValue: name).map { alternative(to: $0, operand ?? "PAYMENT_SEQ") })
    case .option(let name, let problem): text(of: problem, of: name)
    case .value(let word, let name, let expectation, nil):
      ErrorText("\(name): '\(word)' is not \(expectation)")
    case .value(let word, let name, let expectation, let suggestion?):
      ErrorText("\(name): '\(word)' is not \(expectation), did you mean '\(suggestion)'?")
    case .missingOperand(let label, let help):
      ErrorText("missing argument: \(Sentence(stringLiteral: label))", hint: "see '\(help)'")
    case .extraOperand(let word, let help):
      ErrorText("unexpected argument '\(word)'", hint: userOption(word, help) ?? "see '\(help)'")
    case .commandWithoutDashes(let word):
      ErrorText("unexpected argument '\(word)'", hint: "write -- before the command to run")
    case .noArguments:
      ErrorText(
        "the process was started without arguments, not even the program's name",
        hint: "start it as 'iapctl COMMAND'; 'iapctl help' lists the commands")
    case .argumentNotText(let position, let repaired):
      ErrorText(
        "argument \(position) is not UTF-8: '\(repaired)'",
        hint: "write it in UTF-8; identifiers are compared byte by byte")
    case .variableNotText(let name, let repaired):
      ErrorText(
        repaired.map { "\(name) is not UTF-8: '\($0)'" } ?? "\(name) is not UTF-8",
        hint: "write it in UTF-8")
    }
  }

  private static func text(
    of problem: ArgumentProblem.OptionProblem, of name: String
  ) -> ErrorText {
    switch problem {
    case .unknown(let suggestion, let help):
      ErrorText("unknown option '\(name)'\(didYouMean(suggestion))", hint: "see '\(help)'")
    case .refused:
      ErrorText(
        "there is no option '\(name)'",
        hint: """
          a key on the command line is visible in the process list; give it with --app-key-file PATH \
          or \(Variables.appKey)
          """)
    case .misplaced(let command):
      ErrorText(
        "option '\(name)' must stand after the command",
        hint: "put it after '\(command)'; only options that every command has may stand before it")
    case .missingValue(let label, nil):
      ErrorText("option '\(name)' needs a value: \(label)")
    case .missingValue(let label, let next?):
      ErrorText(
        "option '\(name)' needs a value: \(label); '\(next)' looks like an option",
        hint: "for a value that begins with a dash write \(name)=\(next)")
    case .unwantedValue: ErrorText("option '\(name)' takes no value")
    case .givenTwice(let first, let second):
      ErrorText(
        "option '\(name)' was given twice, as '\(first)' and as '\(second)'", hint: "give it once")
    }
  }

  /// What to use in place of a command that does not exist.
  private static func alternative(to command: RefusedCommand, _ payment: String) -> Sentence {
    switch command {
    case .undo, .unconsume, .revert:
      """
      a consume cannot be undone; write it down with: iapctl journal note \(payment) 'consumed by \
      mistake'
      """
    case .refund:
      """
      iapctl cannot refund a real payment: refund it in the IAP console, or in the app store that \
      took the money. On a fixture store: iapctl store refund \(payment)
      """
    }
  }

  static func didYouMean(_ suggestion: String?) -> Sentence? {
    suggestion.map { ", did you mean '\($0)'?" }
  }
}
