import CommandLine
import IAPBatch
import IAPCore

struct JournalShowCommand: Command {
  static let specification = CommandSpecification(
    "show every attempt on a payment",
    discussion: [
      "Shows every delivery, consume and undo of a payment, and every entry made by hand, "
        + "oldest first, for all servers or for the one that --server names. Exits 3 if the "
        + "journal does not have the payment."
    ],
    options: [JournalFilters.server.specification],
    operands: [EntryByHand.payment.specification],
    examples: [
      Example(
        "iapctl journal show 2026011210000001", "show who tried it, when, and with what outcome",
        status: 3),
      Example(
        "iapctl journal show 2026011210000001 -o json", "the same with the full errors, as JSON",
        status: 3),
    ])

  static let schema = JournalRecord.shown

  let payment: Identifier
  let server: ServerName?

  init(_ arguments: ParsedArguments, _ settings: Settings) throws(UsageError) {
    payment = try arguments.value(of: EntryByHand.payment)
    server = try JournalFilters.server(arguments)
  }

  func run(in context: Context) async throws -> Report {
    var entries = JournalFilters(.payment(payment))
    entries.query.server = server
    let listing = try await JournalListing(entries, in: context, schema: schema)
    try await listing.require(payment)
    return listing.report
  }
}
