import IAPCore
import Postgres
import SQLite

/// Executes the statements of a journal in a database, as few round trips as its answers allow.
final class PostgresRunner: JournalRunner {
  static let dialect = JournalDialect.team

  private let database: PostgresDatabase
  let connection: PostgresConnection
  private let limit: PostgresConnection.Patience?
  /// What is sent before the next statements.
  private var waiting: [PostgresStatement]
  /// Which runs have died on this machine, by their places.
  private var dead: [String: Bool] = [:]

  /// - Parameters:
  ///   - limit: for all statements; nil for the usual one of each.
  ///   - opening: the beginning of a transaction; empty to read.
  init(
    _ connection: PostgresConnection, in database: PostgresDatabase,
    _ limit: PostgresConnection.Patience? = nil, opening: [PostgresStatement] = []
  ) {
    (self.connection, self.database, self.limit) = (connection, database, limit)
    waiting = opening
  }

  var name: String { database.name }

  func explained<Answer>(_ body: () throws -> Answer) throws(IAPError) -> Answer {
    try database.explained(body)
  }

  /// Executes what is waiting, and statements that only PostgreSQL has.
  @discardableResult
  func run(_ statements: [PostgresStatement]) throws(PostgresError) -> [PostgresResult] {
    let before = waiting
    waiting = []
    let limit = limit ?? database.limit
    return Array(try connection.run(before + statements, limit).dropFirst(before.count))
  }

  func run(_ calls: [JournalCall], each: (_ call: Int, PostgresRow) -> Void) throws {
    for (index, result) in try run(calls.map(\.inDatabase)).enumerated() {
      for row in result.rows { each(index, row) }
    }
  }

  func sendAhead(_ call: JournalCall) throws { try connection.send([call.inDatabase]) }

  func change(_ calls: [JournalCall]) throws { change(calls.map(\.inDatabase)) }

  func change(_ statements: [PostgresStatement]) { waiting += statements }

  func add(
    _ rows: JournalCall, then calls: [JournalCall], each: (_ call: Int, PostgresRow) -> Void
  ) throws -> Set<Int64> {
    var added: Set<Int64> = []
    try run([rows] + calls) { call, row in
      if call > 0 { each(call - 1, row) } else if let id = row.integer("id") { added.insert(id) }
    }
    return added
  }

  /// Ends the transaction.
  func commit() throws(PostgresError) { try run([PostgresJournal.commit]) }

  func isAtWork(_ run: Int64, at place: String?) throws(IAPError) -> Bool { !hasDied(place) }

  private func hasDied(_ place: String?) -> Bool {
    guard let place else { return false }
    if let known = dead[place] { return known }
    let isDead = if case .ended = database.local.presence(of: place) { true } else { false }
    dead[place] = isDead
    return isDead
  }

  func seen(
    _ rows: [LedgerRow], by run: Int64?, again query: JournalCall?
  ) throws -> [LedgerRow] {
    var rows = rows
    let runs = Set(
      rows.compactMap { $0.state.holder != nil && hasDied($0.place) ? $0.claimedBy : nil })
    if let query, !runs.isEmpty {
      change([Self.ending(runs)])
      rows = []
      try self.run([query]) { rows.append(LedgerRow($1)) }
    }
    return seen(rows)
  }

  private static func ending(_ runs: Set<Int64>) -> PostgresStatement {
    PostgresStatement(
      """
      UPDATE iapctl.run SET ended = \(JournalDialect.databaseTime)
      WHERE id = ANY ($1::bigint[]) AND ended IS NULL
      """, [.array(runs.map { .integer($0) })], named: "end dead runs")
  }

  /// The rows with what this machine sees of its own runs: those that have ended, with all their commands,
  /// hold nothing; those that are over and still at work hold their payments.
  private func seen(_ rows: [LedgerRow]) -> [LedgerRow] {
    var seen: [String: LocalRuns.Presence] = [:]
    return rows.map { row in
      guard let place = row.place, let run = row.state.holder ?? row.state.openCommand else {
        return row
      }
      let presence = seen[place] ?? database.local.presence(of: place, process: run.process)
      seen[place] = presence
      var row = row
      switch presence {
      case .elsewhere: break
      case .ended: (row.state.holder, row.state.openCommand) = (nil, nil)
      case .atWork(let commands):
        (row.state.holder, row.state.openCommand) = (run, nil)
        row.state.holder?.commands = commands
      }
      return row
    }
  }
}

extension JournalCall {
  /// The statement with its values, as a connection to a database sends it.
  var inDatabase: PostgresStatement {
    PostgresStatement(statement.team, allValues, named: statement.name)
  }

  private var allValues: [PostgresValue] {
    guard let rows else {
      let list = list.map { [PostgresValue.array($0.map { .text($0) })] } ?? []
      return list + values.map(PostgresValue.init)
    }
    let columns = statement.columns.indices.map { column in
      PostgresValue.array(rows.map { PostgresValue($0[column]) })
    }
    return columns + values.map(PostgresValue.init)
      + (statement.isComplete ? [.integer(Int64(rows.count))] : [])
  }
}

extension PostgresValue {
  /// A flag is 0 or 1, which PostgreSQL reads as a boolean, too.
  init(_ value: Value) {
    self =
      switch value {
      case .null, .blob: .null
      case .integer(let number): .integer(number)
      case .text(let text): .text(text)
      }
  }
}
