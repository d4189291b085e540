package import IAPCore
import Postgres
import SQLite
import System

extension PostgresJournal {
  /// What `journal import` added.
  package struct Imported: Hashable, Sendable {
    package var runs = 0
    /// The attempts that were added, and those that were open before and have ended.
    package var attempts = 0
    package var payments = 0
    /// The payments whose outcome was not changed, because a run is working on them.
    package var busy = 0
  }

  /// Adds the history of a file. A run of the file has a mark that is made from its facts, and its
  /// attempts keep their numbers: so nothing is added twice.
  ///
  /// - Throws: `journalBusy` if a run is using the file.
  package func add(historyOf journal: SQLiteJournal) async throws(IAPError) -> Imported {
    let file = journal.file.resolved()
    guard let source = try file.openForReading() else {
      throw .iapctl(.inputMissing, .file(file.path, .missing))
    }
    var imported = Imported()
    var identity: PostgresIdentity?
    let numbers = try runs(of: source, in: file, &imported, &identity)
    var last: Int64 = 0
    while true {
      let rows = try file.explained {
        try FileHistory.payments(after: last, in: source, runs: numbers)
      }
      guard let end = rows.last?.id else { return imported }
      let attempts = try file.explained {
        try FileHistory.attempts(of: rows, runs: numbers, in: source)
      }
      let added = try database.explained {
        try repeated { runner, _ in
          try require(&identity, runner)
          return try add(rows, attempts, by: runner)
        }
      }
      imported.attempts += added.attempts
      imported.payments += added.payments
      imported.busy += added.busy
      last = end
    }
  }

  /// Adds the runs of the file.
  ///
  /// - Returns: their numbers in the database, by those in the file.
  private func runs(
    of source: Connection, in file: JournalFile, _ imported: inout Imported,
    _ identity: inout PostgresIdentity?
  ) throws(IAPError) -> [Int64: Int64] {
    var alive = JournalRuns(of: file)
    var numbers: [Int64: Int64] = [:]
    for run in try file.explained({ try FileHistory.runs(in: source) }) {
      if run.entry.ended == nil, try alive.isAtWork(run.id) {
        throw .iapctl(.journalBusy, .file(file.path, .runAtWork))
      }
      let entered = try database.explained {
        try repeated { runner, _ in
          try require(&identity, runner)
          return try enter(run.ended, run.mark, lease: .zero, isNew: false, by: runner)
        }
      }
      numbers[run.id] = entered.number
      if entered.isAdded { imported.runs += 1 }
    }
    return numbers
  }

  /// The numbers of the runs hold in one journal only.
  private func require(
    _ identity: inout PostgresIdentity?, _ runner: PostgresRunner
  ) throws(PostgresError) {
    let found = try PostgresIdentity(of: runner)
    guard identity?.agrees(with: found) ?? true else { throw PostgresDatabase.replaced }
    identity = found
  }

  /// Adds the payments that the database does not have, and locks all of them.
  ///
  /// - Returns: what the database knows of each.
  private func enter(
    _ rows: [FileHistory.PaymentRow], _ imported: inout Imported, by runner: PostgresRunner
  ) throws -> [Issuer: [Identifier: LedgerRow]] {
    var known: [Issuer: [Identifier: LedgerRow]] = [:]
    let groups = Dictionary(grouping: rows, by: \.issuer)
    for (issuer, rows) in groups.sorted(by: { $0.key.server.text < $1.key.server.text }) {
      let sorted = rows.sorted {
        $0.payment.paymentSeq.text.utf8.lexicographicallyPrecedes($1.payment.paymentSeq.text.utf8)
      }
      let payments = sorted.map(\.payment)
      let entering = JournalCall.entering(payments, sorted.map(\.number), at: issuer, for: nil)
      imported.payments += try runner.add(entering, then: []) { _, _ in }.count
      let found = try LedgerRow.all(
        payments.map(\.paymentSeq), at: issuer, isLocked: true, in: runner)
      known[issuer] = LedgerRow.byNumber(found)
    }
    return known
  }

  /// Adds payments with their attempts, in one transaction.
  private func add(
    _ rows: [FileHistory.PaymentRow], _ attempts: [FileHistory.Attempt],
    by runner: PostgresRunner
  ) throws -> Imported {
    var imported = Imported()
    runner.change(Self.opening)
    let known = try enter(rows, &imported, by: runner)
    var free: [Int64: Int64] = [:]
    for row in rows {
      guard let found = known[row.issuer]?[row.payment.paymentSeq] else { continue }
      if found.state.holder == nil { free[row.id] = found.id } else { imported.busy += 1 }
    }
    let wanted = attempts.filter { free[$0.payment] != nil }
    // Without a new attempt, and one that ended, the database knows as much as the file, or more.
    var (changed, old): (Set<Int64>, Set<Int64>) = ([], [])
    let calls = [FileHistory.known(wanted), FileHistory.adding(wanted, to: free)]
    try runner.run(wanted.isEmpty ? [] : calls) { call, row in
      guard call == 1 else {
        old.insert(row.integer("id") ?? 0)
        return
      }
      imported.attempts += 1
      if let payment = row.integer("payment") { changed.insert(payment) }
    }
    let numbers = Dictionary(grouping: wanted, by: \.payment)
    for row in rows {
      guard let payment = free[row.id], changed.contains(payment) else { continue }
      let own = numbers[row.id] ?? []
      let isUnknown = own.contains { $0.isUnknown && !old.contains($0.id) }
      runner.change([
        FileHistory.merging(row, own.map(\.id), isUnknown: isUnknown, into: payment)
      ])
    }
    try runner.commit()
    return imported
  }
}
