import CommandLine
import IAPBatch
import IAPCore
import Records

struct JournalListCommand: Command {
  static let unknown = Flag("unknown", "only payments that may or may not be consumed")

  static let specification = CommandSpecification(
    "list the outcome of each payment",
    discussion: [
      "One line for each payment: its latest outcome, with who did it and when. The oldest is "
        + "first. If the payment was never sent, the line is its last delivery. With --ticket or "
        + "--operator: the payments of which any entry has them; export prints these entries.",
      "If a process died during a consume, the outcome is unknown: the payment may or may not "
        + "have been consumed.",
      "Payments of fixture stores are left out, unless --fixtures is given or --server names the store. "
        + "Profile and environment do not filter the journal: only options do.",
    ],
    options: [unknown.specification] + JournalFilters.specifications,
    examples: [
      Example("iapctl journal list --unknown", "list payments whose outcome is unknown"),
      Example(
        "iapctl journal list --since 1d --output csv",
        "export the payments of the last day for a spreadsheet"),
    ])

  static let schema = JournalRecord.schema

  let entries: JournalFilters

  init(_ arguments: ParsedArguments, _ settings: Settings) throws(UsageError) {
    var entries = try JournalFilters(
      arguments[Self.unknown] ? .unknown : .latest, arguments, settings)
    // A note can have a ticket of its own.
    entries.query.includesNotes = entries.query.ticket != nil
    self.entries = entries
  }

  func run(in context: Context) async throws -> Report {
    try await JournalListing(entries, in: context).report
  }
}

struct JournalExportCommand: Command {
  static let specification = CommandSpecification(
    "print every entry of the journal",
    discussion: [
      "Prints every delivery, consume and undo, and every entry made by hand, in the order in "
        + "which they began. The journal contains no tokens and no app keys.",
      "Profile and environment do not filter the journal: only options do.",
    ],
    options: JournalFilters.specifications,
    examples: [
      Example(
        "iapctl journal export -o jsonl > journal.jsonl",
        "write the whole journal, one entry a line"),
      Example(
        "iapctl journal export --ticket T-7 -o csv > journal.csv",
        "export the entries of a ticket for a spreadsheet"),
    ])

  static let schema = JournalRecord.schema

  let entries: JournalFilters

  init(_ arguments: ParsedArguments, _ settings: Settings) throws(UsageError) {
    entries = try JournalFilters(.everything, arguments, settings)
  }

  func run(in context: Context) async throws -> Report {
    try await JournalListing(entries, in: context).report
  }
}
