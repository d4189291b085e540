import CommandLine
import IAPBatch
import IAPCore

/// `iapctl journal list`
enum JournalListCommand: Command {
  static let unknown = Flag("unknown", "only payments that may or may not be consumed")

  static let specification = CommandSpecification(
    "list", "list the outcome of each payment",
    discussion: [
      "Lists one entry for each payment, oldest first: who did it, when, and with what outcome. "
        + "The entry is the last consume, a later outcome that was entered by hand, or the last "
        + "delivery if the payment was never sent.",
      "If a process died during a consume, the outcome is unknown: the payment may or may not "
        + "have been consumed.",
      "Only --user and --market on the command line filter the entries; those of a profile or "
        + "of the environment would hide payments and are ignored.",
    ],
    options: [unknown.specification] + JournalFilters.specifications,
    examples: [
      Example("iapctl journal list --unknown", "list payments whose outcome is unknown"),
      Example(
        "iapctl journal list --since 1d --output csv",
        "export the payments of the last day for a spreadsheet"),
    ],
    fields: JournalRecord.documented)

  static func resolve(
    _ arguments: ParsedArguments, _ settings: Settings
  ) throws(UsageError) -> JournalInputs {
    try JournalFilters.query(arguments, settings, arguments[unknown] ? .unknown : .latest)
  }

  static func schema(for inputs: JournalInputs) -> RecordSchema? { JournalRecord.schema }

  static func run(_ inputs: JournalInputs, in context: Context) async throws -> Report {
    try await JournalListing(inputs, in: context).report
  }
}
