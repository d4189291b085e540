import IAPCore
import SQLite

extension LedgerRow {
  /// Reads payments with these numbers, those of the server itself first.
  ///
  /// - Parameters:
  ///   - issuer: nil for all services.
  ///   - isLocked: whether ``JournalDialect/locking(_:at:besides:)`` came before in this transaction. Then
  ///     only a run that has ended has lost its claims.
  ///   - own: the first and the last payment that this transaction has added, which are left out.
  static func query(
    _ payments: [Identifier], at issuer: Issuer?, isLocked: Bool,
    besides own: ClosedRange<Int64> = 0...0
  ) -> JournalCall {
    JournalCall(isLocked ? locked : unlocked, payments, at: issuer, besides: own)
  }

  private static let unlocked = statement("payments", isLocked: false)
  private static let locked = statement("locked payments", isLocked: true)

  private static func statement(_ name: String, isLocked: Bool) -> JournalStatement {
    JournalStatement(name) { dialect in
      """
      \(selection(dialect, isHeld: dialect.isHeld("r", isLocked: isLocked)))
      WHERE \(JournalDialect.isMeant(dialect))
      ORDER BY \(dialect.differ("p.server", "$2::text")), p.server, p.payment_seq
      """
    }
  }

  /// The payments with these numbers.
  ///
  /// - Parameter isLocked: whether they are locked until the end of the transaction.
  static func all(
    _ payments: [Identifier], at issuer: Issuer?, isLocked: Bool, in runner: some JournalRunner
  ) throws -> [LedgerRow] {
    let query = query(payments, at: issuer, isLocked: isLocked)
    let calls =
      (isLocked ? type(of: runner).dialect.locking(payments, at: issuer) : []) + [query]
    var rows: [LedgerRow] = []
    try runner.run(calls) { call, cells in
      if call == calls.count - 1 { rows.append(LedgerRow(cells)) }
    }
    return try runner.seen(rows, by: nil, again: isLocked ? query : nil)
  }

  /// The beginning of a query for rows. The payment is `p`, and the run that has claimed it `r`.
  ///
  /// - Parameter isHeld: the condition for a run that may be at work.
  private static func selection(_ dialect: JournalDialect, isHeld: String) -> String {
    """
    SELECT p.id, p.payment_seq, p.server, p.outcome, p.latest, p.claimed_by, p.open,
      p.user_id, p.claimed_user_id, p.store_code, p.product_seq, p.price, p.currency,
      begun.action AS begun, last.action AS last, last.outcome AS last_outcome,
      coalesce(last.ticket, (SELECT t.ticket FROM iapctl.run AS t WHERE t.id = last.run)) AS ticket,
      item.action AS item, item.outcome AS item_outcome, item.facts,
      (\(dialect.lastCommand(of: "p.id", "action", besidesSettlements: true))) AS command,
      r.operator, r.host, r.process, r.began, \(dialect.place("r")) AS place,
      EXISTS (SELECT 1 FROM iapctl.attempt AS s
        WHERE s.payment = p.id AND s.action = 'settle' AND s.prior_unknown) AS was_settled,
      (\(lastCutOff(of: "p.id"))) AS cut_off,
      (r.id IS NOT NULL AND \(isHeld)) AS held
    FROM iapctl.payment AS p LEFT JOIN iapctl.attempt AS begun ON begun.id = p.open
      LEFT JOIN iapctl.attempt AS last ON last.id = p.latest
      LEFT JOIN iapctl.attempt AS item ON item.id = (\(dialect.lastCommand(of: "p.id")))
      LEFT JOIN iapctl.run AS r ON r.id = p.claimed_by
    """
  }

  /// Selects when the last consume of a payment ended that may have consumed it. One that a dead run has
  /// left open had ended when the next run began something.
  private static func lastCutOff(of payment: String) -> String {
    let list = { (numbers: Set<Int>) in
      numbers.sorted().map(String.init).joined(separator: ", ")
    }
    return """
      SELECT max(coalesce(c.ended, (SELECT min(n.began) FROM iapctl.attempt AS n
          WHERE n.payment = c.payment AND n.id > c.id AND n.run <> c.run
            AND n.action IN ('deliver', 'consume', 'undo')),
          \(Instant.range.upperBound.milliseconds)))
        FROM iapctl.attempt AS c WHERE c.payment = \(payment) AND c.action = 'consume'
          AND (c.ended IS NULL OR c.outcome = 'unknown' AND c.sends > 0
            AND (c.sends > 1 OR coalesce(c.server_code NOT IN (\(list(IAPError.finalCodes))),
              coalesce(c.http_status, 0) NOT IN (\(list(IAPError.finalStatuses))))))
      """
  }
}

