import CommandLine
import IAPCore
import IAPFixtures
import IAPMessages
import Records

struct StoreLogCommand: Command {
  static let follow = Flag("follow", "wait for further events and print them, until interrupted")

  static let payment = ListOption(
    "payment", .paymentSeq(completedBy: .allPayments), "only events of this payment")
  static let kind = ListOption(
    "kind", .choice("KIND", of: EventKind.allCases.map(\.rawValue)), hasCommas: true,
    "only events of this kind, such as consumed")
  static let since = Option(
    "since", .moment, "only events from then on: 30d (30 days ago), 2026-01-31, or an instant")

  static let specification = CommandSpecification(
    "show what happened in a fixture store",
    discussion: [
      "Lists the events of the store, oldest first: purchases with each of their steps, consumes, "
        + "renewals, billing problems, refunds. Each has the state of the payment or the status of "
        + "the subscription before and after. Relative times count from the store's time."
    ],
    options: .of(follow, payment, kind, since),
    examples: [
      Example("iapctl store log --store game.db", "list the events of the store"),
      Example("iapctl store log --store game.db -o jsonl", "list them as JSON lines"),
      Example(
        "iapctl store log --store game.db --user alice --kind consumed",
        "list which of alice's purchases were consumed"),
    ],
    related: ["store dump"])

  static let needs = SettingsNeed.store
  static let schema = RecordSchema(
    StoreEvent.fields.map(\.name), keys: ["paymentSeq", "userID"])

  let follows: Bool
  let users: [Identifier]
  let payments: [Identifier]
  let kinds: [String]
  let since: Moment?

  init(_ arguments: ParsedArguments, _ settings: Settings) throws(UsageError) {
    follows = arguments[Self.follow]
    if follows, settings.output.format == .json { throw UsageError(CommandUsage.followsWithoutEnd) }
    users = try arguments.values(of: GlobalOptions.users).unique()
    payments = try arguments.values(of: Self.payment)
    kinds = try arguments.values(of: Self.kind)
    since = try arguments.value(of: Self.since)
  }

  /// - Parameter start: the instant of ``since``.
  private func lists(_ event: StoreEvent, from start: Instant?) -> Bool {
    (users.isEmpty || event.userID.map(users.contains) == true)
      && (payments.isEmpty || event.paymentSeq.map(payments.contains) == true)
      && (kinds.isEmpty || kinds.contains(event.kind)) && start.map { event.time >= $0 } != false
  }

  /// How long to wait before the store is asked for further events.
  private static let interval = Duration.milliseconds(200)

  private func pause(in environment: Environment) async throws {
    await environment.clock.sleep(Self.interval)
    if let stopped = environment.stopped { throw stopped }
    // A reader that went away is noticed although there is nothing to write.
    if environment.output.isClosed() { throw Environment.Output.Problem.closedPipe }
  }

  func run(in context: Context) async throws -> Report {
    let store = try context.fixtureStore()
    try await context.noteUnknownNames(GivenNames(users: users), to: store)
    if follows { try context.environment.cancelOnStop() }
    var (last, isEmpty): (StoreEvent?, Bool) = (nil, true)
    let zone = context.settings.timeZone
    let now = try await store.read { $0.now }
    let start = since?.start(before: now, in: zone)
    var section = RecordSection("events", schema) { emit in
      while true {
        // The event before the next ones is read again: a store that was reset has another one there.
        let page = try await store.read { [last] in try $0.events(after: (last?.id ?? 1) - 1) }
        if let stopped = context.environment.stopped { throw stopped }
        guard last == nil || page.first == last else {
          context.messages.note(StoreMessages.logBeginsAgain)
          last = nil
          continue
        }
        if page.last != last {
          let shown = page.dropFirst(last == nil ? 0 : 1).filter { lists($0, from: start) }
          last = page.last
          if !shown.isEmpty {
            isEmpty = false
            try emit(RecordBatch(shown, StoreEvent.fields))
          }
          continue
        }
        guard follows else { return }
        try await pause(in: context.environment)
      }
    }
    section.isLive = follows
    return Report(.lists([section])) { summary in
      if isEmpty {
        summary.hints = [
          last == nil ? StoreMessages.noEvents : StoreMessages.noMatchingEvents
        ]
      }
    }
  }
}
