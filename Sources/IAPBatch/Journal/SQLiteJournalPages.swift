import IAPCore
import SQLite

/// Reads a page at a time, each from where the last one ended: what is written meanwhile is waited
/// for by nobody.
actor SQLiteJournalPages: JournalPages {
  private static let size = 1000

  private let query: JournalQuery
  private let file: JournalFile
  /// Nil where there is no file, and at the end.
  private var connection: Connection?
  private var runs: JournalRuns
  private var last: Int64 = 0

  init(_ query: JournalQuery, in file: JournalFile, _ connection: sending Connection?) {
    (self.query, self.file, self.connection) = (query, file, connection)
    runs = JournalRuns(of: file)
  }

  func next() async throws(IAPError) -> [JournalEntry]? {
    while let connection {
      let rows = try page(connection)
      if let row = rows.last { last = row.attempt }
      if rows.count < Self.size { self.connection = nil }
      var entries: [JournalEntry] = []
      for row in rows { if let entry = try entry(row) { entries.append(entry) } }
      if !entries.isEmpty { return entries }
    }
    return nil
  }

  private func page(_ connection: Connection) throws(IAPError) -> [JournalRow] {
    try file.explained {
      try connection.all(
        JournalRow.query(where: condition.text),
        [.integer(last), .integer(Int64(Self.size)), .integer(since)] + condition.values,
        make: JournalRow.init)
    }
  }

  private var since: Int64 { query.since?.milliseconds ?? .min }

  private var condition: (text: String, values: [Value]) {
    switch query.selection {
    case .latest: ("payment.latest = attempt.id", [])
    case .unknown: ("payment.latest = attempt.id AND \(JournalRow.mayBeUnknown)", [])
    case .payment(let payment): ("payment.paymentSeq = ?4", [.text(payment.text)])
    case .everything: ("TRUE", [])
    }
  }

  /// Nil for what turns out not to be asked for.
  private func entry(_ row: JournalRow) throws(IAPError) -> JournalEntry? {
    var isAtWork = false
    if row.isOpen, !row.runHasEnded { isAtWork = try runs.isAtWork(row.run) }
    if query.selection == .unknown, !row.isUnknown(isAtWork: isAtWork) { return nil }
    guard let entry = row.entry(isAtWork: isAtWork) else {
      throw .iapctl(
        .journalDamaged, .damaged(path: file.path, what: "attempt \(row.attempt) is none"))
    }
    return entry
  }
}
