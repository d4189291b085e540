import CommandLine
import IAPCore
import IAPFixtures
import Languages
import Text

extension English {
  func text(_ problem: CommandProblem) -> ErrorText {
    switch problem {
    case .exclusive(let first, let second):
      ErrorText("\(first) and \(second) exclude each other", hint: giveOne)
    case .optionNeeds(let option, let other, let value):
      ErrorText("\(option) needs \(other)", hint: "add \(value)")
    case .deferredBuysNothing(let other):
      ErrorText(
        "--deferred only lists deferred products; it buys nothing",
        hint: "leave out the product and --\(other)")
    case .noSubscriptionsApp(let market):
      ErrorText(
        "no address is known that opens the subscriptions of market \(market) in an app",
        hint: "use --market AS, or leave out --app")
    case .noSubscriptionsPage(let market):
      ErrorText(
        "no subscription page is known for market \(market)",
        hint: "use --market AS or --market GG")
    case .noOutcome:
      ErrorText(
        "no outcome given",
        hint: "look the payment up in the IAP console, then add --as consumed or --as not-consumed")
    case .noTicketOfSettlement:
      ErrorText(
        "no ticket given",
        hint: "add --ticket TEXT: the ticket that documents how you checked the outcome")
    case .pageExists(let path):
      ErrorText(
        "--html: \(path) already exists",
        hint: "give the path of a new file, or remove this one first")
    case .pageToOutput:
      ErrorText(
        "--html cannot write the page to standard output, which has the report",
        hint: "give the path of a new file")
    case .noGrantedCommand:
      ErrorText(
        "no command given that prints the payments that were granted",
        hint: "add --granted COMMAND; the command prints one payment number a line")
    case .caseUnknown(let name, let requests):
      ErrorText(
        "the program makes no request for the case \(name)",
        hint: "its last requests in the first run are: \(list: requests)")
    case .ofStateSuccess(let option):
      ErrorText(
        "\(option) belongs to the state SUCCESS", hint: "leave \(option) out, or set SUCCESS")
    case .followsWithoutEnd:
      ErrorText(
        "--follow cannot print one JSON document, because the list has no end",
        hint: "print a line for each event, with -o jsonl")
    case .noOperation(let operations):
      ErrorText("no operation given", hint: "add --on with one of \(list: operations)")
    case .noFaultCode:
      ErrorText(
        "no failure given",
        hint: """
          add one of --code N, --http STATUS, --server-code N and --cut BYTES; to choose a code: \
          iapctl explain N
          """)
    case .faultOfNoProduct(let operation):
      ErrorText(
        """
        a call of '\(operation)' concerns no single product: with --product the fault would never \
        apply
        """, hint: "leave --product out, or use --on purchase or --on consume")
    case .faultOfNoPayment(let operation):
      ErrorText(
        """
        a call of '\(operation)' names no payment: with --payment the fault would never apply
        """, hint: "leave --payment out, or use --on consume")
    case .faultOfNoUser:
      ErrorText(
        "a call of 'products' has no user: with --user the fault would never apply",
        hint: "leave --user out")
    case .notAFile(let path): ErrorText("\(path) is not a file")
    case .faultCodeUnknown(let code, let domain, let owner):
      ErrorText(
        "--code: \(code) is not a code of \(domain.text): it has \(codes(of: domain))",
        hint: owner.map { "it is a code of \($0.text): add --domain \($0.rawValue)" }
          ?? "the codes are \(sentences: PlannedFault.Domain.allCases.map(option), separator: "; ")"
      )
    case .faultAfterQuery:
      ErrorText(
        "--after: not possible for a query, because a query applies nothing",
        hint: """
          leave --after out, or use --on with one of \
          \(list: IAPOperation.allCases.filter { !$0.isQuery }.map(\.rawValue))
          """)
    }
  }

  /// `0 to 18`.
  private func codes(of domain: PlannedFault.Domain) -> Sentence {
    "\(domain.codes.lowerBound) to \(domain.codes.upperBound)"
  }

  /// `--domain iap: 0 to 18`.
  private func option(of domain: PlannedFault.Domain) -> Sentence {
    "--domain \(domain.rawValue): \(codes(of: domain))"
  }
}
