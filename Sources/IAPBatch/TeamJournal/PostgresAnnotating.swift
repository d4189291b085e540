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
    let runner = PostgresRunner(connection, in: database, limit, opening: Self.opening)
    let annotator = JournalAnnotator(runner: runner, now: clocks.realTime()) { person in
      runner.change([Self.number])
      let rows = try runner.run([person.entry(mark, clocks, isEnded: true)]).last?.rows
      let run = rows?.first?.integer("id") ?? 0
      return (run, run << 32 | 1)
    }
    do {
      let entry = try annotator.enter(annotation, number, at: server, by: person)
      isSent = entry != nil
      try runner.run([entry == nil ? Self.rollback : Self.commit])
      return entry
    } catch let error as IAPError {
      try runner.run([Self.rollback])
      throw error
    } catch let error as PostgresError where error.isDuplicate {
      try runner.run([Self.rollback])
      return try entry(of: mark, connection, limit)
    }
  }

  /// The entry of the run with this mark.
  private func entry(
    of mark: String, _ connection: PostgresConnection, _ limit: PostgresConnection.Patience
  ) throws -> JournalEntry? {
    let text = "\(JournalQuery.selection(.team)) WHERE run.mark = $1"
    return try connection.run(PostgresStatement(text, [.text(mark)]), limit).rows.first
      .flatMap { JournalRow($0).entry(isAtWork: false) }
  }
}
