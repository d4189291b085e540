import IAPCore
import SQLite

/// The tables of a fixture store, and the application ID that identifies its file.
enum Schema {
  /// The application ID is "IAPF" in ASCII.
  static let format = DatabaseFile.Format(
    applicationID: 0x4941_5046, version: 8, make: { try $0.execute(tables) })

  private static func isDecimal(_ column: String) -> String {
    """
    \(column) GLOB '[0-9]*' AND \(column) NOT GLOB '*[^0-9.]*' AND \(column) NOT GLOB '*.*.*' \
    AND \(column) NOT GLOB '*.' AND \(column) NOT GLOB '0[0-9]*'
    """
  }

  private static func isInstant(_ column: String) -> String {
    let range = Instant.range
    return "\(column) BETWEEN \(range.lowerBound.milliseconds) AND \(range.upperBound.milliseconds)"
  }

  /// Prices are texts of exact decimal digits. Times are milliseconds since 1970.
  ///
  /// `status` is set only on the latest payment of a subscription. `subscriptionKey` is the
  /// transaction of the first payment; all payments of a subscription have the same one.
  ///
  /// An event of a payment refers to it, another event may name its user. The log has no index: it is
  /// read in its order only.
  private static let tables = """
    CREATE TABLE store (
      id INTEGER PRIMARY KEY CHECK (id = 1),
      appKey TEXT NOT NULL CHECK (appKey <> ''),
      appSeq INTEGER NOT NULL CHECK (appSeq > 0),
      secretKey TEXT NOT NULL CHECK (secretKey <> ''),
      appId TEXT NOT NULL CHECK (appId <> ''),
      clock INTEGER CHECK (\(isInstant("clock"))),
      identity TEXT NOT NULL CHECK (identity <> ''),
      identityFile TEXT
    ) STRICT;

    CREATE TABLE market (
      id INTEGER PRIMARY KEY,
      storeCode TEXT NOT NULL UNIQUE CHECK (storeCode <> ''),
      packageName TEXT,
      available INTEGER NOT NULL CHECK (available IN (0, 1)),
      verification TEXT CHECK (verification IN ('V1', 'V2'))
    ) STRICT;

    CREATE TABLE product (
      id INTEGER PRIMARY KEY,
      productIdentifier TEXT NOT NULL CHECK (productIdentifier <> ''),
      productSeq INTEGER NOT NULL UNIQUE,
      productName TEXT,
      productType TEXT NOT NULL CHECK (productType IN
        ('CONSUMABLE', 'AUTO_RENEWABLE', 'CONSUMABLE_AUTO_RENEWABLE', 'UNKNOWN')),
      storeCode TEXT NOT NULL CHECK (storeCode <> ''),
      price TEXT CHECK (\(isDecimal("price"))),
      currency TEXT CHECK (currency <> ''),
      localizedTitle TEXT,
      localizedDescription TEXT,
      localizedPrice TEXT,
      active INTEGER NOT NULL CHECK (active IN (0, 1)),
      inStore INTEGER NOT NULL CHECK (inStore IN (0, 1)),
      period TEXT,
      grace TEXT CHECK (grace IS NULL OR period IS NOT NULL),
      hold TEXT CHECK (hold IS NULL OR period IS NOT NULL),
      subscriptionGroup TEXT CHECK (subscriptionGroup IS NULL
        OR (subscriptionGroup <> '' AND period IS NOT NULL)),
      UNIQUE (storeCode, productIdentifier),
      UNIQUE (id, productType),
      CHECK ((period IS NOT NULL)
        = (productType IN ('AUTO_RENEWABLE', 'CONSUMABLE_AUTO_RENEWABLE')))
    ) STRICT;

    CREATE TABLE user (
      id INTEGER PRIMARY KEY,
      userID TEXT NOT NULL UNIQUE CHECK (userID <> ''),
      paymentsAllowed INTEGER NOT NULL CHECK (paymentsAllowed IN (0, 1)),
      storeAccountReadable INTEGER NOT NULL CHECK (storeAccountReadable IN (0, 1)),
      billing TEXT CHECK (billing IN ('ok', 'failing'))
    ) STRICT;

    CREATE TABLE monthlyLimit (
      userID TEXT NOT NULL REFERENCES user (userID),
      currency TEXT NOT NULL CHECK (currency <> ''),
      amount TEXT NOT NULL CHECK (\(isDecimal("amount"))),
      PRIMARY KEY (userID, currency)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE purchase (
      id INTEGER PRIMARY KEY,
      paymentSeq TEXT NOT NULL UNIQUE
        CHECK (paymentSeq <> '' AND paymentSeq NOT GLOB '*[^0-9]*'),
      userID TEXT NOT NULL CHECK (userID <> ''),
      productID INTEGER NOT NULL,
      productType TEXT NOT NULL,
      state TEXT NOT NULL CHECK (state IN
        ('RESERVED', 'CHARGED', 'SUCCESS', 'USER_CLOSE', 'FAILURE', 'REFUND')),
      consumed INTEGER NOT NULL CHECK (consumed IN (0, 1)),
      price TEXT CHECK (\(isDecimal("price"))),
      currency TEXT CHECK (currency <> ''),
      accessToken TEXT NOT NULL CHECK (accessToken <> ''),
      transactionIdentifier TEXT NOT NULL UNIQUE CHECK (transactionIdentifier <> ''),
      originalTransactionIdentifier TEXT CHECK (originalTransactionIdentifier <> ''),
      purchaseTime INTEGER NOT NULL CHECK (\(isInstant("purchaseTime"))),
      expiryTime INTEGER CHECK (\(isInstant("expiryTime"))),
      status TEXT CHECK (status IN ('ACTIVE', 'CANCELED', 'ON_HOLD', 'IN_GRACE_PERIOD',
        'PAUSED', 'REVOKED', 'EXPIRED', 'UNKNOWN')),
      storePayment INTEGER NOT NULL CHECK (storePayment IN (0, 1)),
      sandboxPayment INTEGER NOT NULL CHECK (sandboxPayment IN (0, 1)),
      payload TEXT,
      pending INTEGER NOT NULL DEFAULT 0
        CHECK (pending = 0 OR (pending = 1 AND state = 'RESERVED')),
      subscriptionKey TEXT NOT NULL GENERATED ALWAYS AS
        (coalesce(originalTransactionIdentifier, transactionIdentifier)) STORED,
      FOREIGN KEY (productID, productType) REFERENCES product (id, productType),
      CHECK (consumed = 0 OR (state = 'SUCCESS'
        AND productType IN ('CONSUMABLE', 'CONSUMABLE_AUTO_RENEWABLE'))),
      CHECK ((expiryTime IS NOT NULL)
        = (productType IN ('AUTO_RENEWABLE', 'CONSUMABLE_AUTO_RENEWABLE'))),
      CHECK (status IS NULL OR (state IN ('SUCCESS', 'REFUND')
        AND productType IN ('AUTO_RENEWABLE', 'CONSUMABLE_AUTO_RENEWABLE')))
    ) STRICT;

    CREATE INDEX purchaseUnconsumed ON purchase (purchaseTime, paymentSeq)
      WHERE state = 'SUCCESS' AND consumed = 0
        AND productType IN ('CONSUMABLE', 'CONSUMABLE_AUTO_RENEWABLE');
    CREATE INDEX purchaseUnconsumedOfUser ON purchase (userID, purchaseTime, paymentSeq)
      WHERE state = 'SUCCESS' AND consumed = 0
        AND productType IN ('CONSUMABLE', 'CONSUMABLE_AUTO_RENEWABLE');
    CREATE INDEX purchaseByTime ON purchase (purchaseTime, paymentSeq);
    CREATE INDEX purchaseOfUser ON purchase (userID, purchaseTime, id);
    CREATE INDEX purchaseDue ON purchase (expiryTime, id)
      WHERE status IN ('ACTIVE', 'CANCELED');
    CREATE INDEX purchaseIncomplete ON purchase (userID, productID)
      WHERE state IN ('RESERVED', 'CHARGED') AND pending = 0;
    CREATE INDEX purchaseInBilling ON purchase (expiryTime, id)
      WHERE status IN ('IN_GRACE_PERIOD', 'ON_HOLD');
    CREATE UNIQUE INDEX subscriptionCurrent ON purchase (subscriptionKey)
      WHERE status IS NOT NULL;
    CREATE INDEX purchaseOfSubscription ON purchase (subscriptionKey, expiryTime, id)
      WHERE expiryTime IS NOT NULL;

    CREATE TABLE receipt (
      id INTEGER PRIMARY KEY,
      userID TEXT NOT NULL CHECK (userID <> ''),
      productID INTEGER NOT NULL REFERENCES product (id),
      transactionIdentifier TEXT NOT NULL UNIQUE CHECK (transactionIdentifier <> ''),
      originalTransactionIdentifier TEXT CHECK (originalTransactionIdentifier <> ''),
      purchaseTime INTEGER NOT NULL CHECK (\(isInstant("purchaseTime"))),
      expiryTime INTEGER CHECK (\(isInstant("expiryTime"))),
      applicationUsername TEXT CHECK (applicationUsername <> '')
    ) STRICT;

    CREATE INDEX receiptOfUser ON receipt (userID, purchaseTime, id);
    CREATE INDEX receiptOfSubscription ON receipt (originalTransactionIdentifier);

    CREATE TABLE deferral (
      id INTEGER PRIMARY KEY,
      userID TEXT NOT NULL CHECK (userID <> ''),
      productID INTEGER NOT NULL REFERENCES product (id),
      UNIQUE (userID, productID)
    ) STRICT;

    CREATE TABLE fault (
      id INTEGER PRIMARY KEY,
      operation TEXT NOT NULL CHECK (operation IN ('products', 'purchase', 'unconsumed',
        'consume', 'subscriptions', 'restore', 'reprocess', 'payment/transaction')),
      domain TEXT CHECK (domain IN ('com.nhncloud.iap', 'com.nhncloud.http')),
      code INTEGER CHECK (
        (domain = 'com.nhncloud.iap' AND code BETWEEN 0 AND 18)
        OR (domain = 'com.nhncloud.http' AND code BETWEEN 100 AND 107)),
      after INTEGER NOT NULL CHECK (after IN (0, 1)),
      skip INTEGER NOT NULL CHECK (skip >= 0),
      times INTEGER NOT NULL CHECK (times >= 1),
      used INTEGER NOT NULL CHECK (used >= 0),
      product TEXT,
      user TEXT,
      payment TEXT CHECK (payment IS NULL OR operation IN ('consume', 'payment/transaction')),
      storeCode TEXT,
      delay TEXT,
      http INTEGER CHECK (http BETWEEN 201 AND 599),
      retryAfter TEXT CHECK (retryAfter IS NULL OR http IS NOT NULL),
      serverCode INTEGER CHECK (serverCode <> 0),
      cut INTEGER CHECK (cut >= 0),
      CHECK ((domain IS NULL) = (code IS NULL)),
      CHECK ((code IS NOT NULL) + (http IS NOT NULL) + (serverCode IS NOT NULL)
        + (cut IS NOT NULL) = 1
        OR (code IS NULL AND http IS NULL AND serverCode IS NULL AND cut IS NULL
          AND delay IS NOT NULL AND after = 0)),
      CHECK (after = 0 OR cut IS NULL),
      CHECK (after = 0 OR operation IN ('purchase', 'consume', 'restore', 'reprocess'))
    ) STRICT;

    CREATE TABLE event (
      id INTEGER PRIMARY KEY,
      time INTEGER NOT NULL CHECK (\(isInstant("time"))),
      kind TEXT NOT NULL CHECK (kind <> ''),
      purchaseID INTEGER REFERENCES purchase (id),
      userID TEXT CHECK (userID <> ''),
      before TEXT,
      after TEXT,
      CHECK (purchaseID IS NULL OR userID IS NULL)
    ) STRICT;
    """
}
