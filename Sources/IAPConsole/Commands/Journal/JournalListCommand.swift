import CommandLine
import IAPBatch
import IAPCore
import Records

/// `iapctl journal list`
enum JournalListCommand: Command {
  static let unknown = Flag("unknown", "only payments that may or may not be consumed")

  static let specification = CommandSpecification(
    "list the outcome of each payment",
    discussion: [
      "One line for each payment: its latest outcome, with who did it and when. The oldest is "
        + "first. If the payment was never sent, the line is its last delivery.",
      "If a process died during a consume, the outcome is unknown: the payment may or may not "
        + "have been consumed.",
      "Payments of fixture stores are left out, unless --fixtures is given or --server names the store. "
        + "Profile and environment do not filter the journal: only options do.",
    ],
    options: [unknown.specification] + JournalFilters.specifications,
    examples: [
      Example("iapctl journal list --unknown", "list payments whose outcome is unknown"),
      Example(
        "iapctl journal list --since 1d --output csv",
        "export the payments of the last day for a spreadsheet"),
    ],
    fields: JournalRecord.documented)

  static func resolve(
    _ arguments: ParsedArguments, _ settings: Settings
  ) throws(UsageError) -> JournalInputs {
    var inputs = try JournalFilters.query(
      arguments, settings, arguments[unknown] ? .unknown : .latest)
    // A note can have a ticket of its own.
    inputs.query.includesNotes = inputs.query.ticket != nil
    return inputs
  }

  static func schema(for inputs: JournalInputs) -> RecordSchema? { JournalRecord.schema }

  static func run(_ inputs: JournalInputs, in context: Context) async throws -> Report {
    try await JournalListing(inputs, in: context).report
  }
}

/// `iapctl journal export`
enum JournalExportCommand: Command {
  static let specification = CommandSpecification(
    "print every entry of the journal",
    discussion: [
      "Prints every delivery, consume and undo, and every entry made by hand, in the order in "
        + "which they began. The journal contains no tokens and no app keys.",
      "Profile and environment do not filter the journal: only options do.",
    ],
    options: JournalFilters.specifications,
    examples: [
      Example(
        "iapctl journal export -o jsonl > journal.jsonl",
        "write the whole journal, one entry a line"),
      Example(
        "iapctl journal export --ticket T-7 -o csv > journal.csv",
        "export the entries of a ticket for a spreadsheet"),
    ],
    fields: JournalRecord.documented)

  static func resolve(
    _ arguments: ParsedArguments, _ settings: Settings
  ) throws(UsageError) -> JournalInputs {
    try JournalFilters.query(arguments, settings, .everything)
  }

  static func schema(for inputs: JournalInputs) -> RecordSchema? { JournalRecord.schema }

  static func run(_ inputs: JournalInputs, in context: Context) async throws -> Report {
    try await JournalListing(inputs, in: context).report
  }
}

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
  static let fixtures = Flag("fixtures", "payments of fixture stores too")

  static let specifications = [
    ticket.specification, person.specification, since.specification, until.specification,
    server.specification, fixtures.specification,
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
    // A rehearsal is no payment of a player.
    inputs.query.includesFixtures = arguments[fixtures] || inputs.query.server != nil
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

  func query(at now: Instant, in zone: TimeZone) -> JournalQuery {
    var query = query
    query.since = since?.start(before: now, in: zone)
    query.until = until?.end(before: now, in: zone)
    return query
  }
}
