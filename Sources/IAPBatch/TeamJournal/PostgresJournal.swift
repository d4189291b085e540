package import IAPCore
import Postgres
import System

/// A journal in a PostgreSQL database, which the machines of a team share.
///
/// A run is active as long as it extends its lease, by the clock of the database. A machine that is
/// cut off sends no request after its lease is over by its own clock, which began earlier. The
/// outcome of its open attempts is then unknown.
package struct PostgresJournal: Journal {
  let database: PostgresDatabase
  private let reader: KnownPayments
  let clocks: Clocks
  let words: @Sendable (IAPError) -> String

  /// How a run shows that it is active: clocks, leases and locks. Tests have other ones.
  package struct Clocks: Sendable {
    package var realTime: @Sendable () -> Instant
    package var monotonicTime: @Sendable () -> Duration
    package var lease: Duration
    /// How a run waits before it extends its lease.
    package var sleep: @Sendable (Duration) async -> Void = { try? await Task.sleep(for: $0) }
    /// The path of the file in which the runs of this machine lock their bytes; nil for no such file.
    package var locks: String?

    package init(
      realTime: @escaping @Sendable () -> Instant,
      monotonicTime: @escaping @Sendable () -> Duration, lease: Duration, locks: String? = nil
    ) {
      (self.realTime, self.monotonicTime) = (realTime, monotonicTime)
      (self.lease, self.locks) = (lease, locks)
    }
  }

  /// Does not connect.
  ///
  /// - Parameters:
  ///   - patience: how long to wait for the database; also the longest time of one request to the
  ///     service, which a lease must cover.
  ///   - words: gives the message of an error that the journal stores.
  /// - Throws: `configuration` if the text is not a URL of a database.
  package init(
    at url: String, patience: Duration, clocks: Clocks,
    words: @escaping @Sendable (IAPError) -> String
  ) throws(IAPError) {
    guard let address = PostgresAddress(url) else {
      throw JournalErrors(of: "of the settings").badURL
    }
    database = PostgresDatabase(
      address: address, patience: patience, local: LocalRuns(path: clocks.locks))
    reader = KnownPayments(database)
    (self.clocks, self.words) = (clocks, words)
  }

  /// A lease that covers a request, and a failover of the database before it. It also covers a
  /// command, which begins right after the lease was extended.
  ///
  /// - Parameter command: the longest time of a command; zero if the run has none.
  package static func lease(covering request: Duration, command: Duration = .zero) -> Duration {
    request + max(request, command) + .seconds(10)
  }

  package func begin(_ run: RunFacts) async throws(IAPError) -> any JournalRun {
    let sent = clocks.monotonicTime()
    // Locked before others can see the run.
    let local = database.local.begin()
    var isFirst = true
    let (connection, row, epoch) = try database.explained {
      try repeated { runner, mark in
        defer { isFirst = false }
        let identity = try PostgresIdentity(of: runner)
        let entered = try enter(
          RunEntry(run, at: clocks.realTime(), isEnded: false), mark, lease: clocks.lease,
          at: local?.place, isNew: isFirst, by: runner)
        let time = Int64(clocks.monotonicTime() / .milliseconds(1))
        let row = PostgresRunRow(number: entered.number, mark: mark, identity: identity)
        return (runner.connection, row, Instant(entered.realTime.milliseconds - time))
      }
    }
    let entered = PostgresJournalRun(
      row, run, in: self, connection, leasedUntil: sent + clocks.lease, epoch: epoch,
      lock: local?.lock)
    entered.keepAlive()
    return entered
  }

  /// Adds a run, in a transaction of its own. The mark tells it from all others, so that a run whose
  /// answer was lost is found again.
  ///
  /// - Parameters:
  ///   - place: where its machine sees whether it lives.
  ///   - isNew: whether no run with the mark can be there.
  /// - Returns: the number of the run, the time of the database, and whether the run was added.
  func enter(
    _ run: RunEntry, _ mark: String, lease: Duration, at place: String? = nil, isNew: Bool,
    by runner: PostgresRunner
  ) throws(PostgresError) -> (number: Int64, realTime: Instant, isAdded: Bool) {
    let find = PostgresStatement(
      "SELECT id, \(JournalDialect.databaseTime) AS now FROM iapctl.run WHERE mark = $1",
      [.text(mark)],
      named: "find run")
    var row = isNew ? nil : try runner.run([find]).first?.rows.first
    let isAdded = row == nil
    if isAdded {
      let entry = entry(of: run, mark, lease: lease, at: place)
      row = try runner.run(Self.opening + [Self.number, entry, Self.commit])
        .dropLast().last?.rows.first
    }
    return (row?.integer("id") ?? 0, Instant(row?.integer("now") ?? 0), isAdded)
  }

  /// The statement that adds a run, after its number was counted.
  func entry(
    of run: RunEntry, _ mark: String, lease: Duration, at place: String? = nil
  ) -> PostgresStatement {
    JournalCall(
      .enterRun,
      run.values + [.text(mark), .integer(Int64(lease / .milliseconds(1))), .text(place)]
    ).inDatabase
  }

  /// Runs `body`, which can be repeated, until the database has answered: after a lost connection
  /// on another one, and after a conflict with another transaction, or with one that has added the same.
  ///
  /// - Parameter body: gets a mark that is the same for each try.
  func repeated<Answer>(
    _ body: (PostgresRunner, _ mark: String) throws -> Answer
  ) throws -> Answer {
    let limit = database.limit
    let mark = Self.mark()
    var kept: PostgresConnection?
    var pauses = PostgresPauses(until: limit.deadline)
    while true {
      do {
        let connection = try kept ?? database.connect(writes: true, limit)
        kept = connection
        return try database.requiringReplication(by: connection) {
          try body(PostgresRunner(connection, in: database, limit), mark)
        }
      } catch let error as PostgresError {
        // A server that was never reached is reported at once.
        guard let connection = kept,
          error.isConflict || error.isDuplicate || error.kind == .lost,
          try pauses.next(canStop: true)
        else { throw error }
        if connection.isLost { kept = nil } else { _ = try connection.run(Self.rollback, limit) }
      }
    }
  }

  package func checkWritable(by run: RunFacts) async throws(IAPError) -> Bool {
    try database.explained {
      let limit = database.limit
      let runner = PostgresRunner(try database.connect(writes: true, limit), in: database, limit)
      guard try !PostgresIdentity(of: runner).isStandby else { throw PostgresDatabase.standby }
      let run = RunEntry(run, at: clocks.realTime(), isEnded: true)
      try runner.run(
        Self.opening + [
          Self.number, entry(of: run, Self.mark(), lease: clocks.lease), Self.rollback,
        ])
    }
    return true
  }

  /// The beginning of each transaction that changes the journal.
  static let opening = [
    PostgresStatement("BEGIN ISOLATION LEVEL READ COMMITTED", named: "begin"),
    PostgresStatement(PostgresSchema.durable(untilCommit: true), named: "durable"),
  ]
  static let commit = PostgresStatement("COMMIT", named: "commit")
  static let rollback = PostgresStatement("ROLLBACK")
  /// The number of the next run is `runs`.
  static let number = PostgresStatement(
    "UPDATE iapctl.format SET runs = runs + 1 WHERE id = 1")

  static func mark() -> String {
    String(UInt64.random(in: .min ... .max), radix: 36)
      + String(UInt64.random(in: .min ... .max), radix: 36)
  }

  // MARK: Reading

  package func entries(_ query: JournalQuery) async throws(IAPError) -> PageSequence<[JournalEntry]>
  {
    let connection = try database.explained {
      try database.connect(
        writes: false, searches: !query.matchesMost, database.limit)
    }
    return JournalReader.pages(query, PostgresRunner(connection, in: database))
  }

  package func claims(
    of payments: [Identifier], at issuer: Issuer, _ rules: ClaimRules
  ) async throws(IAPError) -> [Identifier: Claim] {
    try await reader.claims(of: payments, at: issuer, rules)
  }
}

