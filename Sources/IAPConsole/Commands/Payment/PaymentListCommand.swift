import CommandLine
import IAPCore
import IAPMessages
import Records

struct PaymentListCommand: Command {
  static let state = ListOption<PaymentState>(
    "state", .choice("STATE"), "only payments in this state")
  static let since = Option(
    "since", .moment, "only payments from then on: 30d (30 days ago), 2026-01-31, or an instant")
  static let until = Option(
    "until", .moment,
    "only payments before then: 12h (12 hours ago), 2026-01-31 (inclusive), or an instant")

  static let specification = CommandSpecification(
    "list payments in any state",
    discussion: [
      "Lists the payments of a fixture store with their state, also those that are consumed, "
        + "refunded or interrupted, the oldest first. Relative times count from the store's time.",
      "It works on fixture stores, and over --api fixture. The real service has no call for it: there, "
        + "'iapctl unconsumed' lists what is stuck, 'iapctl journal list' what iapctl has consumed, "
        + "and only the IAP console has all payments.",
      "Only options choose the users: the user of the environment or a profile does not.",
    ],
    options: .of(state, UnconsumedFilters.product, UnconsumedFilters.transaction, since, until),
    examples: [
      Example("iapctl payment list --user alice", "list all payments of alice"),
      Example(
        "iapctl payment list --state REFUND --since 2026-01-01",
        "list what was bought this year and refunded"),
      Example(
        "iapctl payment list --transaction 1000000000000001",
        "find the payment of an order number"),
    ], related: ["payment show", "unconsumed"])

  static let schema = PaymentRecord.schema

  let query: PaymentQuery

  init(_ arguments: ParsedArguments, _ settings: Settings) throws(UsageError) {
    var query = PaymentQuery()
    query.users = try arguments.values(of: GlobalOptions.users).unique()
    query.markets = settings.markets
    query.products = try arguments.values(of: UnconsumedFilters.product)
    query.states = try arguments.values(of: Self.state)
    query.transaction = try arguments.value(of: UnconsumedFilters.transaction)
    query.since = try arguments.value(of: Self.since)
    query.until = try arguments.value(of: Self.until)
    query.zone = settings.timeZone
    self.query = query
  }

  func run(in context: Context) async throws -> Report {
    context.noteUnusual(users: query.users)
    let service = try context.service()
    let names = GivenNames(users: query.users, products: query.products, markets: query.markets)
    try await context.noteUnknownNames(names, to: service)
    let pages = try await service.payments(query).makeAsyncIterator()
    var isEmpty = true
    let section = RecordSection("payments", schema) { () -> RecordBatch? in
      if let stopped = context.environment.stopped { throw stopped }
      guard let page = try await pages.next() else { return nil }
      isEmpty = isEmpty && page.isEmpty
      return RecordBatch(page, StoredPayment.fields)
    }
    return Report(.lists([section])) { summary in
      guard isEmpty else { return }
      let list = EmptyList(
        of: query.isNarrowed ? .matchingPayments : .payments, users: query.users,
        markets: query.markets, place: context.place.name)
      summary.hints = [list.sentence]
    }
  }
}
