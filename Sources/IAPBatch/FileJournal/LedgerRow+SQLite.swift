import IAPCore
import SQLite

extension LedgerRow {
  private static let query =
    selection(from: .file, place: "NULL", isHeld: "r.ended IS NULL")
    + " WHERE p.payment_seq = ?1 AND \(Issuer.condition("", server: "?2", fingerprint: "?3"))"
    + " ORDER BY p.server <> ?2, p.server"

  /// The payments with a number, one for each service. That of the server itself is the first. A run that has claimed one of them counts as its
  /// holder only if it is at work.
  ///
  /// - Parameters:
  ///   - issuer: nil for all services.
  ///   - own: the run that asks.
  static func all(
    _ payment: Identifier, at issuer: Issuer?, besides own: Int64? = nil,
    in connection: Connection, _ runs: inout JournalRuns
  ) throws -> [LedgerRow] {
    var rows = try connection.all(
      query, [.text(payment.text), .text(issuer?.server.text), .text(issuer?.fingerprint)],
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
