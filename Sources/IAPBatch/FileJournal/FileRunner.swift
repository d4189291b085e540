import IAPCore
import JSON
import SQLite
import System

/// Executes the statements of a journal in a file.
///
/// A run is at work as long as its lock is held. Its commands keep the lock, so that they have ended if it
/// is free.
final class FileRunner: JournalRunner {
  static let dialect = JournalDialect.file

  let connection: Connection
  private let file: JournalFile
  private var runs: JournalRuns

  init(_ connection: Connection, in file: JournalFile) {
    (self.connection, self.file) = (connection, file)
    runs = JournalRuns(of: file)
  }

  var name: String { file.path }

  func explained<Answer>(_ body: () throws -> Answer) throws(IAPError) -> Answer {
    try file.explained(body)
  }

  func run(_ calls: [JournalCall], each: (_ call: Int, Row) -> Void) throws {
    for (index, call) in calls.enumerated() {
      if let rows = call.rows {
        let changed = try connection.run(call.statement.file, rows: rows, common: call.values)
        guard !call.statement.isComplete || changed.allSatisfy({ $0 > 0 }) else {
          throw DatabaseProblem.damaged("a row that this run has claimed is missing")
        }
      } else {
        try connection.rows(call.statement.file, call.allValues) { each(index, $0) }
      }
    }
  }

  func change(_ calls: [JournalCall]) throws { try run(calls) { _, _ in } }

  func add(
    _ rows: JournalCall, then calls: [JournalCall], each: (_ call: Int, Row) -> Void
  ) throws -> Set<Int64> {
    var (known, added): (Set<Identifier>, Set<Int64>) = ([], [])
    try run(calls) { call, row in
      if let number = row.text("payment_seq") { known.insert(Identifier(number)) }
      each(call, row)
    }
    var new = rows.rows ?? []
    if !known.isEmpty {
      new.removeAll {
        if case .text(let number) = $0[1] { known.contains(Identifier(number)) } else { false }
      }
    }
    let changed = try connection.run(rows.statement.file, rows: new, common: rows.values)
    for (row, changed) in zip(new, changed) where changed > 0 {
      if case .integer(let id) = row[0] { added.insert(id) }
    }
    return added
  }

  /// Adds a run, and returns its number.
  func enter(_ run: RunEntry) throws -> Int64 {
    guard let number = try first(JournalCall(.enterRun, run.values), { $0.integer("id") }) ?? nil
    else { throw IAPError.iapctl(.bug, .bug("a run without a number")) }
    return number
  }

  /// The largest number in a table; 0 for none.
  func lastNumber(_ table: String) throws(SQLiteError) -> Int64 {
    try connection.first("SELECT max(id) FROM \(table)", make: { $0.integer(0) ?? 0 }) ?? 0
  }

  func isAtWork(_ run: Int64, at place: String?) throws(IAPError) -> Bool {
    try runs.isAtWork(run)
  }

  func seen(
    _ rows: [LedgerRow], by run: Int64?, again query: JournalCall?
  ) throws -> [LedgerRow] {
    try rows.map { row in
      var row = row
      let person = row.state.holder ?? row.state.openCommand
      (row.state.holder, row.state.openCommand) = (nil, nil)
      // Who holds a payment that is consumed does not matter.
      guard let holder = row.claimedBy, var person, holder != run,
        row.state.outcome == nil || row.state.outcome == .unknown, try runs.isAtWork(holder)
      else { return row }
      person.commands = runs.commands(of: holder, process: person.process)
      row.state.holder = person
      return row
    }
  }
}

extension JournalCall {
  fileprivate var allValues: [Value] {
    guard let list else { return values }
    return [.text(JSONValue.array(list.map { .string($0) }).line)] + values
  }
}
