import CommandLine
import IAPBatch
import IAPCore

/// `iapctl journal show`
enum JournalShowCommand: Command {
  static let specification = CommandSpecification(
    "show every attempt on a payment",
    discussion: [
      "Shows every delivery, consume and undo of a payment, and every entry made by hand, "
        + "oldest first, for all servers or for the one that --server names. Exits 3 if the "
        + "journal does not have the payment."
    ],
    options: [JournalFilters.server.specification],
    operands: [JournalPayments.payment.specification],
    examples: [
      Example(
        "iapctl journal show 2026011210000001", "show who tried it, when, and with what outcome",
        status: 3),
      Example(
        "iapctl journal show 2026011210000001 -o json", "the same with the full errors, as JSON",
        status: 3),
    ],
    fields: JournalRecord.documented)

  static func resolve(
    _ arguments: ParsedArguments, _ settings: Settings
  ) throws(UsageError) -> JournalInputs {
    let payment = try arguments.value(of: JournalPayments.payment)
    var inputs = JournalInputs(query: JournalQuery(.payment(payment)))
    inputs.query.server = try arguments.value(of: JournalFilters.server).map {
      ServerName(text: $0)
    }
    return inputs
  }

  static func schema(for inputs: JournalInputs) -> RecordSchema? { JournalRecord.shown }

  static func run(_ inputs: JournalInputs, in context: Context) async throws -> Report {
    let listing = try await JournalListing(inputs, in: context, schema: JournalRecord.shown)
    if case .payment(let payment) = inputs.query.selection { try await listing.require(payment) }
    return listing.report
  }
}
