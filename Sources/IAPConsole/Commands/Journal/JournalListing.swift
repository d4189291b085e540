import CommandLine
import IAPBatch
import IAPCore

/// Reads entries of the journal while they are printed.
final class JournalListing {
  private let query: JournalQuery
  private let pages: PageSequence<[JournalEntry]>.Iterator
  private let path: String
  private let environment: Environment
  /// Entries that ``require(_:)`` has read.
  private var ahead: [JournalEntry]?
  private var isEmpty = true

  init(_ inputs: JournalInputs, in context: Context) async throws {
    let journal: any Journal
    environment = context.environment
    query = inputs.query(at: environment.clock.realTime())
    (journal, path) = try context.journal()
    // A misspelt --journal must not look like an empty journal, in which no payment is unknown.
    if context.settings.$journal.isTyped,
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
    let section = RecordSection("entries", JournalRecord.schema) {
      try await self.next()?.map(JournalRecord.make)
    }
    return Report(.lists([section])) {
      var summary = Report.Summary()
      if self.isEmpty { summary.hints = [self.emptiness] }
      return summary
    }
  }

  private var emptiness: String {
    if query.isNarrowed { return "no entries match in the journal \(path)" }
    return query.selection == .unknown
      ? "no payment is unknown in the journal \(path)" : "the journal \(path) is empty"
  }

  private func next() async throws -> [JournalEntry]? {
    if let stopped = environment.stopped { throw stopped }
    if let entries = ahead {
      (ahead, isEmpty) = (nil, false)
      return entries
    }
    let entries = try await pages.next()
    if entries != nil { isEmpty = false }
    return entries
  }
}
