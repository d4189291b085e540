import CommandLine
import IAPBatch
import IAPCore
import IAPMessages
import Languages
import Records

/// Reads entries of the journal while they are printed.
final class JournalListing {
  let query: JournalQuery
  private let pages: PageSequence<[JournalEntry]>.Iterator
  let path: String
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
    _ filters: JournalFilters, in context: Context, schema: RecordSchema = JournalRecord.schema,
    isRecords: Bool = true
  ) async throws {
    self.schema = schema
    environment = context.environment
    isTable =
      isRecords && context.settings.output.format == .table && context.settings.output.fields == nil
    var query = filters.query(at: environment.clock.realTime(), in: context.settings.timeZone)
    query.server = try context.server(query.server)
    self.query = query
    (journal, path) = try context.journal()
    try context.requireTypedJournal(path)
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

  /// Why a query has no entries.
  enum Emptiness {
    case nothing
    case noneMatch, noneUnknown
    /// All entries that match are of fixture stores, which are left out.
    case onlyFixtures
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
    if let emptiness { summary.hints = [sentence(emptiness)] }
    guard isTable else { return summary }
    if servers.count > 1 { summary.hints.append(JournalMessages.servers(servers.count)) }
    if notes > 0, schema == JournalRecord.schema {
      summary.hints.append(JournalMessages.notes(notes))
    }
    return summary
  }

  /// Counts the notes and the servers of entries, for the hints below a table.
  private func collect(from entries: [JournalEntry]) {
    guard isTable else { return }
    for entry in entries {
      // An attempt over Gamebase has the number of its call there.
      if entry.action == .note { notes += 1 }
      servers.insert(entry.run.server)
    }
  }

  /// Why there were no entries. Nil if there were some.
  var emptiness: Emptiness? {
    guard isEmpty else { return nil }
    if hasOnlyFixtures { return .onlyFixtures }
    if query.isNarrowed { return .noneMatch }
    return query.selection == .unknown ? .noneUnknown : .nothing
  }

  private func sentence(_ emptiness: Emptiness) -> Sentence {
    switch emptiness {
    case .nothing: JournalMessages.empty(path: path)
    case .noneMatch: JournalMessages.noneMatch(path: path)
    case .noneUnknown: JournalMessages.noneUnknown(path: path)
    case .onlyFixtures: JournalMessages.onlyFixtures(path: path)
    }
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
    var found = ahead
    ahead = nil
    if found == nil { found = try await pages.next() }
    guard let entries = found else {
      try await lookForFixtures()
      return nil
    }
    isEmpty = false
    collect(from: entries)
    return entries
  }
}
