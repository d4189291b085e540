import CommandLine
import IAPCore
import IAPFixtures
import IAPMessages
import Records

struct StoreStatsCommand: Command {
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
    ])

  static let needs = SettingsNeed.store
  static let schema = RecordSchema(meanings: [
    "by": "what the payments are counted by: state, market, type, currency or month",
    "value": "the state, market, type, currency or month; null for payments without a currency",
    "currency": "the currency of these payments, or null",
    "count": "how many payments these are",
    "sum": "the exact sum of their prices; null if none has a price",
  ])

  let states: [PaymentState]

  init(_ arguments: ParsedArguments, _ settings: Settings) throws(UsageError) {
    states = try arguments.values(of: Self.state)
  }

  func run(in context: Context) async throws -> Report {
    let counts = try await context.fixtureStore().read {
      try $0.statistics(of: states)
    }
    let hasBars = Bar.areDrawn(in: context)
    let schema = hasBars ? Self.schema.withBars : Self.schema
    var records = RecordBatch(width: schema.fields.count)
    var largest: [PaymentCount.Property: Int] = [:]
    for count in counts { largest[count.property] = max(largest[count.property] ?? 0, count.count) }
    for count in counts {
      records.append(.text, count.property.rawValue)
      records.append(.text(count.value))
      records.append(.text(count.currency))
      records.append(Int64(count.count))
      records.append(count.sum.map(FieldValue.amount) ?? .null)
      if hasBars {
        records.append(.text, Bar.text(count.count, of: largest[count.property] ?? count.count))
      }
    }
    let section = RecordSection("stats", schema, records: records)
    return Report(.lists([section])) { summary in
      if counts.isEmpty { summary.hints = [ListMessages.noPayments] }
    }
  }
}
