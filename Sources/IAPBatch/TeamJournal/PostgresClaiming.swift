import IAPCore
import Postgres

extension PostgresJournalRun {
  /// Claims payments in one transaction.
  func claim(
    _ payments: [Payment], _ rules: ClaimRules, in connection: PostgresConnection,
    _ limit: PostgresConnection.Patience, _ opening: [PostgresStatement]
  ) throws -> [Claim] {
    let wanted = distinct(payments)
    let ids = wanted.map { _ in nextPayment() }
    let (added, rows) = try enter(wanted, ids, in: connection, limit, opening)
    var (claims, taken): ([Identifier: Claim], [Identifier: LedgerPayment]) = ([:], [:])
    var changed: [(Payment, LedgerPayment)] = []
    for (payment, id) in zip(wanted, ids) {
      let number = payment.number
      if added.contains(id) {
        (taken[number], claims[number]) = (LedgerPayment(id, ticket: payment.ticket), .new)
      } else if let row = rows[number] {
        if row.server != facts.server { otherNames.insert(row.server) }
        let (claim, state) = row.claim(
          for: self.number, own: claimed[number], rules, ticket: payment.ticket)
        claims[number] = claim
        guard let state else { continue }
        taken[number] = state
        changed.append((payment, state))
      }
    }
    _ = try connection.run(
      (changed.isEmpty ? [] : [taking(changed)]) + [PostgresJournal.commit], limit)
    claimed.merge(taken) { $1 }
    return try payments.map { payment in
      guard let claim = claims[payment.number] else {
        throw IAPError.iapctl(.bug, .bug("payment \(payment.paymentSeq) is not in the journal"))
      }
      return claim
    }
  }

  /// Adds the payments that are not in the journal, and locks the others.
  ///
  /// - Returns: the ids that were added, and the rows of the other payments.
  private func enter(
    _ payments: [Payment], _ ids: [Int64], in connection: PostgresConnection,
    _ limit: PostgresConnection.Patience, _ opening: [PostgresStatement]
  ) throws -> (added: Set<Int64>, rows: [Identifier: LedgerRow]) {
    let numbers = payments.map(\.number)
    let own = (ids.first ?? 0)...(ids.last ?? 0)
    let query = LedgerRow.query(
      numbers, at: facts.issuer, isLocked: true, besides: own)
    let results = try connection.run(
      opening + [entering(payments, ids)]
        + LedgerRow.locking(numbers, at: facts.issuer, besides: own) + [query], limit)
    let rows = try LedgerRow.endingDead(
      LedgerRow.all(results.last), query, journal.database.local, in: connection, limit)
    return (
      Set(results[opening.count].rows.compactMap { $0.integer("id") }),
      LedgerRow.byNumber(rows)
    )
  }

  /// The first of each payment, in an order that is the same for all runs, so that they do not wait
  /// for each other's rows in a circle.
  private func distinct(_ payments: [Payment]) -> [Payment] {
    var met: Set<Identifier> = []
    return payments.filter { met.insert($0.number).inserted }
      .sorted { $0.number.text.utf8.lexicographicallyPrecedes($1.number.text.utf8) }
  }

  /// Adds the payments that are not in the journal, under any name of the service.
  private func entering(_ payments: [Payment], _ ids: [Int64]) -> PostgresStatement {
    PostgresStatement(
      """
      INSERT INTO iapctl.payment (id, payment_seq, server, user_id, claimed_user_id, store_code,
        product_seq, price, currency, fingerprint, claimed_by)
      SELECT n.id, n.number, $1::text, n.user_id, n.claimed, n.store, n.product, n.price, n.currency,
        $3::text, $2::bigint
      FROM unnest($4::bigint[], $5::text[], $6::text[], $7::text[], $8::text[], $9::bigint[],
        $10::text[], $11::text[])
        AS n (id, number, user_id, claimed, store, product, price, currency)
      WHERE NOT EXISTS (SELECT 1 FROM iapctl.payment AS p WHERE p.payment_seq = n.number
        AND \(Issuer.condition("iapctl.", server: "$1::text", fingerprint: "$3::text")))
      ON CONFLICT DO NOTHING RETURNING id
      """,
      [.text(facts.server.text), .integer(number), .text(facts.issuer.fingerprint)] + [
        .array(ids.map { .integer($0) })
      ]
        + [.array(payments.map { .text($0.number.text) })] + described(payments),
      named: "enter payments")
  }

  /// Claims payments that are in the journal. If an attempt was left open, the outcome becomes
  /// unknown. A known value is never replaced by null.
  private func taking(_ payments: [(Payment, LedgerPayment)]) -> PostgresStatement {
    PostgresStatement(
      """
      UPDATE iapctl.payment AS p SET outcome = n.outcome, open = NULL, claimed_by = $1::bigint,
        user_id = coalesce(n.user_id, p.user_id),
        claimed_user_id = coalesce(n.claimed, p.claimed_user_id),
        store_code = coalesce(n.store, p.store_code),
        product_seq = coalesce(n.product, p.product_seq), price = coalesce(n.price, p.price),
        currency = coalesce(n.currency, p.currency)
      FROM unnest($2::bigint[], $3::text[], $4::text[], $5::text[], $6::text[], $7::bigint[],
        $8::text[], $9::text[])
        AS n (id, outcome, user_id, claimed, store, product, price, currency)
      WHERE p.id = n.id
      """,
      [
        .integer(number), .array(payments.map { .integer($0.1.id) }),
        .array(payments.map { .text($0.1.outcome?.rawValue) }),
      ] + described(payments.map(\.0)), named: "take payments")
  }

  private func described(_ payments: [Payment]) -> [PostgresValue] {
    [
      .array(payments.map { .text($0.confirmedUser?.text) }),
      .array(payments.map { .text($0.claimedUser?.text) }),
      .array(payments.map { .text($0.storeCode?.text) }),
      .array(payments.map { .integer($0.productSeq) }),
      .array(payments.map { .text($0.purchase.price?.digits) }),
      .array(payments.map { .text($0.purchase.currency) }),
    ]
  }
}
