import CommandLine
import IAPBatch
import IAPCore

/// Which entries of the journal are read. Relative times, such as `30d`, are resolved when the command
/// runs.
struct JournalFilters: Sendable {
  static let since = Option(
    "since", .moment, "only entries from then on: 30d (30 days ago), 2026-01-31, or an instant")
  static let until = Option(
    "until", .moment,
    "only entries before then: 12h (12 hours ago), 2026-01-31 (inclusive), or an instant")
  static let ticket = Option(
    "ticket", .name("TEXT"), "only entries with this ticket, or of a run with it")
  static let person = Option("operator", .name("NAME"), "only entries of this operator")
  static let server = Option(
    "server", .name("NAME"),
    "only payments of this server: its address, its name there, or the file of a store")
  static let fixtures = Flag("fixtures", "payments of fixture stores too")

  static let specifications: [OptionSpecification] = .of(
    ticket, person, since, until, server, fixtures)

  var query: JournalQuery
  private(set) var since: Moment?
  private(set) var until: Moment?

  init(_ selection: JournalQuery.Selection) { query = JournalQuery(selection) }

  /// Reads the filters. Only a user or a market from the command line filters: one from a profile
  /// would hide unknown payments.
  init(
    _ selection: JournalQuery.Selection, _ arguments: ParsedArguments, _ settings: Settings
  ) throws(UsageError) {
    self.init(selection)
    if settings.isTyped(GlobalOptions.user.specification) { query.user = settings.user }
    if settings.isTyped(GlobalOptions.market.specification) { query.markets = settings.markets }
    query.ticket = try arguments.value(of: Self.ticket)
    query.operator = try arguments.value(of: Self.person)
    query.server = try Self.server(arguments)
    // A rehearsal is no payment of a player.
    query.includesFixtures = arguments[Self.fixtures] || query.server != nil
    since = try arguments.value(of: Self.since)
    until = try arguments.value(of: Self.until)
  }

  static func server(_ arguments: ParsedArguments) throws(UsageError) -> ServerName? {
    try arguments.value(of: server).map { name in
      ServerName(origin: name.hasSuffix("/") ? String(name.dropLast()) : name)
    }
  }

  func query(at now: Instant, in zone: TimeZone) -> JournalQuery {
    var query = query
    query.since = since?.start(before: now, in: zone)
    query.until = until?.end(before: now, in: zone)
    return query
  }
}
