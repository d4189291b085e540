import IAPBatch
import IAPCore
import SQLite
import System
import TestSupport
import Testing

/// Journal files of version 1, in which the app key was a part of a payment's identity.
@Suite("Journal migration")
struct JournalMigrationTests {
  private static let tables = """
    PRAGMA application_id = 1229017162;
    CREATE TABLE run (
      id INTEGER PRIMARY KEY AUTOINCREMENT, origin TEXT NOT NULL, fingerprint TEXT NOT NULL,
      user TEXT NOT NULL, host TEXT NOT NULL, process INTEGER NOT NULL, profile TEXT, ticket TEXT,
      began INTEGER NOT NULL, ended INTEGER
    ) STRICT;
    CREATE TABLE payment (
      id INTEGER PRIMARY KEY, paymentSeq TEXT NOT NULL, origin TEXT NOT NULL,
      fingerprint TEXT NOT NULL, userID TEXT, storeCode TEXT, productSeq INTEGER, price TEXT,
      currency TEXT,
      outcome TEXT CHECK (outcome IN ('consumed', 'already-consumed', 'unknown')),
      isDelivered INTEGER NOT NULL DEFAULT 0 CHECK (isDelivered IN (0, 1)),
      claimedBy INTEGER REFERENCES run (id), claimedAt INTEGER,
      open INTEGER REFERENCES attempt (id), latest INTEGER REFERENCES attempt (id),
      UNIQUE (paymentSeq, origin, fingerprint),
      CHECK ((claimedBy IS NULL) = (claimedAt IS NULL))
    ) STRICT;
    CREATE INDEX paymentClaimed ON payment (claimedBy) WHERE claimedBy IS NOT NULL;
    CREATE TABLE attempt (
      id INTEGER PRIMARY KEY AUTOINCREMENT, payment INTEGER NOT NULL REFERENCES payment (id),
      run INTEGER NOT NULL REFERENCES run (id),
      action TEXT NOT NULL CHECK (action IN ('deliver', 'consume', 'undo')),
      began INTEGER NOT NULL, ended INTEGER,
      outcome TEXT CHECK (outcome IN ('done', 'failed',
        'consumed', 'already-consumed', 'refused', 'not-sent', 'unknown', 'skipped')),
      sends INTEGER NOT NULL DEFAULT 0,
      priorUnknown INTEGER NOT NULL DEFAULT 0 CHECK (priorUnknown IN (0, 1)),
      errorDomain TEXT, errorCode INTEGER, errorName TEXT, serverCode INTEGER, httpStatus INTEGER,
      message TEXT, CHECK ((ended IS NULL) = (outcome IS NULL))
    ) STRICT;
    CREATE INDEX attemptOfPayment ON attempt (payment, id);
    PRAGMA user_version = 1;
    """

  /// Payment 1 is unknown with an app key and refused without one. 2 is unknown with one key and
  /// consumed with another. 3 has no outcome, because its run was killed. 4 is delivered. 5 is of
  /// another server.
  private static let rows = """
    INSERT INTO run VALUES
      (1, 'https://iap.test', 'aa', 'alice', 'desk', 1, NULL, 'T-1', 1, 2),
      (2, 'https://IAP.test:443', '', 'bob', 'desk', 2, NULL, NULL, 3, NULL),
      (3, 'https://iap.test:8443', 'aa', 'bob', 'desk', 2, NULL, NULL, 3, 4);
    INSERT INTO payment VALUES
      (1, '1', 'https://iap.test', 'aa', 'carol', 'GG', 7, NULL, NULL, 'unknown', 0, NULL, NULL,
        NULL, 1),
      (2, '1', 'https://iap.test.', '', NULL, NULL, NULL, '1500', 'KRW', NULL, 0, NULL, NULL,
        NULL, 2),
      (3, '2', 'https://iap.test', 'aa', NULL, NULL, NULL, NULL, NULL, 'unknown', 0, NULL, NULL,
        NULL, 3),
      (4, '2', 'https://iap.test', 'bb', NULL, NULL, NULL, NULL, NULL, 'consumed', 0, NULL, NULL,
        NULL, 4),
      (5, '3', 'https://IAP.test:443', '', NULL, NULL, NULL, NULL, NULL, NULL, 0, 2, 3, 5, 5),
      (6, '4', 'https://iap.test', 'aa', NULL, NULL, NULL, NULL, NULL, NULL, 1, NULL, NULL,
        NULL, 6),
      (7, '1', 'https://iap.test:8443', 'aa', NULL, NULL, NULL, NULL, NULL, 'consumed', 0, NULL,
        NULL, NULL, 7);
    INSERT INTO attempt (id, payment, run, action, began, ended, outcome, sends) VALUES
      (1, 1, 1, 'consume', 10, 11, 'unknown', 1), (2, 2, 2, 'consume', 12, 13, 'refused', 1),
      (3, 3, 1, 'consume', 14, 15, 'unknown', 1), (4, 4, 1, 'consume', 16, 17, 'consumed', 1),
      (5, 5, 2, 'consume', 18, NULL, NULL, 0), (6, 6, 1, 'deliver', 20, 21, 'done', 0),
      (7, 7, 3, 'consume', 22, 23, 'consumed', 1);
    """

