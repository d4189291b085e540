import SQLite

/// The tables of a journal in a file, and the identifier of its file format.
///
/// The columns have the names that they have in a team's journal (``PostgresSchema``).
enum JournalSchema {
  /// The application ID is "IAPJ" in ASCII.
  static let format = DatabaseFile.Format(
    applicationID: 0x4941_504A, version: 4, make: { try $0.execute(tables) })

  /// What is known of a payment after all attempts.
  private static let outcomes = ["consumed", "already-consumed", "unknown"]
  private static let actions = JournalEntry.Action.allCases.map(\.rawValue)
  /// The outcomes of an attempt: of a command, of a consume, and what a person settled.
  private static let ends =
    ["done", "failed"] + ConsumeResult.Outcome.allCases.map(\.rawValue)
    + [SettledOutcome.notConsumed.rawValue]

  /// Run numbers are never reused, because they are offsets in the lock file.
  ///
  /// `payment.user_id` is the user that a list or a store confirmed, `claimed_user_id` the user that
  /// only the input named. `payment.fingerprint` is the app key of the run that entered it: the same
  /// number under the same key at another server is the same payment (``Issuer``). `attempt.facts` is
  /// what a delivery or undo command got (``Purchase/recordedText``). `payment.outcome` is the outcome of the payment over all attempts, `open`
  /// the attempt that has begun and not ended, `latest` the attempt to show. Times are milliseconds
  /// since 1970. Prices are the digits of exact decimals.
  private static let tables = """
    CREATE TABLE run (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      server TEXT NOT NULL,
      fingerprint TEXT NOT NULL,
      operator TEXT NOT NULL,
      host TEXT NOT NULL,
      process INTEGER NOT NULL,
      profile TEXT,
      ticket TEXT,
      began INTEGER NOT NULL,
      ended INTEGER
    ) STRICT;

    CREATE TABLE payment (
      id INTEGER PRIMARY KEY,
      payment_seq TEXT NOT NULL,
      server TEXT NOT NULL,
      user_id TEXT,
      claimed_user_id TEXT,
      store_code TEXT,
      product_seq INTEGER,
      price TEXT,
      currency TEXT,
      fingerprint TEXT,
      outcome TEXT CHECK (\(ColumnCheck.isOne(of: outcomes, "outcome"))),
      claimed_by INTEGER REFERENCES run (id),
      open INTEGER REFERENCES attempt (id),
      latest INTEGER REFERENCES attempt (id),
      UNIQUE (payment_seq, server)
    ) STRICT;

    CREATE INDEX payment_claimed ON payment (claimed_by) WHERE claimed_by IS NOT NULL;

    CREATE TABLE attempt (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      payment INTEGER NOT NULL REFERENCES payment (id),
      run INTEGER NOT NULL REFERENCES run (id),
      action TEXT NOT NULL CHECK (\(ColumnCheck.isOne(of: actions, "action"))),
      began INTEGER NOT NULL,
      ended INTEGER,
      outcome TEXT CHECK (\(ColumnCheck.isOne(of: ends, "outcome"))),
      sends INTEGER NOT NULL DEFAULT 0,
      prior_unknown INTEGER NOT NULL DEFAULT 0 CHECK (prior_unknown IN (0, 1)),
      error_domain TEXT,
      error_code INTEGER,
      error_name TEXT,
      server_code INTEGER,
      http_status INTEGER,
      message TEXT,
      ticket TEXT,
      note TEXT,
      facts TEXT,
      CHECK ((ended IS NULL) = (outcome IS NULL))
    ) STRICT;

    CREATE INDEX attempt_of_payment ON attempt (payment, id);
    """
}
