import IAPCore
import Postgres
import SQLite

/// The history of a journal file, and the statements that add it to a database.
enum FileHistory {
  struct Run {
    let id: Int64
    let entry: RunEntry

    /// The entry, if the run has not recorded its end.
    var ended: RunEntry {
      RunEntry(
        entry.facts, process: entry.process, began: entry.began, ended: entry.ended ?? entry.began)
    }

    /// Identifies the run in the database. A second import of the file, or of a copy of it, computes
    /// the same text.
    var mark: String {
      let facts = entry.facts
      return
        "file \(id) \(entry.process) \(entry.began) \(facts.host) \(facts.user) \(facts.server)"
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

    var issuer: Issuer { Issuer(server, fingerprint: fingerprint) }
    /// A number that no run has given.
    var number: Int64 { (latest >> 32) << 32 | id }
  }

  struct Attempt {
    let id, payment, run: Int64
    /// When it began, in milliseconds.
    let began: Int64
    /// Whether it may have consumed the payment.
    let isUnknown: Bool
    let cells: [Value]
  }

  private static let pageSize = 500

  // MARK: Reading the file

  static func runs(in file: Connection) throws(SQLiteError) -> [Run] {
    try file.all(
      "SELECT *, ticket AS run_ticket FROM run ORDER BY id", [],
      make: { row in
        Run(
          id: row.integer("id") ?? 0,
          entry: RunEntry(
            RunFacts(row), process: row.integer("process") ?? 0, began: row.integer("began") ?? 0,
            ended: row.integer("ended")))
      })
  }