  private func desk(rows: String = Self.rows) throws -> Desk {
    let desk = try Desk()
    try desk.folder.makeFolder("state")
    _ = try NewFile(at: desk.path)
    let connection = try Connection(path: desk.path, access: .readWrite, patience: 0)
    try connection.execute("PRAGMA journal_mode = WAL;" + Self.tables + rows)
    return desk
  }

  @Test("Rows of the same payment are merged, and the least certain state is kept")
  func merged() async throws {
    let desk = try desk()
    let run = try await desk.run()
    let claims = try await run.claim(
      ["1", "2", "3", "4", "5"].map { JournalPayment($0) }, settles: false)
    #expect(
      claims == [
        .unknown, .consumed(.consumed), .unknown,
        .granted(priorUnknown: false, isDelivered: true),
        .granted(priorUnknown: false, isDelivered: false),
      ])
    let elsewhere = try await desk.run(origin: "https://iap.test:8443")
    #expect(try await elsewhere.claim("1") == .consumed(.consumed))
  }

  @Test("Every entry is kept, in order, with the name of its server")
  func entries() async throws {
    let desk = try desk()
    let entries = try await desk.entries(.everything)
    #expect(entries.map(\.payment.paymentSeq) == ["1", "1", "2", "2", "3", "4", "1"])
    #expect(
      entries.map(\.run.server.text) == [
        "iap.test", "iap.test", "iap.test", "iap.test", "iap.test", "iap.test", "iap.test:8443",
      ])
    #expect(entries.map(\.run.appKeyFingerprint) == ["aa", "", "aa", "aa", "", "aa", "aa"])
    let first = try #require(entries.first)
    #expect((first.payment.user, first.payment.storeCode) == ("carol", "GG"))
    #expect((first.payment.price, first.payment.currency) == (Price("1500"), "KRW"))
    #expect(first.ticket == "T-1")
    #expect(try await desk.entries(.unknown).map(\.payment.paymentSeq) == ["1", "3"])
    #expect(try await desk.entries(.latest).count == 5)
  }

  @Test("New entries are numbered after the old ones")
  func numbers() async throws {
    let desk = try desk()
    let run = try await desk.run()
    _ = try await run.claim("9")
    try await run.write("9", .consumeBegins)
    #expect(try await desk.entries(.everything).last?.payment.paymentSeq == "9")
    let connection = try Connection(path: desk.path, access: .readOnly, patience: 0)
    let problems = try connection.all("PRAGMA foreign_key_check", make: { $0.text(0) })
    #expect(problems.isEmpty)
    #expect(try connection.first("PRAGMA integrity_check", make: { $0.text(0) }) == "ok")
    #expect(try connection.first("PRAGMA user_version", make: { $0.integer(0) }) == 2)
  }

  @Test("A journal that an older iapctl has open is converted later")
  func inUse() async throws {
    let desk = try desk()
    var locks: FileLock? = try FileLock(desk.path + "-runs", like: desk.path)
    try locks?.lock(2)
    let expected = IAPError.iapctl(.journalBusy, .file(desk.path, .journalInOldUse))
    await #expect(throws: expected) { _ = try await desk.run() }
    locks = nil
    _ = try await desk.run()
  }
}
