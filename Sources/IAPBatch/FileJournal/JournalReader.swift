import IAPCore
import Postgres
import SQLite

/// Reads the entries of a journal in pages. Writers do not wait for the reader.
actor JournalReader {
  private static let pageSize = 1000

  private let query: JournalQuery
  private let file: JournalFile
  private let connection: Connection
  private var runs: JournalRuns

  init(_ query: JournalQuery, in file: JournalFile, _ connection: sending Connection) {
    (self.query, self.file, self.connection) = (query, file, connection)
    runs = JournalRuns(of: file)
  }

  /// The entries after an attempt, and the attempt at which the next page starts (nil after the
  /// last page). Returns nil if there are no more entries.
  func page(
    after attempt: Int64
  ) throws(IAPError) -> (page: [JournalEntry], next: Int64?)? {
    var last: Int64? = attempt
    while let here = last {
      let rows = try rows(after: here)
      last = rows.count < Self.pageSize ? nil : rows.last?.attempt
      var entries: [JournalEntry] = []
      for row in rows { if let entry = try entry(row) { entries.append(entry) } }
      if !entries.isEmpty { return (entries, last) }
    }
    return nil
  }

  private func rows(after attempt: Int64) throws(IAPError) -> [JournalRow] {
    let condition = query.condition
    return try file.explained {
      try connection.all(
        JournalRow.query(where: condition.text),
        [.integer(attempt), .integer(Int64(Self.pageSize))] + condition.values,
        make: JournalRow.init)
    }
  }

  /// Nil if the entry does not match the query.
  private func entry(_ row: JournalRow) throws(IAPError) -> JournalEntry? {
    var isAtWork = false
    if row.isOpen, !row.runHasEnded { isAtWork = try runs.isAtWork(row.run) }
    if query.selection == .unknown, !row.isUnknown(isAtWork: isAtWork) { return nil }
    guard let entry = row.entry(isAtWork: isAtWork) else {
      throw .iapctl(
        .journalDamaged,
        .file(file.path, .damaged(what: "attempt \(row.attempt) has an unknown action or outcome")))
    }
    return entry
  }
}
