import SQLite

/// The tables of a journal.
///
/// `payment.user_id` is the user that a list or a store confirmed, `claimed_user_id` the user that only the
/// input named. `payment.fingerprint` is the app key of the run that entered it: a database has a number once
/// under each. Which names of servers are one service, the runs say (``Issuer``). `attempt.facts` is what a
/// delivery or undo command got (``Purchase/recordedText``). `payment.outcome` is the outcome of the payment
/// over all attempts, `open` the attempt that has begun and not ended, `latest` the attempt to show. Times are
/// milliseconds since 1970. Prices are the digits of exact decimals.
///
/// Numbers of runs are never given twice: in a file they are offsets in the lock file. Those of a database
/// are counted, and a payment or an attempt has the number of its run in its upper 32 bits.
///
/// In a database, `run.lease` is the end of a run that is not heard of, by the clock of the database. Each
/// transaction of a run checks it, extends it, and increments `run.step`, which tells after a lost answer
/// whether the transaction was applied. A run whose lease is over is ended by the run that needs its claims,
/// in the row that its own transactions change first: so a late one finds its run ended. `run.place` is where
/// the machine of the run sees whether its process lives (``LocalRuns``). `attempt.at` is the time of the
/// database in microseconds, and gives the order of the entries. All other times are those of the machines.
enum JournalTables {
  /// What is known of a payment after all attempts.
  private static let outcomes = ["consumed", "already-consumed", "unknown"]
  private static let actions = JournalEntry.Action.allCases.map(\.rawValue)
  /// The outcomes of an attempt: of a command, of a consume, and what a person settled.
  private static let ends =
    ["done", "failed"] + ConsumeResult.Outcome.allCases.map(\.rawValue)
    + [SettledOutcome.notConsumed.rawValue]

  /// The columns of a run that only a database has.
  private static let lease =
    ", mark text NOT NULL UNIQUE, step bigint NOT NULL DEFAULT 0, lease timestamptz NOT NULL, place text"

  /// Finds the names of a service (``Issuer``) in a journal with many runs. A file of an earlier version gets it
  /// with the next run.
  static func names(_ dialect: JournalDialect) -> String {
    dialect == .file
      ? "CREATE INDEX IF NOT EXISTS run_names ON run (server, fingerprint)"
      : "CREATE INDEX run_names ON iapctl.run (server, fingerprint, id)"
  }

  static func statements(_ dialect: JournalDialect) -> [String] {
    let isFile = dialect == .file
    let (schema, end) = isFile ? ("", ") STRICT") : ("iapctl.", ")")
    let (integer, text) = isFile ? ("INTEGER", "TEXT") : ("bigint", "text")
    let flag =
      isFile
      ? "INTEGER NOT NULL DEFAULT 0 CHECK (prior_unknown IN (0, 1))"
      : "boolean NOT NULL DEFAULT false"
    return [
      """
      CREATE TABLE \(schema)run (
        id \(integer) PRIMARY KEY\(isFile ? " AUTOINCREMENT" : ""), server \(text) NOT NULL,
        fingerprint \(text) NOT NULL, operator \(text) NOT NULL, host \(text) NOT NULL,
        process \(integer) NOT NULL, profile \(text), ticket \(text), began \(integer) NOT NULL,
        ended \(integer)\(isFile ? "" : lease)\(end)
      """,
      """
      CREATE TABLE \(schema)payment (
        id \(integer) PRIMARY KEY, payment_seq \(text) NOT NULL, server \(text) NOT NULL,
        user_id \(text), claimed_user_id \(text), store_code \(text), product_seq \(integer),
        price \(text), currency \(text), fingerprint \(text),
        outcome \(text) CHECK (\(ColumnCheck.isOne(of: outcomes, "outcome"))),
        claimed_by \(integer), open \(integer), latest \(integer),
        UNIQUE (payment_seq, server)\(isFile ? "" : ", UNIQUE (payment_seq, fingerprint)")\(end)
      """,
      """
      CREATE TABLE \(schema)attempt (
        id \(integer) PRIMARY KEY, payment \(integer) NOT NULL, run \(integer) NOT NULL,
        action \(text) NOT NULL CHECK (\(ColumnCheck.isOne(of: actions, "action"))),
        began \(integer) NOT NULL, ended \(integer),
        outcome \(text) CHECK (\(ColumnCheck.isOne(of: ends, "outcome"))),
        sends \(integer) NOT NULL DEFAULT 0,
        prior_unknown \(flag),
        error_domain \(text), error_code \(integer), error_name \(text), server_code \(integer),
        http_status \(integer), message \(text), ticket \(text), note \(text), facts \(text),
        \(isFile ? "" : "at bigint NOT NULL, ")CHECK ((ended IS NULL) = (outcome IS NULL))\(end)
      """,
      "CREATE INDEX attempt_of_payment ON \(schema)attempt (payment, id)", names(dialect),
    ] + (isFile ? [] : ["CREATE INDEX attempt_in_order ON iapctl.attempt (at, id)"])
  }
}
