import IAPCore
import Postgres

extension LedgerChanges {
  /// At most one statement for each kind of change. It changes the rows of all payments at once.
  ///
  /// A statement fails with a division by zero if it does not find each of its rows, so that nothing
  /// is written.
  func statements(of run: Int64) -> [PostgresStatement] {
    (begun.isEmpty ? [] : [beginning(run)]) + (ended.isEmpty ? [] : [ending])
      + (payments.isEmpty ? [] : [updating(run)]) + (withdrawn.isEmpty ? [] : [withdrawing])
  }

  private var withdrawing: PostgresStatement {
    Self.changing(
      withdrawn.count, "DELETE FROM iapctl.attempt WHERE id = ANY ($1::bigint[])",
      [.array(withdrawn.map { .integer($0) })], named: "withdraw")
  }

  private static func changing(
    _ rows: Int, _ change: String, _ values: [PostgresValue], named name: String
  ) -> PostgresStatement {
    PostgresStatement(
      """
      WITH changed AS (\(change) RETURNING 1)
      SELECT 1 / CAST(count(*) = $\(values.count + 1)::bigint AS integer) FROM changed
      """, values + [.integer(Int64(rows))], named: name)
  }

  private func beginning(_ run: Int64) -> PostgresStatement {
    PostgresStatement(
      """
      INSERT INTO iapctl.attempt (id, payment, run, at, action, began, prior_unknown, ticket,
        facts)
      SELECT n.id, n.payment, $1::bigint,
        CAST(extract(epoch FROM clock_timestamp()) * 1000000 AS bigint), n.action, n.began,
        n.prior, n.ticket, n.facts
      FROM unnest($2::bigint[], $3::bigint[], $4::text[], $5::bigint[], $6::boolean[], $7::text[],
        $8::text[]) AS n (id, payment, action, began, prior, ticket, facts)
      """,
      [
        .integer(run), .array(begun.map { .integer($0.id) }),
        .array(begun.map { .integer($0.payment) }),
        .array(begun.map { .text($0.action.rawValue) }),
        .array(begun.map { .integer($0.time.milliseconds) }),
        .array(begun.map { .flag($0.priorUnknown) }), .array(begun.map { .text($0.ticket) }),
        .array(begun.map { .text($0.facts) }),
      ], named: "begin attempts")
  }

  private var ending: PostgresStatement {
    func integers(_ value: (IAPError) -> Int?) -> PostgresValue {
      .array(ended.map { .integer($0.error.flatMap(value).map(Int64.init)) })
    }
    return Self.changing(
      ended.count,
      """
      UPDATE iapctl.attempt AS a SET ended = n.ended, outcome = n.outcome, sends = n.sends,
        prior_unknown = a.prior_unknown OR n.prior, error_domain = n.domain, error_code = n.code,
        error_name = n.name, server_code = n.server, http_status = n.http, message = n.message,
        note = n.note
      FROM unnest($1::bigint[], $2::bigint[], $3::text[], $4::bigint[], $5::boolean[], $6::text[],
          $7::bigint[], $8::text[], $9::bigint[], $10::bigint[], $11::text[],
          $12::text[])
        AS n (id, ended, outcome, sends, prior, domain, code, name, server, http, message, note)
      WHERE a.id = n.id
      """,
      [
        .array(ended.map { .integer($0.id) }),
        .array(ended.map { .integer($0.time.milliseconds) }),
        .array(ended.map { .text($0.outcome) }), .array(ended.map { .integer(Int64($0.sends)) }),
        .array(ended.map { .flag($0.priorUnknown) }),
        .array(ended.map { .text($0.error?.domain) }), integers(\.number),
        .array(ended.map { .text($0.error?.name) }), integers(\.serverCode),
        integers(\.httpStatus), .array(ended.map { .text($0.message) }),
        .array(ended.map { .text($0.note) }),
      ], named: "end attempts")
  }

  /// A known value is never replaced by null.
  private func updating(_ run: Int64) -> PostgresStatement {
    let all = Array(payments.values)
    let facts = all.map(\.facts)
    func texts(_ value: (Payment) -> String?) -> PostgresValue {
      .array(facts.map { .text($0.flatMap(value)) })
    }
    return Self.changing(
      all.count,
      """
      UPDATE iapctl.payment AS p SET outcome = n.outcome, open = n.open,
        latest = n.latest,
        claimed_by = CASE WHEN n.released THEN NULL ELSE p.claimed_by END,
        user_id = coalesce(n.user_id, p.user_id),
        claimed_user_id = coalesce(n.claimed, p.claimed_user_id),
        store_code = coalesce(n.store, p.store_code),
        product_seq = coalesce(n.product, p.product_seq), price = coalesce(n.price, p.price),
        currency = coalesce(n.currency, p.currency)
      FROM unnest($2::bigint[], $3::text[], $4::bigint[], $5::bigint[], $6::boolean[], $7::text[],
          $8::text[], $9::text[], $10::bigint[], $11::text[], $12::text[])
        AS n (id, outcome, open, latest, released, user_id, claimed, store, product, price, currency)
      WHERE p.id = n.id AND p.claimed_by = $1::bigint
      """,
      [
        .integer(run), .array(all.map { .integer($0.id) }),
        .array(all.map { .text($0.outcome?.rawValue) }),
        .array(all.map { .integer($0.open?.id) }),
        .array(all.map { .integer($0.shown.entry) }),
        .array(all.map { .flag($0.isReleased) }),
        texts { $0.confirmedUser?.text }, texts { $0.claimedUser?.text },
        texts { $0.storeCode?.text },
        .array(facts.map { .integer($0?.productSeq) }), texts { $0.purchase.price?.digits },
        texts(\.purchase.currency),
      ], named: "change payments")
  }
}
