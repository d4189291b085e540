import IAPCore
import Postgres
import System

/// A database with a journal, and the errors of its connections as a user sees them.
struct PostgresDatabase: Sendable {
  let address: PostgresAddress
  /// How long to wait for the database, and for the locks of other runs.
  let patience: Duration
  let local: LocalRuns

  /// The URL without its query.
  var name: String { address.name }

  func limit(canStop: Bool) -> PostgresConnection.Patience {
    PostgresConnection.Patience(until: Deadline(after: patience), canStop: canStop)
  }

  /// Connects, and checks that the database has a journal of this format.
  ///
  /// - Parameter writes: whether a COMMIT must be durable.
  func connect(
    writes: Bool, _ limit: PostgresConnection.Patience
  ) throws -> PostgresConnection {
    let connection = try bareConnection(limit)
    let wait = max(1, patience / .milliseconds(1))
    let facts = try connection.run(
      [
        // A lock is never waited for without end, and a session that was cut off keeps none.
        PostgresStatement("SET lock_timeout = \(Int(wait))"),
        PostgresStatement("SET idle_in_transaction_session_timeout = 10000"),
        PostgresStatement(PostgresSchema.planning),
      ] + (writes ? [PostgresStatement(PostgresSchema.durable(untilCommit: false))] : [])
        + [PostgresStatement(PostgresSchema.facts)], limit
    ).last?.rows.first
    try PostgresSchema.require(Int(facts?.integer("version") ?? 0), name)
    if writes { try requireDurability(facts) }
    return connection
  }

  /// Runs a transaction. A server warns if it did not wait until its standbys have a COMMIT.
  func confirmed<Answer>(
    by connection: PostgresConnection, _ body: () throws -> Answer
  ) throws -> Answer {
    let warnings = connection.warnings
    let answer = try body()
    guard connection.warnings == warnings else {
      throw problem(.refused(why: "a COMMIT may not be replicated"))
    }
    return answer
  }

  /// Connects without checking that the database has a journal.
  func bareConnection(
    _ limit: PostgresConnection.Patience
  ) throws(PostgresError) -> PostgresConnection {
    try PostgresConnection(to: address, named: "iapctl", limit)
  }

  /// A server without these settings, such as CockroachDB, always waits for its disks.
  private func requireDurability(_ facts: PostgresRow?) throws(IAPError) {
    if facts?.text("fsync") == "off" { throw problem(.notDurable(setting: "fsync = off")) }
    guard let mode = facts?.text("synchronous"), !Self.durable.contains(mode) else { return }
    throw problem(.notDurable(setting: "synchronous_commit = \(mode)"))
  }

  private static let durable = ["on", "remote_apply"]

  // MARK: Errors

  /// Runs `body` and translates its errors for the user.
  func explained<Answer>(_ body: () throws -> Answer) throws(IAPError) -> Answer {
    do {
      return try body()
    } catch let error as IAPError {
      throw error
    } catch let error as PostgresError {
      throw explain(error)
    } catch {
      throw .iapctl(.bug, .bug("\(error)"))
    }
  }

  func problem(_ problem: IAPError.JournalProblem) -> IAPError {
    .iapctl(problem.code, .journal(name, problem))
  }

  func explain(_ error: PostgresError) -> IAPError {
    switch error.kind {
    case .libraryMissing:
      .iapctl(
        .libraryMissing,
        .libraryMissing(
          name: PostgresConnection.library, why: error.message,
          remedy: "install libpq: 'apt-get install libpq5' or 'brew install libpq'"))
    case .address: problem(.badURL)
    case .plaintext: problem(.plaintext(host: error.message))
    case .login: problem(.login(why: error.message))
    case .unreachable, .lost, .late: problem(.unreachable(why: error.message))
    case .stopped: .iapctl(.interrupted, .stopped(signal: Signals.pending ?? 2))
    case .refused: refusal(error)
    }
  }

  /// The lease of the run is over, or another run has ended it.
  static let runOver = PostgresError(.refused, "the run is over")

  /// Another journal has taken the place of that of the run, or an earlier state of it.
  static let replaced = PostgresError(.refused, "the journal was replaced")

  private func refusal(_ error: PostgresError) -> IAPError {
    if error == Self.runOver { return problem(.runOver) }
    if error == Self.replaced { return problem(.replaced) }
    if error.isOfSharedSession { return problem(.sharedSession) }
    if error.isMissingTable { return problem(.absent) }
    if error.isMissingRight { return problem(.noRight(why: error.message)) }
    if error.isTimeOut || error.isConflict { return problem(.busy(why: error.message)) }
    return problem(.refused(why: "\(error.message) [SQLSTATE \(error.code)]"))
  }
}

extension IAPError.JournalProblem {
  fileprivate var code: ConsoleCode {
    switch self {
    case .badURL, .plaintext, .login, .sharedSession, .encoding: .configuration
    case .unreachable: .journalUnreachable
    case .absent, .older: .journalUnreadable
    case .newer: .journalTooNew
    case .busy, .inUse: .journalBusy
    case .noRight, .notDurable, .refused, .runOver, .cutOff, .replaced:
      .journalNotWritten
    }
  }
}

