import IAPBatch
import IAPCore

/// Entries of a journal, read while they are shown.
final class JournalListing {
  private let pages: any JournalPages
  private let path: String
  private let environment: Environment
  /// What was read ahead.
  private var ahead: [JournalEntry]?
  private var isEmpty = true

  init(_ query: JournalQuery, in given: String?, _ context: Context) async throws {
    let journal: any Journal
    (journal, path) = try context.journal(given)
    // Who names a journal means one that is there: a misspelt one would be all clear.
    if given != nil { _ = try context.environment.readFile(path, 0) }
    pages = try await journal.entries(query)
    environment = context.environment
  }

  /// Reads the first entries.
  ///
  /// - Throws: `paymentNotFound` where there are none.
  func require(_ payment: Identifier) async throws {
    ahead = try await pages.next()
    guard ahead != nil else {
      throw IAPError.iapctl(.paymentNotFound, .notInJournal(payment, path: path))
    }
  }

  var report: Report {
    let section = Report.Section("entries", JournalRecord.schema) {
      try await self.next()?.map(JournalRecord.make)
    }
    return Report(.lists([section])) {
      var conclusion = Report.Conclusion()
      if self.isEmpty { conclusion.remarks = ["no such entries in \(self.path)"] }
      return conclusion
    }
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
