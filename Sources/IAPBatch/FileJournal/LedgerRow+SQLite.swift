import IAPCore
import SQLite

extension LedgerRow {
  private static let query =
    selection(from: "", place: "NULL", isHeld: "r.ended IS NULL")
    + " WHERE p.payment_seq = ?1 AND p.server = coalesce(?2, p.server) ORDER BY p.server"

  /// The payments with a number, one for each server. A run that has claimed one of them counts as its
  /// holder only if it is at work.
  ///
  /// - Parameters:
  ///   - server: nil for all servers.
  ///   - own: the run that asks.
  static func all(
    _ payment: Identifier, at server: ServerName?, besides own: Int64? = nil,
    in connection: Connection, _ runs: inout JournalRuns
  ) throws -> [LedgerRow] {
    var rows = try connection.all(
      query, [.text(payment.text), .text(server?.text)], make: LedgerRow.init)
    for index in rows.indices { try rows[index].findHolder(besides: own, &runs) }
    return rows
  }

  private mutating func findHolder(
    besides own: Int64?, _ runs: inout JournalRuns
  ) throws(IAPError) {
    guard let run = claimedBy, let holder = state.holder else { return }
    // Who holds a payment that is consumed does not matter, unless its item is being taken back.
    guard run != own, state.outcome == nil || state.outcome == .unknown || state.isUndoLeft,
      try runs.isAtWork(run)
    else {
      state.holder = nil
      return
    }
    state.holder?.commands = runs.commands(of: run, process: holder.process)
  }
}
