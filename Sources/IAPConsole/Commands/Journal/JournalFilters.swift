import CommandLine
import IAPBatch
import IAPCore

/// The filters of the commands that list entries of the journal.
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

  /// A user or a market counts only if it was typed: those of a profile are for other commands, and
  /// would hide what is unknown.
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

/// What is asked of the journal; its times are counted from the moment when it is asked.
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
