import CommandLine
import IAPBatch
import IAPCore

/// `iapctl journal export`
enum JournalExportCommand: Command {
  static let specification = CommandSpecification(
    "export", "print every entry of the journal",
    discussion: [
      "Prints every delivery, consume and undo, and every entry made by hand, in the order in "
        + "which they began. The journal contains no tokens and no app keys.",
      "Only --user and --market on the command line filter the entries; those of a profile or "
        + "of the environment would hide payments and are ignored.",
    ],
    options: JournalFilters.specifications,
    examples: [
      Example(
        "iapctl journal export -o jsonl > journal.jsonl",
        "write the whole journal, one entry a line"),
      Example(
        "iapctl journal export --ticket T-7 -o csv > journal.csv",
        "export the entries of a ticket for a spreadsheet"),
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
