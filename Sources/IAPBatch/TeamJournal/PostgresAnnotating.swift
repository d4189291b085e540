package import IAPCore
import Postgres

extension PostgresJournal {
  package func annotate(
    _ payment: Identifier, at server: ServerName?, _ annotation: JournalAnnotation,
    by person: RunFacts
  ) async throws(IAPError) -> JournalEntry? {
    var isSent = false
    let payment = payment.withoutLeadingZeros
    do {
      return try database.explained {
        try repeated { connection, limit, mark in
          // An earlier try, whose answer was lost, may have added the entry.
          if isSent, let entry = try entry(of: mark, connection, limit) { return entry }
          return try enter(
            annotation, payment, at: server, by: person, mark, connection, limit, &isSent)
        }
      }
    } catch {
      guard isSent, case .journal(_, .unreachable(let why)) = error.reason else { throw error }
      throw IAPError(
        .iapctl(.unsettled), .payment(payment, .entryUncertain(path: database.name, why: why)),
        outcome: .unknown)
    }
  }

  private func enter(
    _ annotation: JournalAnnotation, _ number: Identifier, at server: ServerName?,
    by person: RunFacts, _ mark: String, _ connection: PostgresConnection,
    _ limit: PostgresConnection.Patience, _ isSent: inout Bool
  ) throws -> JournalEntry? {
    do {
      let issuer = server.map { Issuer($0) }
      let query = LedgerRow.query([number], at: issuer, isLocked: true)
      let found = try connection.run(
        Self.opening + LedgerRow.locking([number], at: issuer) + [query], limit)
      let rows = try LedgerRow.endingDead(
        LedgerRow.all(found.last), query, database.local, in: connection, limit)
      let payment = try LedgerRow.only(rows, of: number, at: server, in: database.name)
      if case .settled(let outcome) = annotation {
        guard try payment.isToBeSettled(as: outcome) else {
          _ = try connection.run(Self.rollback, limit)
          return nil
        }
      }
      var facts = person
      facts.server = payment.server
      isSent = true
      _ = try connection.run(changes(annotation, payment, facts, mark) + [Self.commit], limit)
    } catch let error as IAPError {
      _ = try connection.run(Self.rollback, limit)
      throw error
    } catch let error as PostgresError where error.isDuplicate {
      _ = try connection.run(Self.rollback, limit)
    }
    return try entry(of: mark, connection, limit)
  }

  private func changes(
    _ annotation: JournalAnnotation, _ payment: LedgerRow, _ person: RunFacts,
    _ mark: String
  ) -> [PostgresStatement] {
    var all = [
      Self.number, person.entry(mark, clocks, isEnded: true),
      PostgresStatement(
        """
        INSERT INTO iapctl.attempt (id, payment, run, at, action, began, ended, outcome,
          prior_unknown, note)
        SELECT id * 4294967296 + 1, $2::bigint, id,
          CAST(extract(epoch FROM clock_timestamp()) * 1000000 AS bigint), $3, began, began, $4,
          $5::boolean, $6
        FROM iapctl.run WHERE mark = $1
        """,
        [
          .text(mark), .integer(payment.id), .text(annotation.action.rawValue),
          .text(annotation.outcome),
          .flag(annotation.isSettlement && payment.mayBeUnknown), .text(annotation.note),
        ]),
    ]
    if case .settled(let outcome) = annotation {
      all.append(
        PostgresStatement(
          """
          UPDATE iapctl.payment SET outcome = $2,
            open = CASE WHEN $4::boolean THEN open END,
            claimed_by = CASE WHEN $4::boolean THEN claimed_by END,
            latest = (SELECT id * 4294967296 + 1 FROM iapctl.run WHERE mark = $3)
          WHERE id = $1::bigint
          """,
          [
            .integer(payment.id), .text(outcome == .consumed ? "consumed" : nil), .text(mark),
            // A command that may still be at work is not ended by an entry.
            .flag(payment.state.openCommand != nil),
          ]))
    }
    return all
  }

  /// The entry of the run with this mark.
  private func entry(
    of mark: String, _ connection: PostgresConnection, _ limit: PostgresConnection.Patience
  ) throws -> JournalEntry? {
    try connection.run(
      PostgresStatement(PostgresJournalReader.text(where: "run.mark = $1"), [.text(mark)]), limit
    ).rows.first.flatMap { JournalRow($0).entry(isAtWork: false) }
  }
}
