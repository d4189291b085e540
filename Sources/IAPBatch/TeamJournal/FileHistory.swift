import IAPCore
import Postgres
import SQLite

/// The history of a journal file, and the statements that add it to a database.
enum FileHistory {
  struct Run {
    let id, process, began: Int64
    let ended: Int64?
    let facts: RunFacts

    /// Identifies the run in the database. A second import of the file, or of a copy of it, computes
    /// the same text.
    var mark: String {
      "file \(id) \(process) \(began) \(facts.host) \(facts.user) \(facts.server)"
    }
  }

  struct Key: Hashable {
    let payment: Identifier
    let issuer: Issuer

    init(_ payment: Identifier, _ issuer: Issuer) {
      (self.payment, self.issuer) = (payment, issuer)
    }
  }

  struct PaymentRow {
    let id: Int64
    let payment: Payment
    let server: ServerName
    let fingerprint: String?
    /// Unknown if an attempt was left open.
    let outcome: String?
    /// The entry to show, as a number in the database, and its time.
    let latest: Int64
    let latestTime: Int64
    /// Whether that entry is a person's settlement.
    let isSettledByHand: Bool

    var issuer: Issuer { Issuer(server, fingerprint: fingerprint) }
    var key: Key { Key(payment.paymentSeq, issuer) }
    /// A number that no run has given.
    var number: Int64 { (latest >> 32) << 32 | id }
  }

  struct Attempt {
    let id, payment, run: Int64
    let cells: [PostgresValue]
  }

  private static let pageSize = 500

  // MARK: Reading the file

  static func runs(in file: Connection) throws(SQLiteError) -> [Run] {
    try file.all(
      "SELECT *, ticket AS run_ticket FROM run ORDER BY id", [],
      make: { row in
        Run(
          id: row.integer("id") ?? 0, process: row.integer("process") ?? 0,
          began: row.integer("began") ?? 0, ended: row.integer("ended"), facts: RunFacts(row))
      })
  }

  /// The next payments that were tried.
  static func payments(
    after last: Int64, in file: Connection, runs: [Int64: Int64]
  ) throws(SQLiteError) -> [PaymentRow] {
    try file.all(
      """
      SELECT payment.*, NULL AS ticket, shown.run AS latest_run, shown.began AS latest_time,
        shown.action AS latest_action,
        coalesce(payment.outcome, iif(begun.action = 'consume', 'unknown', NULL)) AS known
      FROM payment JOIN attempt AS shown ON shown.id = payment.latest
        LEFT JOIN attempt AS begun ON begun.id = payment.open
      WHERE payment.id > ? ORDER BY payment.id LIMIT ?
      """, [.integer(last), .integer(Int64(pageSize))],
      make: { row in
        PaymentRow(
          id: row.integer("id") ?? 0, payment: Payment(journal: row),
          server: ServerName(text: row.text("server") ?? ""), fingerprint: row.text("fingerprint"),
          outcome: row.text("known"),
          latest: number(row.integer("latest"), of: row.integer("latest_run"), runs),
          latestTime: row.integer("latest_time") ?? 0,
          isSettledByHand: row.text("latest_action") == JournalEntry.Action.settle.rawValue)
      })
  }

  static func attempts(
    of payments: [PaymentRow], runs: [Int64: Int64], in file: Connection
  ) throws(SQLiteError) -> [Attempt] {
    guard let first = payments.first, let last = payments.last else { return [] }
    return try file.all(
      "SELECT * FROM attempt WHERE payment BETWEEN ? AND ? ORDER BY id",
      [.integer(first.id), .integer(last.id)],
      make: { row in
        Attempt(
          id: number(row.integer("id"), of: row.integer("run"), runs),
          payment: row.integer("payment") ?? 0, run: runs[row.integer("run") ?? 0] ?? 0,
          cells: columns.map { column, type in
            switch type {
            case "bigint": .integer(row.integer(column))
            case "boolean": .flag(row.flag(column))
            default: .text(row.text(column))
            }
          })
      })
  }

  /// The number in the database.
  private static func number(
    _ attempt: Int64?, of run: Int64?, _ runs: [Int64: Int64]
  ) -> Int64 {
    (runs[run ?? 0] ?? 0) << 32 | (attempt ?? 0)
  }

  private static let columns = [
    ("action", "text"), ("began", "bigint"), ("ended", "bigint"), ("outcome", "text"),
    ("sends", "bigint"), ("prior_unknown", "boolean"), ("error_domain", "text"),
    ("error_code", "bigint"), ("error_name", "text"), ("server_code", "bigint"),
    ("http_status", "bigint"), ("message", "text"), ("ticket", "text"), ("note", "text"),
    ("facts", "text"),
  ]

  // MARK: Statements

