import CommandLine
import IAPBatch
import IAPCore
import Records

/// `iapctl journal report`
enum JournalReportCommand: Command {
  /// What the payments are counted by.
  enum Grouping: String, Sendable, CaseIterable {
    case `operator`, ticket, outcome, currency, day, server

    func value(of entry: JournalEntry, in zone: TimeZone) -> String? {
      switch self {
      case .operator: entry.run.user
      case .ticket: entry.ticket
      case .outcome: entry.outcome.name
      case .currency: entry.payment.purchase.currency
      case .server: entry.run.server.text
      case .day: entry.began.day(in: zone)
      }
    }
  }

  static let by = Option<Grouping>(
    "by", .choice("WHAT"), fallback: Grouping.outcome.rawValue,
    "what to count the payments by; days are in UTC")

  static let specification = CommandSpecification(
    "count the payments of the journal, and sum their prices",
    discussion: [
      "Counts each payment once, with its latest entry, as 'iapctl journal list' shows it: "
        + "separately for each outcome and each currency. The sums are exact.",
      "Profile and environment do not filter the journal: only options do.",
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
    var grouping: Grouping
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
    var counts: [Key: PaymentTotals.Part] = [:]
    while let entries = try await listing.next() {
      for entry in entries {
        let key = Key(
          value: inputs.grouping.value(of: entry, in: context.settings.timeZone),
          outcome: entry.outcome.name,
          currency: entry.payment.purchase.currency)
        counts[key, default: PaymentTotals.Part()].add(entry.payment.purchase.price)
      }
    }
    let records = counts.sorted { $0.key < $1.key }.map { key, count in
      Record([
        .text(inputs.grouping.rawValue), .text(key.value), .text(key.outcome),
        .text(key.currency), .number(Int64(count.count)),
        .price(count.sum.map { Price(canonical: $0) }),
      ])
    }
    return Report(
      .lists([RecordSection("report", schema, records: records)]), summarize: listing.summary)
  }

  /// A line of the report. The lines are sorted by their texts; a missing one comes first.
  private struct Key: Hashable, Comparable {
    let value: String?
    let outcome: String
    let currency: String?

    static func < (left: Key, right: Key) -> Bool {
      (left.value ?? "", left.outcome, left.currency ?? "")
        < (right.value ?? "", right.outcome, right.currency ?? "")
    }
  }
}
