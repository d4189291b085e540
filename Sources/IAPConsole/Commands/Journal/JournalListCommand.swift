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

  func query(at now: Instant) -> JournalQuery {
    var query = query
    query.since = since?.start(before: now)
    query.until = until?.end(before: now)
    return query
  }
}

/// Reads entries of the journal while they are printed.
final class JournalListing {
  private let query: JournalQuery
  private let pages: PageSequence<[JournalEntry]>.Iterator
  private let path: String
  private let environment: Environment
  /// Entries that ``require(_:)`` has read.
  private var ahead: [JournalEntry]?
  private var isEmpty = true
  /// What the columns of a table do not show.
  private var (notes, servers): (Int, Set<ServerName>) = (0, [])
  private let isTable: Bool
  private let schema: RecordSchema
  private let journal: any Journal
  /// Whether all entries that match are of fixture stores, which are left out.
  private var hasOnlyFixtures = false

  /// - Parameter isRecords: whether the entries themselves are printed, and not what they come to.
  init(
    _ inputs: JournalInputs, in context: Context, schema: RecordSchema = JournalRecord.schema,
    isRecords: Bool = true
  ) async throws {
    self.schema = schema
    environment = context.environment
    isTable =
      isRecords && context.settings.output.format == .table && context.settings.output.fields == nil
    query = inputs.query(at: environment.clock.realTime())
    (journal, path) = try context.journal()
    // A misspelt --journal must not look like an empty journal, in which no payment is unknown.
    if context.settings.$journal.isTyped, !PostgresJournal.isURL(path),
      !environment.fileExists(path)
    {
      throw IAPError.iapctl(.inputMissing, .file(path, .missing))
    }
    pages = try await journal.entries(query).makeAsyncIterator()
  }

  /// Checks that the journal has entries of a payment.
  ///
  /// - Throws: `paymentNotFound` if it has none.
  func require(_ payment: Identifier) async throws {
    ahead = try await pages.next()
    guard ahead != nil else {
      throw IAPError.iapctl(.paymentNotFound, .payment(payment, .notInJournal(path: path)))
    }
  }

  var report: Report {
    let section = RecordSection("entries", schema) {
      try await self.next().map { RecordBatch($0.map(JournalRecord.make)) }
    }
    return Report(.lists([section]), summarize: summary)
  }

  /// Says so if there were no entries.
  func summary() -> Report.Summary {
    var summary = Report.Summary()
    if isEmpty { summary.hints = [emptiness] }
    guard isTable else { return summary }
    if servers.count > 1 {
      summary.hints.append(
        "these are payments of \(servers.count) servers: --fields server,paymentSeq,outcome shows "
          + "which")
    }
    if notes > 0, schema == JournalRecord.schema {
      summary.hints.append(
        "\(notes == 1 ? "1 entry is a note" : "\(notes) entries are notes"): "
          + "--fields paymentSeq,operator,note shows the text")
    }
    return summary
  }

  private func look(at entries: [JournalEntry]) {
    guard isTable else { return }
    for entry in entries {
      if entry.note != nil { notes += 1 }
      servers.insert(entry.run.server)
    }
  }

  private var emptiness: String {
    if hasOnlyFixtures {
      return
        "the entries that match in the journal \(path) are of fixture stores: --fixtures lists them"
    }
    if query.isNarrowed { return "no entries match in the journal \(path)" }
    return query.selection == .unknown
      ? "no payment is unknown in the journal \(path)" : "the journal \(path) is empty"
  }

  /// Whether the query without entries would have some with the payments of fixture stores.
  private func lookForFixtures() async throws {
    guard isEmpty, !query.includesFixtures else { return }
    var whole = query
    whole.includesFixtures = true
    hasOnlyFixtures = try await journal.entries(whole).makeAsyncIterator().next() != nil
  }

  func next() async throws -> [JournalEntry]? {
    if let stopped = environment.stopped { throw stopped }
    if let entries = ahead {
      (ahead, isEmpty) = (nil, false)
      look(at: entries)
      return entries
    }
    guard let entries = try await pages.next() else {
      try await lookForFixtures()
      return nil
    }
    isEmpty = false
    look(at: entries)
    return entries
  }
}
