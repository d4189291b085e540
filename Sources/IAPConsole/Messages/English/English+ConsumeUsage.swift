import CommandLine
import Languages
import Text

extension English {
  func text(_ problem: ConsumeProblem) -> ErrorText {
    switch problem {
    case .sourceTakesNo(let other, let source):
      ErrorText(
        "\(source) takes no \(text(other))",
        hint: "give only one of: payment numbers, --all, --from FILE")
    case .tokenOfSeveral:
      ErrorText(
        "--token-file takes exactly one payment",
        hint: "give several payments with their tokens in a file: --from FILE")
    case .allNeedsUser(let user):
      ErrorText(
        user == nil
          ? "--all needs --user"
          : "--all needs --user on the command line: a variable or a profile is not enough",
        hint: "add --user \(user.map { quoted($0.text) } ?? "ID")")
    case .limitWithoutTimes(let api):
      ErrorText(
        "the \(api) API gives no times of purchase, so --limit could choose any payments",
        hint: "list the payments, and consume those that you mean by number: iapctl unconsumed")
    case .optionNeeds(let option, let other, isFilter: true):
      ErrorText(
        "--\(option) needs \(other)",
        hint: """
          use --all with it instead of payment numbers, or list what it finds with: iapctl unconsumed
          """)
    case .optionNeeds(let option, let other, isFilter: false):
      ErrorText("--\(option) needs \(other)", hint: "add \(other), or leave it out")
    case .lineWithoutOwner(let line, let name):
      ErrorText(
        "line \(line) of \(input(name)) has neither a token nor a user",
        hint: "name the user with --user ID, or add the column accessToken")
    case .lineWithoutProduct(let line, let name):
      ErrorText(
        "line \(line) of \(input(name)) has no productSeq, which the legacy API needs",
        hint: "add the column productSeq, name the user with --user ID, or use --api service")
    case .noTicket(let profile):
      ErrorText(
        "profile '\(profile?.text ?? "")' requires a ticket for each consume",
        hint: "add --ticket TEXT")
    case .lineWithoutTicket(let line, let name, let profile):
      ErrorText(
        """
        profile '\(profile?.text ?? "")' requires a ticket for each consume, and line \(line) of \(input(name)) has none
        """, hint: "add --ticket TEXT, or the column ticket")
    case .unknownsToOutput:
      ErrorText(
        "--keep-unknown writes tokens, which must not go to standard output",
        hint: "give the path of a new file")
    case .unknownsExist(let path):
      ErrorText(
        "--keep-unknown: \(path) already exists",
        hint: """
          give the path of a new file; this one may contain payments that an earlier run left unknown
          """)
    case .takeOverNeedsTeam:
      ErrorText(
        "--take-over needs the journal of a team",
        hint: """
          leave it out: with a journal in a file, iapctl sees by itself whether a command is at work
          """)
    case .needsDeliver(let option):
      ErrorText("--\(option) needs --deliver", hint: "add --deliver COMMAND, or leave it out")
    case .timeOutOfRange(let option):
      ErrorText(
        "--\(option) must be more than 0 and at most a day",
        hint: "give it in seconds or minutes, such as 90s or 5m")
    case .unknownMarket(let market):
      ErrorText(
        text(market),
        hint: market.closest.map { "name the market with --market \($0)" }
          ?? "leave out --market, or list the markets with: iapctl store stats")
    }
  }

  private func text(_ other: ConsumeProblem.Other) -> Sentence {
    switch other {
    case .payments: "payment numbers"
    case .token: "token"
    case .all: "--all"
    }
  }
}
