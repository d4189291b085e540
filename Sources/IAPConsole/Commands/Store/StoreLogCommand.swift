import CommandLine
import IAPCore
import IAPFixtures
import IAPMessages
import Records

/// `iapctl store log`
enum StoreLogCommand: Command {
  static let follow = Flag("follow", "wait for further events and print them, until interrupted")

  static let specification = CommandSpecification(
    "show what happened in a fixture store",
    discussion: [
      "Lists the events of the store, oldest first: purchases with each of their steps, consumes, "
        + "renewals, billing problems, refunds. Each has the state of the payment or the status of "
        + "the subscription before and after."
    ],
    options: [follow.specification],
    examples: [
      Example("iapctl store log --store game.db", "list the events of the store"),
      Example("iapctl store log --store game.db -o jsonl", "list them as JSON lines"),
    ],
    fields: EventRecord.documented, related: ["store dump"])

  struct Inputs: Equatable, Sendable { var follows: Bool }

  /// How long to wait before the store is asked for further events.
  private static let interval = Duration.milliseconds(200)

  static func resolve(
    _ arguments: ParsedArguments, _ settings: Settings
  ) throws(UsageError) -> Inputs {
    _ = try settings.fixtureStore()
    if arguments[follow], settings.output.format == .json {
      throw UsageError(CommandUsage.followsWithoutEnd)
    }
    return Inputs(follows: arguments[follow])
  }

  static func schema(for inputs: Inputs) -> RecordSchema? { EventRecord.schema }

  static func run(_ inputs: Inputs, in context: Context) async throws -> Report {
    let store = try context.fixtureStore()
    if inputs.follows { try context.environment.cancelOnStop() }
    let listing = EventListing()
    var section = RecordSection("events", EventRecord.schema) { emit in
      while true {
        let position = listing.position
        let page = try await store.read { try $0.events(after: position) }
        if let stopped = context.environment.stopped { throw stopped }
        if let last = page.last {
          listing.position = last.id
          try emit(RecordBatch(page, StoreEvent.fields))
          continue
        }
        guard inputs.follows else { return }
        await context.environment.clock.sleep(Self.interval)
        if let stopped = context.environment.stopped { throw stopped }
      }
    }
    section.isLive = inputs.follows
    return Report(.lists([section])) {
      var summary = Report.Summary()
      if listing.position == 0 { summary.hints = [StoreMessages.noEvents] }
      return summary
    }
  }
}

/// The position in the log after the last event that was printed.
private final class EventListing {
  var position: Int64 = 0
}