extension JournalDialect {
  /// Selects the last delivery or undo of a payment, or the settlement by which a person said more of it.
  func lastCommand(
    of payment: String, _ column: String = "id", besidesSettlements isCommand: Bool = false
  ) -> String {
    """
    SELECT item.\(column) FROM iapctl.attempt AS item
    WHERE item.payment = \(payment) AND item.action IN ('deliver', 'undo'\(isCommand ? "" : ", 'settle'"))
    ORDER BY \(order.map { "item.\($0) DESC" }.joined(separator: ", ")) LIMIT 1
    """
  }

  /// Locks payments until the end of the transaction, and ends the runs that have claimed them and whose
  /// leases are over: from now on, the late transactions of those runs are refused. A file has no such
  /// locks and leases.
  func locking(
    _ payments: [Identifier], at issuer: Issuer?, besides own: ClosedRange<Int64> = 0...0
  ) -> [JournalCall] {
    guard self == .team else { return [] }
    return [
      JournalCall(Self.lock, payments, at: issuer, besides: own),
      JournalCall(Self.endRuns, payments, at: issuer, besides: own),
    ]
  }

  /// Locks what else may make a claim of another run one of the same payment: until the end of the transaction,
  /// no run begins that gives the service a name, and if it has several, no other run claims payments of it. A
  /// payment that two runs enter at once would otherwise be in the journal under two names.
  func claiming(at issuer: Issuer) -> [JournalCall] {
    guard self == .team else { return [] }
    return [
      JournalCall(Self.keepRuns),
      JournalCall(Self.lockService, [.text(issuer.server.text), .text(issuer.fingerprint)]),
    ]
  }

  private static let keepRuns = JournalStatement("keep runs") { _ in
    "SELECT id FROM iapctl.format WHERE id = 1 FOR SHARE"
  }

  /// The first run of the service stands for it.
  private static let lockService = JournalStatement("lock service") { dialect in
    let first = Issuer.names(
      dialect, server: "$1::text", fingerprint: "$2::text",
      selecting: """
        min(link.id) FROM name JOIN link ON link.server = name.server
        HAVING count(DISTINCT link.server) > 1
        """)
    return "SELECT r.id FROM iapctl.run AS r WHERE r.id = (\(first)) FOR UPDATE"
  }

  private static let lock = JournalStatement("lock payments") { dialect in
    """
    SELECT p.id FROM iapctl.payment AS p WHERE \(isMeant(dialect))
    ORDER BY p.payment_seq, p.server FOR UPDATE
    """
  }

  private static let endRuns = JournalStatement("end runs") { dialect in
    """
    UPDATE iapctl.run SET ended = CAST(extract(epoch FROM lease) * 1000 AS bigint)
    WHERE ended IS NULL AND lease <= clock_timestamp()
      AND id IN (SELECT p.claimed_by FROM iapctl.payment AS p WHERE \(isMeant(dialect)))
    """
  }

  fileprivate static func isMeant(_ dialect: JournalDialect) -> String {
    """
    \(dialect.isListed("p.payment_seq"))
      AND \(Issuer.condition(dialect, server: "$2::text", fingerprint: "$3::text"))
      AND (p.id BETWEEN $4::bigint AND $5::bigint) IS FALSE
    """
  }
}

extension JournalCall {
  fileprivate init(
    _ statement: JournalStatement, _ payments: [Identifier], at issuer: Issuer?,
    besides own: ClosedRange<Int64>
  ) {
    self.init(
      statement, list: payments.map(\.text),
      [
        .text(issuer?.server.text), .text(issuer?.fingerprint), .integer(own.lowerBound),
        .integer(own.upperBound),
      ])
  }
}
