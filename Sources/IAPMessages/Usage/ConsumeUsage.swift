package import IAPCore
import Languages
import Text

/// What is wrong with the arguments of `consume`, or with what its input has and lacks.
package enum ConsumeUsage {
  /// What `--all` or `--from` is combined with.
  package enum Other: Sendable {
    case payments, token, all
  }

  package static func sourceTakesNo(_ other: Other, source: String) -> ErrorText {
    ErrorText(
      "\(source) takes no \(text(other))",
      hint: "give only one of: payment numbers, --all, --from FILE")
  }

  package static var tokenOfSeveral: ErrorText {
    ErrorText(
      "--token-file takes exactly one payment",
      hint: "give several payments with their tokens in a file: --from FILE")
  }

  /// - Parameter user: the user of a variable or a profile, which is not enough.
  package static func allNeedsUser(_ user: Identifier?) -> ErrorText {
    ErrorText(
      user == nil
        ? "--all needs --user"
        : "--all needs --user on the command line: a variable or a profile is not enough",
      hint: "add --user \(user.map { ShellText.quoted($0.text) } ?? "ID")")
  }

  package static func limitWithoutTimes(api: String) -> ErrorText {
    ErrorText(
      "the \(api) API gives no times of purchase, so --limit could choose any payments",
      hint:
        "list the payments, and consume those that you mean by number: iapctl unconsumed --user ID")
  }

  /// - Parameter isFilter: whether the option selects payments. Then it must not be left out.
  package static func optionNeeds(option: String, other: String, isFilter: Bool) -> ErrorText {
    isFilter
      ? ErrorText(
        "--\(option) needs \(other)",
        hint: """
          use --all with it instead of payment numbers, or list what it finds with: iapctl unconsumed \
          --user ID
          """)
      : ErrorText("--\(option) needs \(other)", hint: "add \(other), or leave it out")
  }

  package static var onlyUnknownNeedsResume: ErrorText {
    ErrorText("--only-unknown needs --resume", hint: "add --resume")
  }

  package static var onlyUnknownOfAll: ErrorText {
    ErrorText(
      "--only-unknown takes payment numbers, or --from FILE, and not --all",
      hint: ConsumeMessages.listUnknown)
  }

  // Files, by their path; `-` is standard input
  package static func lineWithoutOwner(_ line: Int, of name: String) -> ErrorText {
    ErrorText(
      "line \(line) of \(IAPError.FileProblem.name(of: name)) has neither a token nor a user",
      hint: "name the user with --user ID, or add the column accessToken")
  }

  package static func lineWithoutProduct(_ line: Int, of name: String) -> ErrorText {
    ErrorText(
      "line \(line) of \(IAPError.FileProblem.name(of: name)) has no productSeq, which the legacy API needs",
      hint: "add the column productSeq, name the user with --user ID, or use --api service")
  }

  package static func noTicket(profile: Identifier?) -> ErrorText {
    ErrorText(
      "profile '\(profile?.text ?? "")' requires a ticket for each consume",
      hint: "add --ticket TEXT")
  }

  package static func lineWithoutTicket(_ line: Int, of name: String, profile: Identifier?)
    -> ErrorText
  {
    ErrorText(
      """
      profile '\(profile?.text ?? "")' requires a ticket for each consume, and line \(line) of \
      \(IAPError.FileProblem.name(of: name)) has none
      """, hint: "add --ticket TEXT, or the column ticket")
  }

  package static var unknownsToOutput: ErrorText {
    ErrorText(
      "--keep-unknown writes tokens, which must not go to standard output",
      hint: "give the path of a new file")
  }

  package static func unknownsExist(path: String) -> ErrorText {
    ErrorText(
      "--keep-unknown: \(path) already exists",
      hint: """
        give the path of a new file; this one may contain payments that an earlier run left unknown
        """)
  }

  package static func needsDeliver(option: String) -> ErrorText {
    ErrorText("--\(option) needs --deliver", hint: "add --deliver COMMAND, or leave it out")
  }

  /// Only the journal of a team has commands of other machines.
  package static var takeOverNeedsTeam: ErrorText {
    ErrorText(
      "--take-over needs the journal of a team",
      hint: """
        leave it out: with a journal in a file, iapctl sees by itself whether a command is at work
        """)
  }

  package static func timeOutOfRange(option: String) -> ErrorText {
    ErrorText(
      "--\(option) must be more than 0 and at most a day",
      hint: "give it in seconds or minutes, such as 90s or 5m")
  }

  /// A fixture store does not have the market.
  package static func unknownMarket(_ market: UnknownName) -> ErrorText {
    ErrorText(
      InputMessages.unknownName(market),
      hint: market.closest.map { "name the market with --market \($0)" }
        ?? "list the markets with: iapctl store stats")
  }

  private static func text(_ other: Other) -> Sentence {
    switch other {
    case .payments: "payment numbers"
    case .token: "token"
    case .all: "--all"
    }
  }
}
