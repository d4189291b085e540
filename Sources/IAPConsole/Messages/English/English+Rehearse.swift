import IAPCore
import Languages
import Text

extension English {
  func text(_ message: RehearseMessage) -> Sentence {
    switch message {
    case .firstRunRight(let requests, let count):
      "the first run is right; its requests: \(list: requests); \(count, "case", "cases") to run"
    case .allRight(let count, let verdicts):
      "\(count, "case", "cases"): all right (\(list: verdicts))"
    case .repetition(let name, let command): "to repeat \(name): \(command)"
    case .moreRepetitions(let count):
      "\(count, "more case", "more cases") failed; -o json has the command for each"
    case .kept(let name, let path): "the files of \(name) are in \(path)"
    case .notHappened(let count, let first):
      """
      \(count, "case", "cases") did not happen, because the program made no such request; the first \
      one: \(first)
      """
    case .grantedFailed(let count):
      """
      the command of --granted failed in \(count, "case", "cases"); what it printed there was counted
      """
    }
  }

  func text(_ problem: IAPError.RehearsalProblem) -> ErrorText {
    switch problem {
    case .firstRunFailed(let failure, let lastLine):
      ErrorText(
        "the program is not right even without disruptions: it \(sentence(failure, lastLine))",
        hint: """
          run it once with: iapctl serve --seed SEED -- COMMAND; rehearse it when it exits 0
          """)
    case .firstRunWrong(let payment, let verdict):
      ErrorText(
        """
        the program is not right even without disruptions: payment \(payment): \(verdict)
        """,
        hint: """
          check what the command of --granted prints; 'iapctl rehearse --help' describes the verdicts
          """)
    case .nothingGranted:
      ErrorText(
        "the first run granted nothing, so there is nothing to rehearse",
        hint: """
          check that the program finds payments in the seed, and that the command of --granted prints \
          the numbers of those that were granted
          """)
    case .casesFailed(let count, let total, let verdicts):
      ErrorText(
        "\(count) of \(total, "case", "cases") failed: \(list: verdicts)",
        hint: "repeat one case by its command, and read the files that it keeps")
    case .grantedFailed(let failure, let lastLine):
      ErrorText(
        "the command of --granted \(sentence(failure, lastLine))",
        hint: "it must exit 0; if nothing was granted, it prints nothing")
    case .grantedLine(let line, let text):
      ErrorText(
        "line \(line) of the command of --granted is not a payment number: '\(text)'",
        hint: "print one payment number a line, with a minus sign if it was taken back")
    }
  }
}
