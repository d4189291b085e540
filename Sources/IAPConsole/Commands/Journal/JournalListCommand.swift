import CommandLine
import IAPBatch
import IAPCore

/// Lists what became of each payment.
enum JournalListCommand: Command {
  static let unknown = Flag("unknown", "only payments that may or may not be consumed")

  static let specification = CommandSpecification(
    "list", "list what became of each payment",
    discussion: [
      "Lists the last consume of each payment, or what a person settled since, or its last delivery "
        + "if it was never sent, oldest first: who did it, when, and with what outcome.",
      "What was begun by a process that died is unknown: it may or may not have happened.",
      "--user and --market count only on the command line: those of a profile would hide payments.",
    ],
    options: [unknown.specification] + JournalFilters.specifications,
    examples: [
      Example("iapctl journal list --unknown", "what may or may not be consumed"),
      Example(
        "iapctl journal list --since 1d --output csv", "the payments of a day, for a spreadsheet"),
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
