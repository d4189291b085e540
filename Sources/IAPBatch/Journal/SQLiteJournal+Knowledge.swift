package import IAPCore
import SQLite

extension SQLiteJournal {
  /// Makes no file: a missing one knows nothing.
  package func known(
    _ payments: [Identifier], at server: ServerName
  ) async throws(IAPError) -> [Identifier: Claim] {
    guard let connection = try file.openForReading() else { return [:] }
    var runs = JournalRuns(of: file)
    var known: [Identifier: Claim] = [:]
    for payment in payments {
      let row = try file.explained {
        try connection.first(
          Self.knowing, [.text(payment.text), .text(server.text)], make: KnownPayment.init)
      }
      known[payment] = try row?.knowledge(&runs)
    }
    return known
  }

  private static let knowing = """
    SELECT payment.outcome, attempt.action, claimedBy, run.ended, run.user, run.host,
      run.process, claimedAt
    FROM payment LEFT JOIN attempt ON attempt.id = open LEFT JOIN run ON run.id = claimedBy
    WHERE paymentSeq = ? AND payment.server = ?
    """
}

/// A payment as a reader finds it.
private struct KnownPayment {
  private let outcome: ConsumeResult.Outcome?
  private let isOpen: Bool
  private let holder: Int64?
  private let holderHasEnded: Bool
  private let person: RunHolder

  init(_ row: Row) {
    outcome = row.text(0).flatMap(ConsumeResult.Outcome.init)
    isOpen = row.text(1) == JournalEntry.Action.consume.rawValue
    (holder, holderHasEnded) = (row.integer(2), row.integer(3) != nil)
    person = RunHolder(
      user: row.text(4) ?? "", host: row.text(5) ?? "",
      process: Int32(clamping: row.integer(6) ?? 0), since: Instant(row.integer(7) ?? 0))
  }

  func knowledge(_ runs: inout JournalRuns) throws(IAPError) -> Claim? {
    if let outcome, outcome != .unknown { return .consumed(outcome) }
    if let holder, !holderHasEnded, try runs.isAtWork(holder) { return .held(person) }
    return outcome == .unknown || isOpen ? .unknown : nil
  }
}
