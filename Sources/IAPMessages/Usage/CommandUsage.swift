import CommandLine
package import IAPCore
package import IAPFixtures
import Languages

/// What is wrong with the arguments of a command other than `consume`.
package enum CommandUsage {
  package static func exclusive(_ first: String, _ second: String) -> ErrorText {
    ErrorText("\(first) and \(second) exclude each other", hint: PlaceUsage.giveOne)
  }

  /// An option that has no meaning without another one.
  ///
  /// - Parameter value: the other option as it is to be added: `--legacy-db FILE`.
  package static func optionNeeds(option: String, other: String, value: String) -> ErrorText {
    ErrorText("\(option) needs \(other)", hint: "add \(value)")
  }

  // purchase
  /// - Parameter other: the option that was given too.
  package static func deferredBuysNothing(other: String) -> ErrorText {
    ErrorText(
      "--deferred only lists deferred products; it buys nothing",
      hint: "leave out the product and --\(other)")
  }

  // subscriptions
  package static func noSubscriptionsApp(_ market: StoreCode) -> ErrorText {
    ErrorText(
      "no address is known that opens the subscriptions of market \(market) in an app",
      hint: "use --market AS, or leave out --app")
  }

  package static func noSubscriptionsPage(_ market: StoreCode) -> ErrorText {
    ErrorText(
      "no subscription page is known for market \(market)",
      hint: "use --market AS or --market GG")
  }

  // journal
  package static var noOutcome: ErrorText {
    ErrorText(
      "no outcome given",
      hint: "look the payment up in the IAP console, then add --as consumed or --as not-consumed")
  }

  package static var noTicketOfSettlement: ErrorText {
    ErrorText(
      "no ticket given",
      hint: "add --ticket TEXT: the ticket that documents how you checked the outcome")
  }

  package static func pageExists(path: String) -> ErrorText {
    ErrorText(
      "--html: \(path) already exists",
      hint: "give the path of a new file, or remove this one first")
  }

  package static var pageToOutput: ErrorText {
    ErrorText(
      "--html cannot write the page to standard output, which has the report",
      hint: "give the path of a new file")
  }

  package static func notAFile(path: String) -> ErrorText { ErrorText("\(path) is not a file") }
  // rehearse
  package static var noGrantedCommand: ErrorText {
    ErrorText(
      "no command given that prints the payments that were granted",
      hint: "add --granted COMMAND; the command prints one payment number a line")
  }

  /// - Parameter requests: the last request of each operation in the first run: `consume[2]`.
  package static func caseUnknown(_ name: String, requests: [String]) -> ErrorText {
    ErrorText(
      "the program makes no request for the case \(name)",
      hint: "its last requests in the first run are: \(list: requests)")
  }

  // store
  package static func ofStateSuccess(option: String) -> ErrorText {
    ErrorText(
      "\(option) belongs to the state SUCCESS", hint: "leave \(option) out, or set SUCCESS")
  }

  package static var followsWithoutEnd: ErrorText {
    ErrorText(
      "--follow cannot print one JSON document, because the list has no end",
      hint: "print a line for each event, with -o jsonl")
  }

  package static func noOperation(operations: [String]) -> ErrorText {
    ErrorText("no operation given", hint: "add --on with one of \(list: operations)")
  }

  /// Nothing says how the operation fails.
  package static var noFaultCode: ErrorText {
    ErrorText(
      "no failure given",
      hint: """
        add one of --code N, --http STATUS, --server-code N and --cut BYTES; to choose a code: \
        iapctl explain N
        """)
  }

  package static func faultOfNoProduct(operation: String) -> ErrorText {
    ErrorText(
      """
      a call of '\(operation)' concerns no single product: with --product the fault would never \
      apply
      """, hint: "leave --product out, or use --on purchase or --on consume")
  }

  package static func faultOfNoPayment(operation: String) -> ErrorText {
    ErrorText(
      """
      a call of '\(operation)' names no payment: with --payment the fault would never apply
      """, hint: "leave --payment out, or use --on consume")
  }

  package static var faultOfNoUser: ErrorText {
    ErrorText(
      "a call of 'products' has no user: with --user the fault would never apply",
      hint: "leave --user out")
  }

  /// - Parameter owner: the domain that has the code.
  package static func faultCodeUnknown(
    _ code: Int, _ domain: PlannedFault.Domain, owner: PlannedFault.Domain?
  ) -> ErrorText {
    ErrorText(
      "--code: \(code) is not a code of \(domain.text): it has \(codes(of: domain))",
      hint: owner.map { "it is a code of \($0.text): add --domain \($0.rawValue)" }
        ?? "the codes are \(sentences: PlannedFault.Domain.allCases.map(option), separator: "; ")"
    )
  }

  /// A query applies nothing, so that its answer alone cannot be lost.
  package static var faultAfterQuery: ErrorText {
    let operations = IAPOperation.allCases.filter { !$0.isQuery }.map(\.rawValue)
    return ErrorText(
      "--after: not possible for a query, because a query applies nothing",
      hint: """
        leave --after out, or use --on with one of \(list: operations)
        """)
  }

  /// `0 to 18`.
  private static func codes(of domain: PlannedFault.Domain) -> Sentence {
    "\(domain.codes.lowerBound) to \(domain.codes.upperBound)"
  }

  /// `--domain iap: 0 to 18`.
  private static func option(of domain: PlannedFault.Domain) -> Sentence {
    "--domain \(domain.rawValue): \(codes(of: domain))"
  }

  /// An item list has neither types nor what the store does not have.
  package static func productsWithout(option: String, api: String) -> ErrorText {
    ErrorText(
      "the API '\(api)' does not support --\(option), because its item list has neither types nor invalid products",
      hint: "look them up in the IAP console (In-App Product tab)")
  }
}
