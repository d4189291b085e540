import IAPCore
import JSON
import SQLite

extension LedgerRow {
  private static let query =
    selection(from: .file, place: "NULL", isHeld: "r.ended IS NULL")
    + " WHERE p.payment_seq IN (SELECT value FROM json_each(?1)) AND \(Issuer.condition("", server: "?2", fingerprint: "?3"))"
    + " ORDER BY p.server <> ?2, p.server"

  /// The payments with some numbers, one for each number and service. For each number, that of the server
  /// itself is the first. A run that has claimed one of them counts as its holder only if it is at work.
  ///
  /// - Parameters:
  ///   - issuer: nil for all services.
  ///   - own: the run that asks.
  static func all(
    _ payments: [Identifier], at issuer: Issuer?, besides own: Int64? = nil,
    in connection: Connection, _ runs: inout JournalRuns
  ) throws -> [LedgerRow] {
    let numbers = JSONValue.array(payments.map { .string($0.text) }).line
    var rows = try connection.all(
      query, [.text(numbers), .text(issuer?.server.text), .text(issuer?.fingerprint)],
      make: LedgerRow.init)
    for index in rows.indices { try rows[index].findHolder(besides: own, &runs) }
    return rows
  }

  private mutating func findHolder(
    besides own: Int64?, _ runs: inout JournalRuns
  ) throws(IAPError) {
    // The commands of a run keep its lock, so that they have ended if the lock is free.
    defer { state.openCommand = nil }
    guard let run = claimedBy, let holder = state.holder ?? state.openCommand else { return }
    // Who holds a payment that is consumed does not matter.
    guard run != own, state.outcome == nil || state.outcome == .unknown,
      try runs.isAtWork(run)
    else {
      state.holder = nil
      return
    }
    state.holder = holder
    state.holder?.commands = runs.commands(of: run, process: holder.process)
  }
}
