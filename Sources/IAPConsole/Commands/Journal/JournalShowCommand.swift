import IAPBatch
import IAPCore

/// Shows all that was tried with one payment.
enum JournalShowCommand: Command {
  static let payment = Operand(
    .one,
    ValueSyntax(
      "PAYMENT_SEQ", expectation: "a payment number, which is made of digits", kind: .text
    ) { word in
      let number = Identifier(word)
      return number.isDigits ? number : nil
    }, "the number of a payment")

  static let specification = CommandSpecification(
    "show", "show all that was tried with a payment",
    discussion: [
      "Shows every delivery, consume and undo of a payment, oldest first, against whatever server "
        + "and with whatever app key. A payment that the journal does not know exits 3."
    ],
    options: [JournalOption.option.specification], operands: [payment.specification],
    examples: [
      Example(
        "iapctl journal show 2026011210000001", "who tried it, when, and with what outcome",
        status: 3),
      Example(
        "iapctl journal show 2026011210000001 -o json", "the same, with the whole of each error",
        status: 3),
    ],
    fields: JournalRecord.documented)

  static let needs = SettingsNeed.environment

  struct Inputs: Equatable, Sendable {
    var payment: Identifier
    var journal: String?
  }

  static func resolve(
    _ arguments: ParsedArguments, _ settings: Settings
  ) throws(UsageError) -> Inputs {
    Inputs(
      payment: try arguments.values(of: payment).first ?? "",
      journal: try arguments.value(of: JournalOption.option))
  }

  static func schema(for inputs: Inputs) -> RecordSchema? { JournalRecord.schema }

  static func run(_ inputs: Inputs, in context: Context) async throws -> Report {
    let query = JournalQuery(.payment(inputs.payment))
    let listing = try await JournalListing(query, in: inputs.journal, context)
    try await listing.require(inputs.payment)
    return listing.report
  }
}
