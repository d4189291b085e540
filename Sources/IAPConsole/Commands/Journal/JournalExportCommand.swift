import CommandLine
import IAPBatch
import IAPCore

/// Prints every entry of the journal.
enum JournalExportCommand: Command {
  static let specification = CommandSpecification(
    "export", "print every entry of the journal",
    discussion: [
      "Prints every delivery, consume and undo, and what persons entered, in the order in which they "
        + "began. An entry holds no token and no app key.",
      "--user and --market count only on the command line.",
    ],
    options: JournalFilters.specifications,
    examples: [
      Example("iapctl journal export -o jsonl > journal.jsonl", "all of it, an entry a line"),
      Example(
        "iapctl journal export --ticket T-7 -o csv > journal.csv",
        "what was done for a ticket, for a spreadsheet"),
    ],
    fields: JournalRecord.documented)

  static func resolve(
    _ arguments: ParsedArguments, _ settings: Settings
  ) throws(UsageError) -> JournalInputs {
    try JournalFilters.query(arguments, settings, .everything)
  }

  static func schema(for inputs: JournalInputs) -> RecordSchema? { JournalRecord.schema }

  static func run(_ inputs: JournalInputs, in context: Context) async throws -> Report {
    try await JournalListing(inputs, in: context).report
  }
}
