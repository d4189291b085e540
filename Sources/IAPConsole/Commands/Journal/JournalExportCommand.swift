import IAPBatch
import IAPCore

/// Prints every attempt at every payment.
enum JournalExportCommand: Command {
  static let specification = CommandSpecification(
    "export", "print every attempt at every payment",
    discussion: [
      "Prints every delivery, consume and undo, in the order in which they began. An entry holds no "
        + "token and no app key."
    ],
    options: [JournalOption.option.specification],
    examples: [
      Example("iapctl journal export -o jsonl > journal.jsonl", "all of it, an entry a line"),
      Example("iapctl journal export -o csv > journal.csv", "all of it, for a spreadsheet"),
    ],
    fields: JournalRecord.documented)

  static let needs = SettingsNeed.environment

  struct Inputs: Equatable, Sendable { var journal: String? }

  static func resolve(
    _ arguments: ParsedArguments, _ settings: Settings
  ) throws(UsageError) -> Inputs {
    Inputs(journal: try arguments.value(of: JournalOption.option))
  }

  static func schema(for inputs: Inputs) -> RecordSchema? { JournalRecord.schema }

  static func run(_ inputs: Inputs, in context: Context) async throws -> Report {
    try await JournalListing(JournalQuery(.everything), in: inputs.journal, context).report
  }
}
