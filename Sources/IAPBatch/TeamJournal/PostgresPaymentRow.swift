import IAPCore
import Postgres

/// A payment of the journal, with the run that has claimed it.
struct PostgresPaymentRow {
  let id: Int64
  let paymentSeq: Identifier
  let server: ServerName
  var state: JournalPaymentState
  let isDelivered: Bool
  /// Whether a delivery succeeded after the last undo.
  let wasDelivered: Bool
  let latest: Int64?
  /// Whether the entry to show is no consume and no entry by hand.
  let showsDelivery: Bool
  /// Whether any entry is a person's settlement.
  let wasSettledByHand: Bool
  let claimedBy: Int64?
  /// The place of the run that has claimed it.
  let place: String?

  private init(_ row: PostgresRow) {
    id = row.integer("id") ?? 0
    paymentSeq = Identifier(row.text("payment_seq") ?? "")
    server = ServerName(text: row.text("server") ?? "")
    (isDelivered, wasDelivered) = (row.flag("is_delivered"), row.flag("delivered"))
    (latest, claimedBy) = (row.integer("latest"), row.integer("claimed_by"))
    (place, wasSettledByHand) = (row.text("place"), row.flag("was_settled"))
    let last = row.text("last").flatMap(JournalEntry.Action.init)
    showsDelivery = last == nil || last == .deliver || last == .undo
    state = JournalPaymentState(
      outcome: JournalPaymentState.outcome(
        row.text("outcome"), last: row.text("last"), row.text("last_outcome")),
      isOpen: JournalPaymentState.isOpen(row.integer("open"), row.text("begun")),
      isTried: last != nil,
      isSettledByHand: last == .settle,
      holder: row.flag("held") ? RunHolder(row) : nil)
  }

  /// The payments with these numbers.
  ///
  /// - Parameters:
  ///   - server: nil for all servers.
  ///   - isLocked: whether ``locking(_:at:besides:)`` came before in this transaction. Then only a
  ///     run that has ended has lost its claims.
  ///   - own: the first and the last payment that this transaction has added, which are left out.
  static func query(
    _ payments: [Identifier], at server: ServerName?, isLocked: Bool,
    besides own: ClosedRange<Int64> = 0...0
  ) -> PostgresStatement {
    PostgresStatement(
      """
      SELECT p.id, p.payment_seq, p.server, p.outcome, p.is_delivered, p.delivered, p.latest,
        p.claimed_by, p.claimed_at, p.open, begun.action AS begun, last.action AS last,
        last.outcome AS last_outcome, r.operator, r.host,
        r.process, r.place, EXISTS (SELECT 1 FROM iapctl.attempt AS s
          WHERE s.payment = p.id AND s.action = 'settle') AS was_settled, (r.ended IS NULL AND r.id IS NOT NULL
          \(isLocked ? "" : "AND r.lease > clock_timestamp()")) AS held
      FROM iapctl.payment AS p LEFT JOIN iapctl.attempt AS begun ON begun.id = p.open
        LEFT JOIN iapctl.attempt AS last ON last.id = p.latest
        LEFT JOIN iapctl.run AS r ON r.id = p.claimed_by
      WHERE \(condition) ORDER BY p.server, p.payment_seq
      """, values(payments, server, own), named: isLocked ? "locked payments" : "payments")
  }

  /// Locks the payments until the end of the transaction, and ends the runs that have claimed them
  /// and whose leases are over: from now on, the late transactions of those runs are refused.
  static func locking(
    _ payments: [Identifier], at server: ServerName?, besides own: ClosedRange<Int64> = 0...0
  ) -> [PostgresStatement] {
    let values = values(payments, server, own)
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
    p.payment_seq = ANY ($1::text[]) AND ($2::text IS NULL OR p.server = $2::text)
      AND p.id NOT BETWEEN $3::bigint AND $4::bigint
    """

  private static func values(
    _ payments: [Identifier], _ server: ServerName?, _ own: ClosedRange<Int64>
  ) -> [PostgresValue] {
    [
      .array(payments.map { .text($0.text) }), .text(server?.text), .integer(own.lowerBound),
      .integer(own.upperBound),
    ]
  }

  /// Ends the runs that have claimed locked payments and whose processes have died on this machine.
  ///
  /// - Parameter query: reads the payments again, if there were any.
  static func endingDead(
    _ rows: [PostgresPaymentRow], _ query: PostgresStatement, _ local: LocalRuns,
    in connection: PostgresConnection, _ limit: PostgresConnection.Patience
  ) throws(PostgresError) -> [PostgresPaymentRow] {
    let places = Set(rows.compactMap { $0.state.holder == nil ? nil : $0.place })
    let dead = places.filter(local.hasDied)
    guard !dead.isEmpty else {
      return naming(rows, local)
    }
    let runs = Set(
      rows.compactMap { row in row.place.map(dead.contains) == true ? row.claimedBy : nil })
    let end = PostgresStatement(
      """
      UPDATE iapctl.run SET ended = CAST(extract(epoch FROM clock_timestamp()) * 1000 AS bigint)
      WHERE id = ANY ($1::bigint[]) AND ended IS NULL
      """, [.array(runs.map { .integer($0) })], named: "end dead runs")
    return all(try connection.run([end, query], limit).last)
  }

  /// Adds the commands of runs whose own processes have ended on this machine.
  private static func naming(
    _ rows: [PostgresPaymentRow], _ local: LocalRuns
  ) -> [PostgresPaymentRow] {
    var commands: [String: [Int32]] = [:]
    return rows.map { row in
      guard let place = row.place, let holder = row.state.holder else { return row }
      let found = commands[place] ?? local.commands(place, of: holder.process)
      commands[place] = found
      var row = row
      row.state.holder?.commands = found
      return row
    }
  }

  static func all(
    _ payments: [Identifier], at server: ServerName?, isLocked: Bool,
    in connection: PostgresConnection, _ limit: PostgresConnection.Patience
  ) throws(PostgresError) -> [PostgresPaymentRow] {
    let lock = isLocked ? locking(payments, at: server) : []
    let query = query(payments, at: server, isLocked: isLocked)
    return all(try connection.run(lock + [query], limit).last)
  }

  static func all(_ result: PostgresResult?) -> [PostgresPaymentRow] {
    result?.rows.map { Self($0) } ?? []
  }
}

extension RunHolder {
  fileprivate init(_ row: PostgresRow) {
    self.init(
      user: row.text("operator") ?? "", host: row.text("host") ?? "",
      process: Int32(clamping: row.integer("process") ?? 0),
      since: Instant(row.integer("claimed_at") ?? 0))
  }
}