/// Reads what a journal knows of payments, on one connection for the life of the journal: to connect
/// costs more than to read a group of payments.
private actor KnownPayments {
  private let database: PostgresDatabase
  private var connection: PostgresConnection?

  init(_ database: PostgresDatabase) { self.database = database }

  func claims(
    of payments: [Identifier], at issuer: Issuer, _ rules: ClaimRules
  ) throws(IAPError) -> [Identifier: Claim] {
    try database.explained {
      let limit = database.limit
      while true {
        let kept = connection
        let current = try kept ?? database.connect(writes: false, limit)
        connection = current
        do {
          let rows = try LedgerRow.all(
            payments, at: issuer, isLocked: false, in: PostgresRunner(current, in: database, limit))
          return LedgerRow.byNumber(rows).mapValues { $0.claim(rules) }
        } catch let error as PostgresError where error.kind == .lost && kept != nil {
          // It was lost while it was idle.
          connection = nil
        }
      }
    }
  }
}

/// The pauses before the next try to reach a database: 50 ms, then longer, up to a second.
struct PostgresPauses {
  private let deadline: Deadline
  private var pause = Duration.milliseconds(50)

  init(until deadline: Deadline) { self.deadline = deadline }

  /// Waits.
  ///
  /// - Returns: false if the time for all tries is over.
  mutating func next(canStop: Bool) throws(PostgresError) -> Bool {
    guard !deadline.isOver else { return false }
    do throws(SystemError) {
      _ = try Deadline.earlier(deadline, Deadline(after: pause)).wait(
        forSocket: -1, reads: false, writes: false, canStop: canStop)
    } catch {
      throw PostgresError(.stopped, error.text)
    }
    pause = min(pause * 2, .seconds(1))
    return !deadline.isOver
  }
}

extension PostgresJournal {
  /// Whether a journal is given as the URL of a database, not as the path of a file.
  package static func isURL(_ text: String) -> Bool { PostgresAddress.isURL(text) }

  /// Whether a text is neither a URL nor meant as the path of a file.
  package static func isAlmostURL(_ text: String) -> Bool { PostgresAddress.isAlmostURL(text) }

  /// The kind of secret that a URL contains, such as a password. Nil if it contains none, and for the
  /// path of a file.
  package static func secret(in text: String) -> String? {
    isURL(text) ? PostgresAddress.secret(in: text) : nil
  }
}
