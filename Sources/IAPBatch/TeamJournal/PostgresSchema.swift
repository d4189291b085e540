import IAPCore
import Postgres
import System

/// The schema of a journal in a database (``JournalTables``), and its settings.
///
/// Only what CockroachDB has too is used: no triggers, functions of our own, sequences, temporary
/// tables, advisory locks or notifications. `format.runs` counts the runs.
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

  private static let tables =
    [
      "CREATE SCHEMA IF NOT EXISTS iapctl",
      """
      CREATE TABLE iapctl.format (
        id bigint PRIMARY KEY CHECK (id = 1), version bigint NOT NULL, runs bigint NOT NULL,
        identity text NOT NULL)
      """,
    ] + JournalTables.statements(.team)
    // Room for changes: a row that stays on its page keeps its places in the indexes.
    + ["payment", "attempt"].map { "ALTER TABLE iapctl.\($0) SET (fillfactor = 50)" }

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

  /// What a session needs, whatever the account, the database or the server is set to. Nothing ends a long
  /// statement or a run that waits, as each wait of iapctl has a limit of its own.
  ///
  /// Each statement is planned once, and finds its rows by indexes, where the server lets a session say so. Its
  /// own estimates are of no use here: by those of a journal's first payments, it reads the whole table for each
  /// group of payments; and by those of a large one, it compiles a statement, which takes 150 ms, for each.
  ///
  /// - Parameter searches: whether few entries of all are wanted. Then no index may be of use.
  static func session(searches: Bool) -> String {
    let byIndexes = """
      ('plan_cache_mode', 'force_generic_plan'), ('enable_seqscan', 'off'), ('enable_bitmapscan', 'off'),
        ('enable_hashjoin', 'off'), ('enable_mergejoin', 'off')
      """
    return """
      SELECT set_config(name, value, false)
      FROM (VALUES ('statement_timeout', '0'), ('transaction_timeout', '0'), ('idle_session_timeout', '0'),
          ('jit', 'off'), \(searches ? "('plan_cache_mode', 'force_custom_plan')" : byIndexes))
        AS given (name, value)
      WHERE current_setting(name, true) IS NOT NULL
      """
  }

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
      throw JournalErrors(of: name).absent
    }
    throw found < version
      ? JournalErrors(of: name).older(format: found, known: version)
      : JournalErrors(of: name).newer(format: found, known: version)
  }
}
