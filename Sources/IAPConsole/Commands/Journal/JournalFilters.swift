import CommandLine
import IAPBatch
import IAPCore

/// The filters of `journal list` and `journal export`.
enum JournalFilters {
  static let since = Option(
    "since", .moment, "only entries from then on: 30d (30 days ago), 2026-01-31, or an instant")
  static let until = Option(
    "until", .moment,
    "only entries before then: 12h (12 hours ago), 2026-01-31 (inclusive), or an instant")
  static let ticket = Option("ticket", .name("TEXT"), "only entries with this ticket")
  static let person = Option("operator", .name("NAME"), "only entries of this operator")
  static let server = Option(
    "server", .name("NAME"), "only payments of this server, by its name in the journal")

  static let specifications = [
    ticket.specification, person.specification, since.specification, until.specification,
    server.specification,
  ]

  /// Reads the filters. Only a user or a market from the command line filters: one from a profile
  /// would hide unknown payments.
  static func query(
    _ arguments: ParsedArguments, _ settings: Settings, _ selection: JournalQuery.Selection
  ) throws(UsageError) -> JournalInputs {
    var inputs = JournalInputs(query: JournalQuery(selection))
    if settings.$user.isTyped { inputs.query.user = settings.user }
    if settings.$markets.isTyped {
      inputs.query.markets = settings.markets
    }
    inputs.query.ticket = try arguments.value(of: ticket)
    inputs.query.operator = try arguments.value(of: person)
    inputs.query.server = try arguments.value(of: server).map { ServerName(text: $0) }
    inputs.since = try arguments.value(of: since)
    inputs.until = try arguments.value(of: until)
    return inputs
  }
}

/// A query of the journal. Relative times, such as `30d`, are resolved when the command runs.
struct JournalInputs: Equatable, Sendable {
  var query: JournalQuery
  var since: Moment?
  var until: Moment?

  func query(at now: Instant) -> JournalQuery {
    var query = query
    query.since = since?.start(before: now)
    query.until = until?.end(before: now)
    return query
  }
}
