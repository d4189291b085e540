package import IAPCore
import SQLite
import System

/// A journal in a file of SQLite, which several processes of one machine may use at once.
///
/// An attempt whose run has died is unknown; a run lives for as long as its lock is held, which the
/// system drops with the process.
package struct SQLiteJournal: Journal {
  let file: JournalFile
  private let realTime: @Sendable () -> Instant
  private let words: @Sendable (IAPError) -> String

  /// Opens nothing yet.
  ///
  /// - Parameters:
  ///   - patience: how long to wait for other processes.
  ///   - stopSignal: the signal that asked to stop, once one did: it ends a wait, unless something
  ///     that was sent has to be written down.
  ///   - words: what is kept of an error for people.
  package init(
    at path: String, patience: Duration, realTime: @escaping @Sendable () -> Instant,
    stopSignal: @escaping @Sendable () -> Int32? = { nil },
    words: @escaping @Sendable (IAPError) -> String
  ) {
    file = JournalFile(path, patience: patience, stopSignal: stopSignal)
    self.realTime = realTime
    self.words = words
  }

  /// Makes the file where there is none.
  package func begin(_ run: RunFacts) async throws(IAPError) -> any JournalRun {
    let connection = try file.open()
    let file = file.resolved()
    let (number, lock) = try enter(run, in: file, connection)
    return SQLiteJournalRun(
      number, run, in: file, connection, lock: lock, realTime: realTime, words: words)
  }

  /// Makes no file: where there is none, there are no entries.
  package func entries(_ query: JournalQuery) async throws(IAPError) -> PageSequence<[JournalEntry]>
  {
    guard let connection = try file.openForReading() else {
      return PageSequence { { () async throws(IAPError) in nil } }
    }
    let reader = JournalReader(query, in: file, connection)
    return PageSequence(from: 0) { last async throws(IAPError) in
      try await reader.page(after: last)
    }
  }

  package func annotate(
    _ payment: Identifier, at server: ServerName?, _ annotation: JournalAnnotation,
    by person: RunFacts
  ) async throws(IAPError) -> JournalEntry? {
    guard let connection = try file.openForWriting() else {
      throw .iapctl(.paymentNotFound, .notInJournal(payment, path: file.path))
    }
    let file = file.resolved()
    let annotator = JournalAnnotator(file: file, connection: connection, now: realTime())
    return try file.explained {
      do {
        return try connection.transaction {
          try annotator.enter(annotation, payment, at: server, by: person)
        }
      } catch let error as SQLiteError where error.mayHaveCommitted {
        throw IAPError(
          .iapctl(.unsettled), .entryUncertain(payment, path: file.path, why: error.message),
          outcome: .unknown)
      }
    }
  }

  /// Makes no file: a missing one knows nothing.
  package func known(
    _ payments: [Identifier], at server: ServerName
  ) async throws(IAPError) -> [Identifier: JournalKnowledge] {
    guard let connection = try file.openForReading() else { return [:] }
    var runs = JournalRuns(of: file)
    var known: [Identifier: JournalKnowledge] = [:]
    for payment in payments {
      known[payment] = try file.explained {
        try JournalPaymentRow.all(payment, at: server, in: connection).first?.knowledge(&runs)
      }
    }
    return known
  }

  /// Nobody sees a run before it has its lock.
  private func enter(
    _ run: RunFacts, in file: JournalFile, _ connection: Connection
  ) throws(IAPError) -> (Int64, RunLocks) {
    try file.explained {
      try connection.transaction {
        let number = try run.entered(into: connection, at: realTime(), isEnded: false)
        return (number, try JournalRuns.begin(number, in: file))
      }
    }
  }
}

extension RunFacts {
  /// Enters the run, and answers its number.
  func entered(
    into connection: Connection, at now: Instant, isEnded: Bool
  ) throws -> Int64 {
    let number = try connection.first(
      """
      INSERT INTO run (server, fingerprint, user, host, process, profile, ticket, began, ended)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING id
      """,
      [
        .text(server.text), .text(appKeyFingerprint), .text(user), .text(host),
        .integer(Int64(CurrentProcess.number)), .text(profile), .text(ticket),
        .integer(now.milliseconds), isEnded ? .integer(now.milliseconds) : .null,
      ], make: { $0.integer(0) ?? 0 })
    guard let number else { throw IAPError.iapctl(.bug, .bug("a run without a number")) }
    return number
  }
}
