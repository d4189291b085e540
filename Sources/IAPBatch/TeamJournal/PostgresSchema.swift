import IAPCore
import Postgres
import System

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
/// other times are those of the machines, in milliseconds since 1970.
enum PostgresSchema {
  static let version = 4

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
      fingerprint text,
      outcome text CHECK (outcome IN ('consumed', 'already-consumed', 'unknown')),
      claimed_by bigint, open bigint, latest bigint,
      UNIQUE (payment_seq, server), UNIQUE (payment_seq, fingerprint))
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
      http_status bigint, message text, ticket text, note text, facts text,
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
