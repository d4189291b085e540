import CommandLine
import IAPCore
import IAPFixtures
import IAPMessages
import Records

struct StoreAdvanceCommand: Command {
  static let duration = Operand(.one, .duration, "how far: 90s, 15m, 12h, 30d, P1M")

  static let specification = CommandSpecification(
    "move a fixture store's clock",
    discussion: [
      "Moves the clock of a store that has one of its own, and applies every event up to the new "
        + "time, in order: subscriptions renew and expire. Prints the old and the new time and how "
        + "many events of each kind happened.",
      "A store that follows the real time is refused. --now gives a store a clock: --now "
        + "2026-01-31 sets it to the beginning of that day in UTC, and --now +1d to one day after "
        + "the store's time. The clock then stands still until it is moved again. If "
        + "IAPCTL_NOW begins with +, every command moves the clock again.",
    ],
    operands: [duration.specification],
    examples: [
      Example("iapctl store advance P3M --store game.db", "advance by three months"),
      Example("iapctl store advance 12h -o json", "advance by half a day; the result as JSON"),
    ])

  static let needs = SettingsNeed.store
  static let schema = RecordSchema(["from", "to"] + ClockAdvance.kinds.map(\.rawValue))
  var hasEffect: Bool { true }

  let period: CalendarPeriod

  init(_ arguments: ParsedArguments, _ settings: Settings) throws(UsageError) {
    period = try arguments.value(of: Self.duration)
  }

  func run(in context: Context) async throws -> Report {
    let advance = try await context.fixtureStore().advance(by: period)
    let counts = ClockAdvance.kinds.map { advance.counts[$0] ?? 0 }
    let record = Record(
      [.instant(advance.from), .instant(advance.to)] + counts.map { .number(Int64($0)) })
    return Report(.single(key: "advance", schema, RecordBatch([record]))) { summary in
      summary.done = StoreMessages.clockMoved(to: advance.to)
    }
  }
}
