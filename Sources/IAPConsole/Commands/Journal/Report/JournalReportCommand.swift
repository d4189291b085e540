import CommandLine
import IAPBatch
import IAPCore
import Records

/// `iapctl journal report`
enum JournalReportCommand: Command {
  static let by = Option<JournalCounts.Grouping>(
    "by", .choice("WHAT"), fallback: JournalCounts.Grouping.outcome.rawValue,
    "what to count the payments by; days are in your time zone (--time-zone)")

  static let specification = CommandSpecification(
    "count the payments of the journal, and sum their prices",
    discussion: [
      "Counts each payment once, with its latest entry, as 'iapctl journal list' shows it: "
        + "separately for each outcome and each currency. The sums are exact.",
      "Profile and environment do not filter the journal: only options do.",
      "On a terminal, the table also has a bar for each line, which compares its count with the "
        + "largest count. No other output has bars.",
    ],
    options: [by.specification] + JournalFilters.specifications,
    examples: [
      Example("iapctl journal report --since 7d --by operator", "who did how much in a week"),
      Example("iapctl journal report --by day -o csv", "the days, for a spreadsheet"),
    ],
    fields: fields)

  private static let fields = [
    FieldSpecification(
      "by", "what is counted by: operator, ticket, outcome, currency, day or server"),
    FieldSpecification("value", "the operator, ticket, outcome, currency, day or server; or null"),
    FieldSpecification("outcome", "the outcome of these payments, as in 'iapctl journal list'"),
    FieldSpecification("currency", "the currency of these payments, or null"),
    FieldSpecification("count", "how many payments these are"),
    FieldSpecification(
      "sum", "the exact sum of their prices; null if the price of one is not known"),
  ]
  private static let schema = RecordSchema(fields.map(\.name), columns: fields.map(\.name))

  struct Inputs: Equatable, Sendable {
    var grouping: JournalCounts.Grouping
    var entries: JournalInputs
  }

  static func resolve(
    _ arguments: ParsedArguments, _ settings: Settings
  ) throws(UsageError) -> Inputs {
    Inputs(
      grouping: try arguments.value(of: by) ?? .outcome,
      entries: try JournalFilters.query(arguments, settings, .latest))
  }

  static func schema(for inputs: Inputs) -> RecordSchema? { schema }

  static func run(_ inputs: Inputs, in context: Context) async throws -> Report {
    let listing = try await JournalListing(inputs.entries, in: context, isRecords: false)
    var counts = JournalCounts(by: inputs.grouping, in: context.settings.timeZone)
    while let entries = try await listing.next() {
      for entry in entries { counts.add(entry) }
    }
    let hasBars = Bar.areDrawn(in: context)
    let section = RecordSection(
      "report", hasBars ? schema.withBars : schema, records: counts.records(hasBars: hasBars))
    return Report(.lists([section]), summarize: listing.summary)
  }
}
