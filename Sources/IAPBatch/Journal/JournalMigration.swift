import IAPCore
import SQLite

/// Converts the file of an older iapctl to the current tables.
enum JournalMigration {
  /// Version 2: a payment is identified by its server and number only; duplicate rows are merged.
  /// An entry can be an annotation (`settle`, `note`) and can have its own ticket.
  ///
  /// No run is active during the migration, so the process of every open attempt has died, and the
  /// outcome of the attempt is unknown.
  @Sendable
  static func namePaymentsByServer(_ connection: Connection) throws {
    try connection.execute("CREATE TEMP TABLE serverName (origin TEXT PRIMARY KEY, name TEXT)")
    let origins = try connection.all(
      "SELECT origin FROM payment UNION SELECT origin FROM run", make: { $0.text(0) ?? "" })
    for origin in origins {
      try connection.run(
        "INSERT INTO serverName VALUES (?, ?)",
        [.text(origin), .text(ServerName(origin: origin).text)])
    }
    try connection.execute(payments)
    try connection.execute(attempts)
    try connection.execute(runs)
    try connection.execute("DROP TABLE serverName")
  }

  /// When rows of one payment are merged, "consumed" has precedence over "unknown", and "unknown"
  /// over no outcome.
  private static let payments = """
    CREATE TABLE paymentNow (
      id INTEGER PRIMARY KEY,
      paymentSeq TEXT NOT NULL,
      server TEXT NOT NULL,
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
      UNIQUE (paymentSeq, server),
      CHECK ((claimedBy IS NULL) = (claimedAt IS NULL))
    ) STRICT;

    INSERT INTO paymentNow (id, paymentSeq, server, userID, storeCode, productSeq, price, currency,
      outcome, isDelivered, latest)
    SELECT min(payment.id), paymentSeq, name, max(userID), max(storeCode), max(productSeq),
      max(price), max(currency),
      CASE WHEN max(payment.outcome = 'consumed') THEN 'consumed'
        WHEN max(payment.outcome = 'already-consumed') THEN 'already-consumed'
        WHEN max(coalesce(payment.outcome = 'unknown', 0) OR coalesce(begun.action = 'consume', 0))
          THEN 'unknown' END,
      max(isDelivered),
      coalesce(max(iif(shown.action = 'consume', shown.id, NULL)), max(shown.id))
    FROM payment JOIN serverName USING (origin)
      LEFT JOIN attempt AS begun ON begun.id = payment.open
      LEFT JOIN attempt AS shown ON shown.id = payment.latest
    GROUP BY paymentSeq, name;
    """

  private static let attempts = """
    CREATE TABLE attemptNow (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      payment INTEGER NOT NULL REFERENCES payment (id),
      run INTEGER NOT NULL REFERENCES run (id),
      action TEXT NOT NULL CHECK (action IN ('deliver', 'consume', 'undo', 'settle', 'note')),
      began INTEGER NOT NULL,
      ended INTEGER,
      outcome TEXT CHECK (outcome IN ('done', 'failed', 'consumed', 'already-consumed', 'refused',
        'not-sent', 'unknown', 'skipped', 'not-consumed')),
      sends INTEGER NOT NULL DEFAULT 0,
      priorUnknown INTEGER NOT NULL DEFAULT 0 CHECK (priorUnknown IN (0, 1)),
      errorDomain TEXT,
      errorCode INTEGER,
      errorName TEXT,
      serverCode INTEGER,
      httpStatus INTEGER,
      message TEXT,
      ticket TEXT,
      note TEXT,
      CHECK ((ended IS NULL) = (outcome IS NULL))
    ) STRICT;

    INSERT INTO attemptNow (id, payment, run, action, began, ended, outcome, sends, priorUnknown,
      errorDomain, errorCode, errorName, serverCode, httpStatus, message)
    SELECT attempt.id, paymentNow.id, run, action, began, ended, attempt.outcome, sends, priorUnknown,
      errorDomain, errorCode, errorName, serverCode, httpStatus, message
    FROM attempt JOIN payment ON payment.id = attempt.payment JOIN serverName USING (origin)
      JOIN paymentNow ON paymentNow.paymentSeq = payment.paymentSeq AND paymentNow.server = name
    ORDER BY attempt.id;

    DROP TABLE payment;
    DROP TABLE attempt;
    ALTER TABLE attemptNow RENAME TO attempt;
    ALTER TABLE paymentNow RENAME TO payment;
    CREATE INDEX paymentClaimed ON payment (claimedBy) WHERE claimedBy IS NOT NULL;
    CREATE INDEX attemptOfPayment ON attempt (payment, id);
    """

  private static let runs = """
    UPDATE run SET origin = (SELECT name FROM serverName WHERE serverName.origin = run.origin);
    ALTER TABLE run RENAME COLUMN origin TO server;
    """
}
