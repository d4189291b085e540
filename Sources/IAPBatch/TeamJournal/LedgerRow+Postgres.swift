import IAPCore
import Postgres

extension LedgerRow {
  /// The payments with these numbers.
  ///
  /// - Parameters:
  ///   - issuer: nil for all services.
  ///   - isLocked: whether ``locking(_:at:besides:)`` came before in this transaction. Then only a
  ///     run that has ended has lost its claims.
  ///   - own: the first and the last payment that this transaction has added, which are left out.
  static func query(
    _ payments: [Identifier], at issuer: Issuer?, isLocked: Bool,
    besides own: ClosedRange<Int64> = 0...0
  ) -> PostgresStatement {
    let isHeld = "r.ended IS NULL" + (isLocked ? "" : " AND r.lease > clock_timestamp()")
    return PostgresStatement(
      """
      \(selection(from: .database, place: "r.place", isHeld: isHeld))
      WHERE \(condition) ORDER BY p.server IS DISTINCT FROM $2::text, p.server, p.payment_seq
      """, values(payments, issuer, own), named: isLocked ? "locked payments" : "payments")
  }

  /// Locks the payments until the end of the transaction, and ends the runs that have claimed them
  /// and whose leases are over: from now on, the late transactions of those runs are refused.
  static func locking(
    _ payments: [Identifier], at issuer: Issuer?, besides own: ClosedRange<Int64> = 0...0
  ) -> [PostgresStatement] {
    let values = values(payments, issuer, own)
    return [
      PostgresStatement(
        """
        SELECT p.id FROM iapctl.payment AS p WHERE \(condition)
        ORDER BY p.payment_seq, p.server FOR UPDATE
        """, values, named: "lock payments"),
      PostgresStatement(
        """
        UPDATE iapctl.run SET ended = CAST(extract(epoch FROM lease) * 1000 AS bigint)
        WHERE ended IS NULL AND lease <= clock_timestamp()
          AND id IN (SELECT p.claimed_by FROM iapctl.payment AS p WHERE \(condition))
        """, values, named: "end runs"),
    ]
  }

  private static let condition = """
    p.payment_seq = ANY ($1::text[])
      AND \(Issuer.condition("iapctl.", server: "$2::text", fingerprint: "$3::text"))
      AND p.id NOT BETWEEN $4::bigint AND $5::bigint
    """

  private static func values(
    _ payments: [Identifier], _ issuer: Issuer?, _ own: ClosedRange<Int64>
  ) -> [PostgresValue] {
    [
      .array(payments.map { .text($0.text) }), .text(issuer?.server.text),
      .text(issuer?.fingerprint), .integer(own.lowerBound), .integer(own.upperBound),
    ]
  }

  /// Ends the runs that have claimed locked payments and whose processes have died on this machine.
  ///
  /// - Parameter query: reads the payments again, if there were any.
  static func endingDead(
    _ rows: [LedgerRow], _ query: PostgresStatement, _ local: LocalRuns,
    in connection: PostgresConnection, _ limit: PostgresConnection.Patience
  ) throws(PostgresError) -> [LedgerRow] {
    let places = Set(rows.compactMap { $0.state.holder == nil ? nil : $0.place })
    let dead = places.filter(local.hasDied)
    guard !dead.isEmpty else { return seeing(rows, local) }
    let runs = Set(
      rows.compactMap { row in row.place.map(dead.contains) == true ? row.claimedBy : nil })
    let end = PostgresStatement(
      """
      UPDATE iapctl.run SET ended = \(RunFacts.now)
      WHERE id = ANY ($1::bigint[]) AND ended IS NULL
      """, [.array(runs.map { .integer($0) })], named: "end dead runs")
    return seeing(all(try connection.run([end, query], limit).last), local)
  }

  /// The rows with what this machine sees of its own runs: those that have ended, with all their commands,
  /// hold nothing; those that are over and still at work hold their payments.
  static func seeing(_ rows: [LedgerRow], _ local: LocalRuns) -> [LedgerRow] {
    var seen: [String: LocalRuns.Presence] = [:]
    return rows.map { row in
      guard let place = row.place, let run = row.state.holder ?? row.state.openCommand else {
        return row
      }
      let presence = seen[place] ?? local.presence(of: place, process: run.process)
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

  static func all(
    _ payments: [Identifier], at issuer: Issuer?, isLocked: Bool,
    in connection: PostgresConnection, _ limit: PostgresConnection.Patience
  ) throws(PostgresError) -> [LedgerRow] {
    let lock = isLocked ? locking(payments, at: issuer) : []
    let query = query(payments, at: issuer, isLocked: isLocked)
    return all(try connection.run(lock + [query], limit).last)
  }

  static func all(_ result: PostgresResult?) -> [LedgerRow] {
    result?.rows.map { Self($0) } ?? []
  }
}