/// The tables of a journal in a database.
///
/// Only what CockroachDB has too is used: no triggers, functions of our own, sequences, temporary
/// tables, advisory locks or notifications. Numbers are given by runs: `format.runs` counts the runs,
/// and a payment or an attempt has the number of its run in its upper 32 bits.
///
/// `run.lease` is the end of a run that is not heard of, by the clock of the database. Each
/// transaction of a run checks it, extends it, and increments `run.step`, which tells after a lost
/// answer whether the transaction was applied. A run whose lease is over is ended by the run that
/// needs its claims, in the row that its own transactions change first: so a late one finds its run
/// ended. `run.place` is where the machine of the run sees whether its process lives (``LocalRuns``).
///
/// `attempt.at` is the time of the database in microseconds, and gives the order of the entries. All
/// other times are those of the machines, in milliseconds since 1970. `payment.delivered` tells
/// whether a delivery succeeded after the last undo, even while an undo is in progress.
enum PostgresSchema {
  static let version = 3

  /// The statements that make a journal in an empty database.
  ///
  /// - Parameter identity: is unique. A run notices by it that another journal is in its place.
  static func statements(_ identity: String) -> [String] {
    tables + [
      """
      INSERT INTO iapctl.format (id, version, runs, identity)
      VALUES (1, \(version), 0, '\(identity)')
      """
    ]
  }

  private static let tables = [
    "CREATE SCHEMA IF NOT EXISTS iapctl",
    """
    CREATE TABLE iapctl.format (
      id bigint PRIMARY KEY CHECK (id = 1), version bigint NOT NULL, runs bigint NOT NULL,
      identity text NOT NULL)
    """,
    """
    CREATE TABLE iapctl.run (
      id bigint PRIMARY KEY, mark text NOT NULL UNIQUE, server text NOT NULL,
      fingerprint text NOT NULL, operator text NOT NULL, host text NOT NULL,
      process bigint NOT NULL, profile text, ticket text, began bigint NOT NULL, ended bigint,
      step bigint NOT NULL DEFAULT 0, lease timestamptz NOT NULL, place text)
    """,
    """
    CREATE TABLE iapctl.payment (
      id bigint PRIMARY KEY, payment_seq text NOT NULL, server text NOT NULL, user_id text,
      claimed_user_id text, store_code text, product_seq bigint, price text, currency text,
      outcome text CHECK (outcome IN ('consumed', 'already-consumed', 'unknown')),
      is_delivered boolean NOT NULL DEFAULT false, delivered boolean NOT NULL DEFAULT false,
      claimed_by bigint, claimed_at bigint, open bigint, latest bigint,
      UNIQUE (payment_seq, server), CHECK ((claimed_by IS NULL) = (claimed_at IS NULL)))
    """,
    """
    CREATE TABLE iapctl.attempt (
      id bigint PRIMARY KEY, payment bigint NOT NULL, run bigint NOT NULL, at bigint NOT NULL,
      action text NOT NULL CHECK (action IN ('deliver', 'consume', 'undo', 'settle', 'note')),
      began bigint NOT NULL, ended bigint,
      outcome text CHECK (outcome IN ('done', 'failed', 'consumed', 'already-consumed', 'refused',
        'not-sent', 'unknown', 'skipped', 'not-consumed')),
      sends bigint NOT NULL DEFAULT 0, prior_unknown boolean NOT NULL DEFAULT false,
      error_domain text, error_code bigint, error_name text, server_code bigint,
      http_status bigint, message text, ticket text, note text,
      CHECK ((ended IS NULL) = (outcome IS NULL)))
    """,
    "CREATE INDEX attempt_in_order ON iapctl.attempt (at, id)",
    "CREATE INDEX attempt_of_payment ON iapctl.attempt (payment, id)",
  ]

  /// The rights of an account that consumes payments. It needs none to create tables.
  static func grants(to role: String) -> [String] {
    [
      "GRANT USAGE ON SCHEMA iapctl TO \(role)",
      "GRANT SELECT, UPDATE ON iapctl.format TO \(role)",
      "GRANT SELECT, INSERT, UPDATE ON iapctl.run, iapctl.payment TO \(role)",
      "GRANT SELECT, INSERT, UPDATE, DELETE ON iapctl.attempt TO \(role)",
    ]
  }

  /// The format, and the settings that decide whether a COMMIT is durable.
  static let facts = """
    SELECT version, current_setting('synchronous_commit', true) AS synchronous,
      current_setting('fsync', true) AS fsync
    FROM iapctl.format WHERE id = 1
    """

  /// Statements are planned with their values, where the server can keep plans. A plan that is kept
  /// from the first payments of a journal reads the whole table for each group of payments, until the
  /// server next looks at how large the table is: 200,000 payments took 3 times as long.
  static let planning = """
    SELECT set_config('plan_cache_mode', 'force_custom_plan', false)
    WHERE current_setting('plan_cache_mode', true) IS NOT NULL
    """

  /// Makes a COMMIT wait for the disk, whatever the server is set to and will be set to meanwhile. A
  /// value that waits for the standbys, too, stays.
  ///
  /// - Parameter untilCommit: whether only for this transaction; otherwise for the session.
  static func durable(untilCommit: Bool) -> String {
    """
    SELECT set_config('synchronous_commit',
      CASE current_setting('synchronous_commit', true) WHEN 'remote_apply' THEN 'remote_apply'
        ELSE 'on' END, \(untilCommit))
    WHERE current_setting('synchronous_commit', true) IS NOT NULL
    """
  }

  static func require(_ found: Int, _ name: String) throws(IAPError) {
    guard found != version else { return }
    guard found > 0 else {
      throw .iapctl(.journalUnreadable, .journal(name, .absent))
    }
    throw found < version
      ? .iapctl(.journalUnreadable, .journal(name, .older(format: found, known: version)))
      : .iapctl(.journalTooNew, .journal(name, .newer(format: found, known: version)))
  }
}