  /// The next payments that were tried.
  static func payments(
    after last: Int64, in file: Connection, runs: [Int64: Int64]
  ) throws(SQLiteError) -> [PaymentRow] {
    try file.all(
      """
      SELECT payment.*, NULL AS ticket, shown.run AS latest_run, shown.began AS latest_time,
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
          latestTime: row.integer("latest_time") ?? 0)
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
          began: row.integer("began") ?? 0,
          isUnknown: row.text("action") == JournalEntry.Action.consume.rawValue
            && (row.integer("ended") == nil || row.text("outcome") == "unknown"),
          cells: columns.map { row.value($0.name) })
      })
  }

  /// The number in the database.
  private static func number(
    _ attempt: Int64?, of run: Int64?, _ runs: [Int64: Int64]
  ) -> Int64 {
    (runs[run ?? 0] ?? 0) << 32 | (attempt ?? 0)
  }

  private static let columns: [JournalColumn] =
    [.text("action"), .integer("began"), .flag("prior_unknown"), .text("ticket"), .text("facts")]
    + JournalStatement.ended

  // MARK: Statements

  /// The attempts that the database has.
  static func known(_ attempts: [Attempt]) -> JournalCall {
    JournalCall(known, rows: attempts.map { [.integer($0.id)] })
  }

  private static let known = JournalStatement("known attempts", rows: [.integer("id")]) { _ in
    "SELECT a.id {rows} JOIN iapctl.attempt AS a ON a.id = given.id"
  }

  /// Adds the attempts that are not in the database, and ends those that were open when an earlier
  /// copy of the file was imported. Gives the payment of each.
  ///
  /// - Parameter payments: the payments in the database, by those in the file.
  static func adding(_ attempts: [Attempt], to payments: [Int64: Int64]) -> JournalCall {
    // A clock that was set back does not change the order that the file has.
    var last: [Int64: Int64] = [:]
    return JournalCall(
      adding,
      rows: attempts.map { attempt in
        let at = max(attempt.began * 1000, (last[attempt.payment] ?? -1) + 1)
        last[attempt.payment] = at
        return [
          .integer(attempt.id), .integer(payments[attempt.payment]), .integer(attempt.run),
          .integer(at),
        ] + attempt.cells
      })
  }

  private static let adding = JournalStatement(
    "import attempts",
    rows: [.integer("id"), .integer("payment"), .integer("run"), .integer("at")] + columns
  ) { _ in
    let names = columns.map(\.name)
    let ended = JournalStatement.ended.map(\.name).filter { $0 != "note" }
    return """
      INSERT INTO iapctl.attempt AS a (id, payment, run, at, \(names.joined(separator: ", ")))
      SELECT given.id, given.payment, given.run, given.at,
        \(names.map { "given.\($0)" }.joined(separator: ", ")) {rows}
      ON CONFLICT (id) DO UPDATE SET prior_unknown = (a.prior_unknown OR excluded.prior_unknown),
        \(ended.map { "\($0) = excluded.\($0)" }.joined(separator: ", "))
      WHERE a.ended IS NULL AND excluded.ended IS NOT NULL AND a.payment = excluded.payment
      RETURNING a.payment
      """
  }

  /// "consumed" has precedence over "unknown", and "unknown" over no outcome. What a person settled in one
  /// journal says nothing of an attempt that only the other one knew: a new unknown attempt of the file makes
  /// the payment unknown, and what is known of all attempts of the file ends no other one. The entry of the
  /// journal whose outcome it is is shown, or else the later one. A known value is never replaced by null.
  ///
  /// - Parameters:
  ///   - attempts: the numbers of the file's attempts on the payment.
  ///   - isUnknown: whether one of them is unknown and new to the database.
  static func merging(
    _ row: PaymentRow, _ attempts: [Int64], isUnknown: Bool, into payment: Int64
  ) -> PostgresStatement {
    let facts = row.payment
    let isOther = { (id: String) in "\(id) <> ALL ($5::bigint[])" }
    return PostgresStatement(
      """
      UPDATE iapctl.payment AS p SET outcome = merged.outcome,
        latest = CASE WHEN merged.isOwn = merged.isOfFile THEN
            CASE WHEN coalesce((SELECT a.at FROM iapctl.attempt AS a WHERE a.id = p.latest), 0)
              <= $4::bigint * 1000 THEN $3::bigint ELSE p.latest END
          WHEN merged.isOfFile THEN $3::bigint ELSE p.latest END,
        user_id = coalesce(p.user_id, $7::text),
        claimed_user_id = coalesce(p.claimed_user_id, $8::text),
        store_code = coalesce(p.store_code, $9::text),
        product_seq = coalesce(p.product_seq, $10::bigint), price = coalesce(p.price, $11::text),
        currency = coalesce(p.currency, $12::text)
      FROM (SELECT m.outcome, m.own IS NOT DISTINCT FROM m.outcome AS isOwn,
          $2::text IS NOT DISTINCT FROM m.outcome AS isOfFile
        FROM (SELECT q.outcome AS own, CASE
            WHEN 'consumed' IN (q.outcome, $2::text) THEN 'consumed'
            WHEN 'already-consumed' IN (q.outcome, $2::text) THEN 'already-consumed'
            WHEN $6::boolean AND $2::text = 'unknown' THEN 'unknown'
            WHEN $2::text IS NULL AND NOT EXISTS (SELECT 1 FROM iapctl.attempt AS a
              WHERE a.payment = q.id AND a.action = 'consume'
                AND (a.outcome = 'unknown' OR a.ended IS NULL) AND \(isOther("a.id"))
                AND a.at > coalesce((SELECT max(s.at) FROM iapctl.attempt AS s
                  WHERE s.payment = q.id AND s.action = 'settle' AND \(isOther("s.id"))), 0)) THEN NULL
            ELSE q.outcome END AS outcome
          FROM iapctl.payment AS q WHERE q.id = $1::bigint) AS m) AS merged
      WHERE p.id = $1::bigint
      """,
      [
        .integer(payment), .text(row.outcome), .integer(row.latest), .integer(row.latestTime),
        .text("{\(attempts.map(String.init).joined(separator: ","))}"), .flag(isUnknown),
        .text(facts.confirmedUser?.text), .text(facts.claimedUser?.text),
        .text(facts.storeCode?.text), .integer(facts.productSeq),
        .text(facts.purchase.price?.digits), .text(facts.purchase.currency),
      ], named: "merge payment")
  }
}
