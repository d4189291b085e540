import IAPBatch
import IAPCore

/// Lists what became of each payment.
enum JournalListCommand: Command {
  static let unknown = Flag(
    "unknown", "only payments of which nobody knows whether they are consumed")
  static let since = Option(
    "since", .duration, "only what began at most so long ago: 90s, 15m, 12h, 30d, P1M")

  static let specification = CommandSpecification(
    "list", "list what became of each payment",
    discussion: [
      "Lists the last consume of each payment, or its last delivery where it was never sent, oldest "
        + "first: who tried it, when, and what came of it.",
      "What was begun by a process that died is unknown: it may or may not have happened.",
    ],
    options: [unknown.specification, since.specification, JournalOption.option.specification],
    examples: [
      Example("iapctl journal list --unknown", "what may or may not be consumed"),
      Example(
        "iapctl journal list --since 1d --output csv", "the payments of a day, for a spreadsheet"),
    ],
    fields: JournalRecord.documented)

  static let needs = SettingsNeed.environment

  struct Inputs: Equatable, Sendable {
    var isUnknown: Bool
    var since: CalendarPeriod?
    var journal: String?
  }

  static func resolve(
    _ arguments: ParsedArguments, _ settings: Settings
  ) throws(UsageError) -> Inputs {
    Inputs(
      isUnknown: arguments[unknown], since: try arguments.value(of: since),
      journal: try arguments.value(of: JournalOption.option))
  }

  static func schema(for inputs: Inputs) -> RecordSchema? { JournalRecord.schema }

  static func run(_ inputs: Inputs, in context: Context) async throws -> Report {
    var query = JournalQuery(inputs.isUnknown ? .unknown : .latest)
    // What reaches back beyond the calendar leaves nothing out.
    query.since = inputs.since?.subtracted(from: context.environment.realTime())
    return try await JournalListing(query, in: inputs.journal, context).report
  }
}
