import Languages

extension IAPError {
  /// Why a rehearsal failed.
  package enum RehearsalProblem: Hashable, Sendable {
    /// The first run, which is not disrupted, did not end as it should.
    ///
    /// - Parameter said: the last line of its output.
    case firstRunFailed(CommandFailure, said: String?)
    case firstRunWrong(Identifier, verdict: String)
    case nothingGranted
    /// - Parameter verdicts: how many of the failed cases have each verdict: `lost 2`.
    case casesFailed(Int, of: Int, verdicts: [String])
    /// The command that prints the grants failed in the first run, or did not end.
    case grantedFailed(CommandFailure, said: String?)
    /// A line of what that command prints is not a payment number.
    case grantedLine(Int, String)
  }
}

extension IAPError.RehearsalProblem {
  var text: ErrorText {
    switch self {
    case .firstRunFailed(let failure, let lastLine):
      ErrorText(
        "the program is not right even without disruptions: it \(failure.end(lastLine))")
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
        "the command of --granted \(failure.end(lastLine))",
        hint: "it must exit 0; if nothing was granted, it prints nothing")
    case .grantedLine(let line, let text):
      ErrorText(
        "line \(line) of the command of --granted is not a payment number: '\(text)'",
        hint: """
          print one payment number a line, with a minus sign if it was taken back, and a question mark if it \
          is held for a person
          """)
    }
  }
}
