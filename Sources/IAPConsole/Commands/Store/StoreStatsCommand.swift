import CommandLine
import IAPCore
import IAPFixtures
import Records

/// `iapctl store stats`
enum StoreStatsCommand: Command {
  static let state = ListOption<PaymentState>(
    "state", .choice("STATE"), "only payments in this state")

  static let specification = CommandSpecification(
    "count the payments of a fixture store, and sum their prices",
    discussion: [
      "Prints five groups of counts: by state, by market, by product type, by currency and by the "
        + "month of the purchase (UTC). Each payment is counted once in each group; each count has "
        + "one currency. --state leaves out the payments in other states. The sums are exact.",
      "On a terminal, the table also has a bar for each line, which compares its count with the "
        + "largest count of the same kind. No other output has bars.",
    ],
    options: [state.specification],
    examples: [
      Example("iapctl store stats", "count and sum all payments"),
      Example("iapctl store stats --state SUCCESS", "only what was paid and not refunded"),
      Example("iapctl store stats -o csv > stats.csv", "the same figures as CSV"),
    ],
    fields: fields)

  struct Inputs: Equatable, Sendable { var states: [PaymentState] }

  private static let fields = [
    FieldSpecification(
      "by", "what the payments are counted by: state, market, type, currency or month"),
    FieldSpecification(
      "value", "the state, market, type, currency or month; null for payments without a currency"),
    FieldSpecification("currency", "the currency of these payments, or null"),
    FieldSpecification("count", "how many payments these are"),
    FieldSpecification("sum", "the exact sum of their prices; null if none has a price"),
  ]
  private static let names = fields.map(\.name)
  private static let schema = RecordSchema(names, columns: names)
  private static let drawnSchema = RecordSchema(names + ["bar"], columns: names + ["bar"])

  static func resolve(
    _ arguments: ParsedArguments, _ settings: Settings
  ) throws(UsageError) -> Inputs {
    _ = try settings.fixtureStore()
    return Inputs(states: try arguments.values(of: state))
  }

  static func schema(for inputs: Inputs) -> RecordSchema? { schema }

  static func run(_ inputs: Inputs, in context: Context) async throws -> Report {
    let counts = try await context.fixtureStore().statistics(of: inputs.states)
    let isDrawn = context.environment.output.isTerminal && context.settings.output.format == .table
    var records = RecordBatch(width: isDrawn ? names.count + 1 : names.count)
    var largest: [PaymentCount.Property: Int] = [:]
    for count in counts { largest[count.property] = max(largest[count.property] ?? 0, count.count) }
    for count in counts {
      records.append(.text, count.property.rawValue)
      records.append(.text(count.value))
      records.append(.text(count.currency))
      records.append(Int64(count.count))
      records.append(count.sum.map(FieldValue.amount) ?? .null)
      if isDrawn {
        records.append(.text, Bar.text(count.count, of: largest[count.property] ?? count.count))
      }
    }
    let section = RecordSection("stats", isDrawn ? drawnSchema : schema, records: records)
    return Report(.lists([section])) {
      var summary = Report.Summary()
      if counts.isEmpty { summary.hints = [.store(.noPayments)] }
      return summary
    }
  }
}

/// A bar of block characters.
enum Bar {
  private static let longest = 10
  /// The blocks from one to eight eighths of a column.
  private static let eighths = ["▏", "▎", "▍", "▌", "▋", "▊", "▉", "█"]

  /// A bar for a number, whose length is in proportion to that for the largest number. The bar of a
  /// number above zero is never empty.
  static func text(_ number: Int, of largest: Int) -> String {
    guard number > 0, largest > 0 else { return "" }
    let share = Double(number) / Double(largest) * Double(longest * eighths.count)
    let length = max(1, Int(share.rounded()))
    let rest = length % eighths.count
    return String(repeating: eighths[eighths.count - 1], count: length / eighths.count)
      + (rest > 0 ? eighths[rest - 1] : "")
  }
}
