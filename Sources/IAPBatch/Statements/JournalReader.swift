import IAPCore

/// Reads the entries of a journal, page after page: memory is bounded, writers do not wait for the reader,
/// and no transaction stays open meanwhile.
actor JournalReader<Runner: JournalRunner> {
  private let query: JournalQuery
  private let start: JournalCall
  private let runner: Runner

  init(_ query: JournalQuery, _ runner: sending Runner) {
    (self.query, start, self.runner) = (query, query.firstPage(Runner.dialect), runner)
  }

  /// The entries after a place, and the place after them (nil after the last page). Returns nil if
  /// there are no more entries.
  func page(
    after place: JournalPlace
  ) throws(IAPError) -> (page: [JournalEntry], next: JournalPlace?)? {
    var last: JournalPlace? = place
    while let here = last {
      var (rows, count): ([JournalRow], Int) = ([], 0)
      try runner.explained {
        try runner.run([start.page(after: here)]) { _, cells in
          count += 1
          if count == JournalQuery.pageSize { last = JournalPlace(cells) }
          if cells.flag("matches") { rows.append(JournalRow(cells)) }
        }
        if count < JournalQuery.pageSize { last = nil }
        if let last { try runner.sendAhead(start.page(after: last)) }
      }
      var entries: [JournalEntry] = []
      for row in rows { if let entry = try entry(row) { entries.append(entry) } }
      if !entries.isEmpty { return (entries, last) }
    }
    return nil
  }

  /// Nil if the entry does not match the query.
  private func entry(_ row: JournalRow) throws(IAPError) -> JournalEntry? {
    var isAtWork = row.isHeld && row.isOpen
    if isAtWork { isAtWork = try runner.isAtWork(row.run, at: row.place) }
    if query.selection == .unknown, !row.isUnknown(isAtWork: isAtWork) { return nil }
    guard let entry = row.entry(isAtWork: isAtWork) else {
      throw .iapctl(
        .journalDamaged,
        .file(
          runner.name, .damaged(what: "attempt \(row.attempt) has an unknown action or outcome")))
    }
    return entry
  }
}

extension JournalReader {
  /// All pages of the entries that match a query.
  static func pages(
    _ query: JournalQuery, _ runner: sending Runner
  ) -> PageSequence<[JournalEntry]> {
    let reader = JournalReader(query, runner)
    return PageSequence(from: JournalPlace.start) { place async throws(IAPError) in
      try await reader.page(after: place)
    }
  }
}

extension JournalPlace {
  fileprivate init(_ row: some JournalCells) {
    self.init(time: row.integer("place_time") ?? .max, attempt: row.integer("id") ?? .max)
  }
}
