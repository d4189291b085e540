package import IAPCore
import Postgres

extension PostgresJournal {
  package func annotate(
    _ payment: Identifier, at server: ServerName?, _ annotation: JournalAnnotation,
    by person: RunFacts
  ) async throws(IAPError) -> JournalEntry? {
    var isSent = false
    let payment = payment.withoutLeadingZeros
    return try database.explained {
      do {
        return try repeated { runner, mark in
          // An earlier try, whose answer was lost, may have added the entry.
          if isSent, let entry = try entry(of: mark, runner) { return entry }
          // The number first, in the order in which a claim locks: what counts the runs, then payments.
          runner.change(Self.opening + [Self.number])
          let now = clocks.realTime()
          let entry = try runner.enter(
            annotation, of: payment, at: server, by: person, now: now
          ) { person in
            let run = RunEntry(person, at: now, isEnded: true)
            let results = try runner.run([self.entry(of: run, mark, lease: clocks.lease)])
            let number = results.last?.rows.first?.integer("id") ?? 0
            return (number, number << 32 | 1)
          }
          isSent = entry != nil
          try runner.run([entry == nil ? Self.rollback : Self.commit])
          return entry
        }
      } catch let error as PostgresError where isSent && error.isOfConnection {
        throw IAPError.unsettled(
          .payment(payment, .entryUncertain(path: database.name, why: error.message)))
      }
    }
  }

  /// The entry of the run with this mark.
  private func entry(of mark: String, _ runner: PostgresRunner) throws -> JournalEntry? {
    let text = "\(JournalQuery.selection(.team)) WHERE run.mark = $1"
    return try runner.run([PostgresStatement(text, [.text(mark)])]).first?.rows.first
      .flatMap { JournalRow($0).entry(isAtWork: false) }
  }
}
