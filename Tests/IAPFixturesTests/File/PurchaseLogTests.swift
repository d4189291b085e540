import IAPCore
import IAPFixtures
import SQLite
import TestSupport
import Testing

struct PurchaseLogTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private static let table = """
    CREATE TABLE purchaseLog (primarykey INTEGER PRIMARY KEY, useridentifier TEXT, markettype TEXT,
      paymentseq TEXT, productidentifier TEXT, receipt TEXT, purchasetime INTEGER);
    """

  private func write(_ sql: String, to name: String = "old.db") throws {
    let connection = try Connection(path: folder[name], access: .create, patience: 0)
    try connection.execute(sql)
  }

  /// A file with one row for each payment: number, product and more columns.
  private func log(_ rows: [String]) throws {
    let values = rows.enumerated().map { "(\($0 + 1), 'alice', \($1))" }
    try write(Self.table + "INSERT INTO purchaseLog VALUES " + values.joined(separator: ", "))
  }

  private func reprocess(
    _ store: FixtureStore, in markets: [StoreCode] = [], removing: Bool = false
  ) async throws -> PurchaseLogReport {
    let log = try PurchaseLog(
      openAt: folder["old.db"], removesProcessed: removing, options: .test)
    return try await store.reprocess(UserRequest("alice", in: markets), from: log)
  }

  private var left: [Int64] {
    get throws {
      let connection = try Connection(path: folder["old.db"], access: .readOnly, patience: 0)
      return try connection.all(
        "SELECT primarykey FROM purchaseLog ORDER BY 1", make: { $0.integer(0) ?? 0 })
    }
  }

  private static let charged = #""state": "CHARGED""#

  @Test
  func `Each row has its outcome; only complete ones are removed, and the rest is completed too`()
    async throws
  {
    let month = #""state": "CHARGED", "expiryTime": "2026-01-14T00:00:00Z""#
    let store = try folder.store(
      Game.seed(
        purchases: [
          Game.payment("1", "gem", Self.charged), Game.payment("2", "coin", #""storeCode": "GG""#),
          Game.payment("3", "gem", of: "bob", Self.charged),
          Game.payment("4", "odd", Self.charged), Game.payment("5", "gem", #""state": "REFUND""#),
          Game.payment("6", "vip", month),
          Game.payment("7", "chest", at: "2026-01-14T00:00:00Z", Self.charged),
          Game.payment("8", "old", #""consumed": true"#),
          Game.payment("9", "old", #""state": "RESERVED""#),
          Game.payment("10", "unlisted", #""state": "RESERVED""#),
        ].joined(separator: ",")))
    try log([
      "'AS', '1', 'gem', NULL, 10", "'GG', '2', 'coin', NULL, 9", "'AS', '3', 'gem', NULL, 8",
      "'AS', '4', 'gem', NULL, 7", "'AS', '5', NULL, NULL, 6", "'AS', '6', 'vip', NULL, 5",
      "'AS', '99', 'gem', NULL, 4", "'AS', '8', 'old', NULL, 3", "'AS', '9', 'old', NULL, 2",
      "'AS', '10', 'unlisted', 'proof', 1", "'AS', 'x1', 'gem', NULL, NULL",
      "'GG', '1', 'gem', NULL, 11",
    ])
    let done = try await reprocess(store, removing: true)
    #expect(done.report.purchases.map(\.paymentSeq) == ["10", "1", "7"], "by time, then the rest")
    #expect(done.report.closed == ["9"])
    #expect(done.alreadyComplete == 2)
    #expect(
      done.report.failures.map(\.code) == [
        .iapctl(.inputInvalid), .iapctl(.paymentNotFound), .iap(.expired),
        .iap(.purchaseStatusInvalid), .iap(.productInvalid), .iap(.userInvalid),
        .iap(.productInvalid),
      ])
    #expect(done.rows == 12 && done.removed == 5)
    #expect(try left == [3, 4, 5, 6, 7, 11, 12])
    let contents = try await store.contents()
    #expect(contents.payment("4")?.state == "CHARGED", "a row contradicts it")
    #expect(contents.payment("3")?.state == "CHARGED", "bob's")
    #expect(contents.payment("10")?.state == "SUCCESS", "its row has a receipt")
  }

  @Test
  func `Without --delete-processed nothing is removed; markets can be chosen; TS is ONE store`()
    async throws
  {
    let products =
      Game.products + """
        , {"productIdentifier": "one", "productType": "CONSUMABLE", "storeCode": "ONESTORE"}
        """
    let store = try folder.store(
      Game.seed(
        products: products,
        purchases: Game.payment("1", "gem", Self.charged) + ","
          + Game.payment("2", "one", #""storeCode": "ONESTORE", "state": "CHARGED""#)))
    try log(["'AS', '1', 'gem', '', NULL", "'TS', '2', 'one', NULL, 'odd'"])
    let bytes = try folder.read("old.db")
    let one = try await reprocess(store, in: [.oneStore])
    #expect(one.report.purchases.map(\.paymentSeq) == ["2"] && one.rows == 1)
    let all = try await reprocess(store)
    #expect(all.report.purchases.map(\.paymentSeq) == ["1"] && all.alreadyComplete == 1)
    #expect(all.removed == 0)
    #expect(try folder.read("old.db") == bytes)
    #expect(folder.names.filter { $0.hasPrefix("old") } == ["old.db"])
  }

  @Test
  func `A receipt of the store account must be the user's, and for the product`() async throws {
    let store = try folder.store(
      Game.seed(
        purchases: Game.payment("1", "gem", Self.charged) + ","
          + Game.payment("2", "odd", Self.charged),
        transactions: Game.receipt("t1", "coin", until: nil, #""storeCode": "GG""#) + ","
          + Game.receipt("t2", "odd", name: nil, until: nil)))
    try log(["'AS', '1', 'gem', 't1', NULL", "'AS', '2', 'odd', 't2', NULL"])
    let done = try await reprocess(store)
    #expect(
      Array(done.report.failures.map(\.code).prefix(2))
        == [.iap(.productInvalid), .iap(.paymentInvalid)])
    #expect(try await store.contents().payment("1")?.state == "CHARGED")
  }

  @Test
  func `A fault before the operation changes nothing, and one after it keeps the rows`()
    async throws
  {
    let payments = Game.payment("1", "gem", Self.charged)
    try log(["'AS', '1', 'gem', NULL, NULL"])
    let store = try folder.store(
      Game.seed(
        purchases: payments,
        faults: FaultsTests.fault("reprocess", 0) + ","
          + FaultsTests.fault("reprocess", 0, FaultsTests.after)))
    let before = await refusal { try await reprocess(store, removing: true) }
    #expect(before?.outcome == .notApplied)
    #expect(try await store.contents().payment("1")?.state == "CHARGED")
    let after = await refusal { try await reprocess(store, removing: true) }
    #expect(after?.outcome == .unknown)
    #expect(try await store.contents().payment("1")?.state == "SUCCESS")
    #expect(try left == [1])
    #expect(try await reprocess(store, removing: true).removed == 1)
    #expect(try left == [])
  }

  @Test(arguments: [
    ("CREATE TABLE t (x)", "it has no ordinary table purchaseLog"),
    (
      "CREATE TABLE purchaseLog (primarykey, useridentifier, markettype)",
      "table purchaseLog has no column paymentseq"
    ),
    (
      "CREATE TABLE t (primarykey, useridentifier, markettype, paymentseq); "
        + "CREATE VIEW purchaseLog AS SELECT * FROM t", "it has no ordinary table purchaseLog"
    ),
    (
      "CREATE TABLE purchaseLog (primarykey TEXT PRIMARY KEY, useridentifier, markettype, "
        + "paymentseq) WITHOUT ROWID", "it has no ordinary table purchaseLog"
    ),
    (
      "CREATE TABLE purchaseLog (primarykey, useridentifier, markettype, x, "
        + "paymentseq AS (x || '1'))", "table purchaseLog has no column paymentseq"
    ),
  ])
  func `A file that is no purchase log is refused, and says why`(_ sql: String, _ why: String)
    throws
  {
    try write(sql)
    let refusal = refusal {
      _ = try PurchaseLog(openAt: folder["old.db"], removesProcessed: true, options: .test)
    }
    #expect(refusal?.code == .iapctl(.inputInvalid))
    #expect(refusal?.reason == .file(folder["old.db"], .notAPurchaseLog(what: why)))
  }

  /// The old SDK was ended while it wrote, and the app's folder was copied as it was.
  @Test
  func `A file with a hot journal is not read as it is, and is when it may be written`() throws {
    try log(["'AS', '1', 'gem', NULL, NULL"])
    let connection = try Connection(path: folder["old.db"], access: .readWrite, patience: 0)
    try connection.execute(
      """
      PRAGMA cache_size = 1; BEGIN;
      WITH RECURSIVE n (i) AS (SELECT 2 UNION ALL SELECT i + 1 FROM n WHERE i < 3000)
      INSERT INTO purchaseLog (primarykey, useridentifier, receipt)
        SELECT i, 'alice', hex(zeroblob(200)) FROM n
      """)
    for end in ["", "-journal"] {
      try folder.write(folder.read("old.db\(end)"), to: "hot.db\(end)")
    }
    try connection.execute("ROLLBACK")
    let refusal = refusal {
      _ = try PurchaseLog(openAt: folder["hot.db"], removesProcessed: false, options: .test)
    }
    #expect(
      refusal == .iapctl(.inputUnreadable, .file(folder["hot.db"], .unfinishedChange)))
    _ = try PurchaseLog(openAt: folder["hot.db"], removesProcessed: true, options: .test)
    _ = try PurchaseLog(openAt: folder["hot.db"], removesProcessed: false, options: .test)
  }

  @Test
  func `A missing file, a directory, a text and a damaged file are refused`() throws {
    func code(_ name: String, removes: Bool = false) -> IAPError.Code? {
      refusal {
        _ = try PurchaseLog(openAt: folder[name], removesProcessed: removes, options: .test)
      }?.code
    }
    try folder.write("hello, this is only a text", to: "text.db")
    try folder.makeFolder("folder")
    #expect(code("none.db") == .iapctl(.inputMissing))
    #expect(code("folder") == .iapctl(.inputUnreadable))
    #expect(code("text.db") == .iapctl(.inputInvalid))
    try log((1...300).map { "'AS', '\($0)', 'gem', NULL, NULL" })
    var bytes = try folder.read("old.db")
    bytes.replaceSubrange(4096..<8192, with: repeatElement(0xA5, count: 4096))
    try folder.write(bytes, to: "damaged.db")
    #expect(code("damaged.db") == .iapctl(.inputInvalid))
    try folder.write(Array(try folder.read("old.db").prefix(5000)), to: "cut.db")
    #expect(code("cut.db") == .iapctl(.inputInvalid))
  }

  @Test
  func `A trigger of the file does not run, and other users' rows stay`() async throws {
    let store = try folder.store(Game.seed(purchases: Game.payment("1", "gem", Self.charged)))
    try log(["'AS', '1', 'gem', NULL, NULL"])
    try write(
      """
      CREATE TABLE loot (x);
      CREATE TRIGGER steal AFTER DELETE ON purchaseLog BEGIN
        INSERT INTO loot VALUES (old.paymentseq); DELETE FROM purchaseLog; END;
      INSERT INTO purchaseLog VALUES (5, 'ALICE', 'AS', '1', 'gem', NULL, NULL)
      """)
    #expect(try await reprocess(store, removing: true).removed == 1)
    #expect(try left == [5])
    let connection = try Connection(path: folder["old.db"], access: .readOnly, patience: 0)
    #expect(try connection.first("SELECT count(*) FROM loot", make: { $0.integer(0) }) == 0)
  }
}
