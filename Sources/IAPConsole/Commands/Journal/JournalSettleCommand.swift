import CommandLine
import IAPBatch
import IAPCore

/// Ends an unknown outcome by what a person found in the console.
enum JournalSettleCommand: Command {
  static let outcome = Option<SettledOutcome>(
    "as", .choice("OUTCOME"), "what the console says of the payment: consumed or not-consumed")
  static let ticket = Option(
    "ticket", .name("TEXT"), "where it is written down how that was found out")

  static let specification = CommandSpecification(
    "settle", "end an unknown outcome, by hand",
    discussion: [
      "If the answer to a consume was lost and its token with it, iapctl cannot find out whether "
        + "the payment was consumed. Look the payment up in the IAP console, then enter what it "
        + "says. It becomes an entry of its own, with your name.",
      "From then on a payment that is settled as consumed is never sent again. One that is settled "
        + "as not-consumed can be consumed again. An outcome that is not unknown cannot be settled.",
    ],
    options: [
      outcome.specification, ticket.specification, JournalFilters.server.specification,
    ],
    operands: [JournalPayments.payment.specification],
    examples: [
      Example(
        "iapctl journal settle 2026011210000001 --as consumed --ticket T-7",
        "the console says that it was consumed", status: 3),
      Example(
        "iapctl journal settle 2026011210000001 --as not-consumed --ticket T-7",
        "the console says that it was not: it can be consumed again", status: 3),
    ],
    fields: JournalRecord.documented)

  static func resolve(
    _ arguments: ParsedArguments, _ settings: Settings
  ) throws(UsageError) -> JournalAnnotationInputs {
    guard let outcome = try arguments.value(of: outcome) else {
      throw UsageError(
        "no outcome given", hint: "add --as consumed or --as not-consumed, as the console says")
    }
    guard let ticket = try arguments.value(of: ticket) else {
      throw UsageError(
        "no ticket given", hint: "add --ticket TEXT: others will ask how that was found out")
    }
    return JournalAnnotationInputs(
      payment: try arguments.value(of: JournalPayments.payment),
      server: try arguments.value(of: JournalFilters.server).map { ServerName(text: $0) },
      annotation: .settled(outcome), ticket: ticket)
  }

  static func schema(for inputs: JournalAnnotationInputs) -> RecordSchema? { JournalRecord.schema }

  static func hasEffect(_ inputs: JournalAnnotationInputs) -> Bool { true }

  static func run(_ inputs: JournalAnnotationInputs, in context: Context) async throws -> Report {
    try await inputs.report(in: context)
  }
}
