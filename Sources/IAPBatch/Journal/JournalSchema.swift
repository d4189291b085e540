import SQLite

/// The tables of a journal, and the identifier of its file format.
enum JournalSchema {
  /// The application ID is "IAPJ" in ASCII.
  static let format = DatabaseFile.Format(
    applicationID: 0x4941_504A,
    migrations: [{ try $0.execute(first) }, JournalMigration.namePaymentsByServer])

  /// Run numbers are never reused, because they are offsets in the lock file.
  ///
  /// `payment.outcome` is the outcome of the payment over all attempts, `open` the attempt that has
  /// begun and not ended, `latest` the attempt to show. Times are milliseconds since 1970. Prices
  /// are the digits of exact decimals.
  ///
  /// This version identified a payment by the app key too; ``JournalMigration`` removes that.
  private static let first = """
    CREATE TABLE run (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      origin TEXT NOT NULL,
      fingerprint TEXT NOT NULL,
      user TEXT NOT NULL,
      host TEXT NOT NULL,
      process INTEGER NOT NULL,
      profile TEXT,
      ticket TEXT,
      began INTEGER NOT NULL,
      ended INTEGER
    ) STRICT;

    CREATE TABLE payment (
      id INTEGER PRIMARY KEY,
      paymentSeq TEXT NOT NULL,
      origin TEXT NOT NULL,
      fingerprint TEXT NOT NULL,
      userID TEXT,
      storeCode TEXT,
      productSeq INTEGER,
      price TEXT,
      currency TEXT,
      outcome TEXT CHECK (outcome IN ('consumed', 'already-consumed', 'unknown')),
      isDelivered INTEGER NOT NULL DEFAULT 0 CHECK (isDelivered IN (0, 1)),
      claimedBy INTEGER REFERENCES run (id),
      claimedAt INTEGER,
      open INTEGER REFERENCES attempt (id),
      latest INTEGER REFERENCES attempt (id),
      UNIQUE (paymentSeq, origin, fingerprint),
      CHECK ((claimedBy IS NULL) = (claimedAt IS NULL))
    ) STRICT;

    CREATE INDEX paymentClaimed ON payment (claimedBy) WHERE claimedBy IS NOT NULL;

    CREATE TABLE attempt (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      payment INTEGER NOT NULL REFERENCES payment (id),
      run INTEGER NOT NULL REFERENCES run (id),
      action TEXT NOT NULL CHECK (action IN ('deliver', 'consume', 'undo')),
      began INTEGER NOT NULL,
      ended INTEGER,
      outcome TEXT CHECK (outcome IN ('done', 'failed',
        'consumed', 'already-consumed', 'refused', 'not-sent', 'unknown', 'skipped')),
      sends INTEGER NOT NULL DEFAULT 0,
      priorUnknown INTEGER NOT NULL DEFAULT 0 CHECK (priorUnknown IN (0, 1)),
      errorDomain TEXT,
      errorCode INTEGER,
      errorName TEXT,
      serverCode INTEGER,
      httpStatus INTEGER,
      message TEXT,
      CHECK ((ended IS NULL) = (outcome IS NULL))
    ) STRICT;

    CREATE INDEX attemptOfPayment ON attempt (payment, id);
    """
}