  /// Adds the payments that are not in the database.
  static func entering(_ rows: [PaymentRow]) -> PostgresStatement {
    PostgresStatement(
      """
      INSERT INTO iapctl.payment (id, payment_seq, server, user_id, claimed_user_id, store_code,
        product_seq, price, currency, fingerprint)
      SELECT n.id, n.number, n.server, n.user_id, n.claimed, n.store, n.product, n.price, n.currency,
        n.fingerprint
      FROM unnest($1::bigint[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[],
        $7::bigint[], $8::text[], $9::text[], $10::text[])
        AS n (id, number, server, user_id, claimed, store, product, price, currency, fingerprint)
      WHERE NOT EXISTS (SELECT 1 FROM iapctl.payment AS p WHERE p.payment_seq = n.number
        AND \(Issuer.condition("iapctl.", server: "n.server", fingerprint: "n.fingerprint")))
      ON CONFLICT DO NOTHING RETURNING id
      """,
      [
        .array(rows.map { .integer($0.number) }),
        .array(rows.map { .text($0.payment.paymentSeq.text) }),
        .array(rows.map { .text($0.server.text) }),
        .array(rows.map { .text($0.payment.confirmedUser?.text) }),
        .array(rows.map { .text($0.payment.claimedUser?.text) }),
        .array(rows.map { .text($0.payment.storeCode?.text) }),
        .array(rows.map { .integer($0.payment.productSeq) }),
        .array(rows.map { .text($0.payment.purchase.price?.digits) }),
        .array(rows.map { .text($0.payment.purchase.currency) }),
        .array(rows.map { .text($0.fingerprint) }),
      ], named: "import payments")
  }

  /// Adds the attempts that are not in the database, and ends those that were open when an earlier
  /// copy of the file was imported.
  ///
  /// - Parameter payments: the payments in the database, by those in the file.
  static func adding(_ attempts: [Attempt], to payments: [Int64: Int64]) -> PostgresStatement {
    let lists = columns.indices.map { column in
      PostgresValue.array(attempts.map { $0.cells[column] })
    }
    let types = columns.indices.map { "$\($0 + 4)::\(columns[$0].1)[]" }
    return PostgresStatement(
      """
      INSERT INTO iapctl.attempt AS a (id, payment, run, at, action, began, ended, outcome, sends,
        prior_unknown, error_domain, error_code, error_name, server_code, http_status, message,
        ticket, note, facts)
      SELECT n.id, n.payment, n.run, n.began * 1000, n.action, n.began, n.ended, n.outcome, n.sends,
        n.prior, n.domain, n.code, n.name, n.server, n.http, n.message, n.ticket, n.note, n.facts
      FROM unnest($1::bigint[], $2::bigint[], $3::bigint[], \(types.joined(separator: ", ")))
        AS n (id, payment, run, action, began, ended, outcome, sends, prior, domain, code, name,
          server, http, message, ticket, note, facts)
      ON CONFLICT (id) DO UPDATE SET ended = excluded.ended, outcome = excluded.outcome,
        sends = excluded.sends, prior_unknown = a.prior_unknown OR excluded.prior_unknown,
        error_domain = excluded.error_domain, error_code = excluded.error_code,
        error_name = excluded.error_name, server_code = excluded.server_code,
        http_status = excluded.http_status, message = excluded.message
      WHERE a.ended IS NULL AND excluded.ended IS NOT NULL AND a.payment = excluded.payment
      RETURNING a.payment
      """,
      [
        .array(attempts.map { .integer($0.id) }),
        .array(attempts.map { .integer(payments[$0.payment]) }),
        .array(attempts.map { .integer($0.run) }),
      ] + lists, named: "import attempts")
  }

  /// "consumed" has precedence over "unknown", and "unknown" over no outcome, unless the later entry
  /// is a person's settlement. An unknown outcome is over if no attempt is unknown or open any more
  /// since the last settlement. The later entry is shown. A known value is never replaced by null.
  static func merging(_ row: PaymentRow, into payment: Int64) -> PostgresStatement {
    let facts = row.payment
    let isLater = """
      coalesce((SELECT a.at FROM iapctl.attempt AS a WHERE a.id = p.latest), 0) <= $5::bigint * 1000
      """
    return PostgresStatement(
      """
      UPDATE iapctl.payment AS p SET
        outcome = CASE
          WHEN 'consumed' IN (p.outcome, $2::text) THEN 'consumed'
          WHEN 'already-consumed' IN (p.outcome, $2::text) THEN 'already-consumed'
          WHEN $3::boolean AND \(isLater) THEN $2::text
          WHEN NOT (\(isLater)) AND (SELECT a.action FROM iapctl.attempt AS a
            WHERE a.id = p.latest) = 'settle' THEN p.outcome
          WHEN $2::text IS NULL AND NOT EXISTS (SELECT 1 FROM iapctl.attempt AS a
            WHERE a.payment = p.id AND a.action = 'consume'
              AND (a.outcome = 'unknown' OR a.ended IS NULL)
              AND a.at > coalesce((SELECT max(s.at) FROM iapctl.attempt AS s
                WHERE s.payment = p.id AND s.action = 'settle'), 0)) THEN NULL
          ELSE coalesce(p.outcome, $2::text) END,
        latest = CASE WHEN \(isLater) THEN $4::bigint ELSE p.latest END,
        user_id = coalesce(p.user_id, $6::text),
        claimed_user_id = coalesce(p.claimed_user_id, $7::text),
        store_code = coalesce(p.store_code, $8::text),
        product_seq = coalesce(p.product_seq, $9::bigint), price = coalesce(p.price, $10::text),
        currency = coalesce(p.currency, $11::text)
      WHERE p.id = $1::bigint
      """,
      [
        .integer(payment), .text(row.outcome), .flag(row.isSettledByHand), .integer(row.latest),
        .integer(row.latestTime), .text(facts.confirmedUser?.text), .text(facts.claimedUser?.text),
        .text(facts.storeCode?.text), .integer(facts.productSeq),
        .text(facts.purchase.price?.digits), .text(facts.purchase.currency),
      ], named: "merge payment")
  }
}
