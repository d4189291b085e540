import IAPCore
import IAPFixtures
import SQLite
import TestSupport
import Testing

/// Completion runs at every press of the Tab key, so it changes nothing and ends soon.
struct HarmlessCompletionsTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func names(
    _ subject: NameQuery.Subject, at name: String = "store.db",
    of user: Identifier? = nil, in markets: [StoreCode] = [],
    monotonicTime: @escaping @Sendable () -> Duration = { .zero }
  ) throws(IAPError) -> [String] {
    var query = NameQuery(subject, beginning: "", limit: 100)
    (query.user, query.markets) = (user, markets)
    return try StoreCompletions.names(
      query, at: folder[name], realTime: { Instant(1_767_225_600_000) },
      monotonicTime: monotonicTime
    )
    .map(\.text)
  }

  private func refusal(in name: String = "store.db") -> IAPError? {
    IAPFixturesTests.refusal { try names(.users, at: name) }
  }

  private static let subjects: [NameQuery.Subject] = [
    .products, .users, .markets, .unconsumedPayments,
  ]

  // MARK: No changes

  @Test
  func `Completion makes no due renewals and uses no faults`() throws {
    let due = Game.payment(
      "1", "chest", "\"expiryTime\": \"2026-01-12T00:00:00Z\", \"status\": \"ACTIVE\"")
    let faults = IAPOperation.allCases.map { FaultsTests.fault($0.rawValue, 2) }
    _ = try folder.store(Game.seed(purchases: due, faults: faults.joined(separator: ",")))
    let bytes = try folder.read("store.db")
    for subject in Self.subjects { _ = try names(subject) }
    #expect(try names(.unconsumedPayments) == ["1"])
    #expect(try folder.read("store.db") == bytes)
    let connection = try Connection(path: folder["store.db"], access: .readOnly, patience: 0)
    let counts = try connection.first(
      "SELECT (SELECT count(*) FROM purchase), (SELECT sum(used) FROM fault)",
      make: { [$0.integer(0), $0.integer(1)] })
    #expect(counts == [1, 0])
  }

  @Test
  func `Completion leaves no files beside the store`() throws {
    _ = try folder.store(Game.seed())
    for subject in Self.subjects { _ = try names(subject) }
    #expect(folder.names == ["store.db"])
  }

  @Test
  func `Completion works for a read-only store`() throws {
    _ = try folder.store(Game.seed(users: "{\"userID\": \"bob\"}"))
    try folder.forbidWriting("store.db")
    #expect(try names(.users) == ["bob"])
    #expect(folder.names == ["store.db"])
  }

  @Test
  func `Completion sees what another process just wrote`() async throws {
    let store = try folder.store(Game.seed())
    #expect(await store.buy("gem", for: "zoe").answer != nil)
    #expect(try names(.users) == ["zoe"])
    try folder.forbidWriting("store.db")
    #expect(try names(.users) == ["zoe"], "the log beside it is read too")
  }

  // MARK: Other files

  @Test
  func `Completion does not create a missing store`() {
    #expect(refusal() == .iapctl(.storeMissing, .file(folder["store.db"], .missing)))
    #expect(folder.names.isEmpty)
  }

  @Test
  func `Completion refuses a file that is not a store`() throws {
    let path = try folder.write("text", to: "text.db")
    #expect(
      refusal(in: "text.db")
        == .iap(.notInitialized, .file(path, .notAStore(what: "not an SQLite database"))))
    let foreign = try Connection(path: folder["foreign.db"], access: .create, patience: 0)
    try foreign.execute("CREATE TABLE user (userID TEXT); PRAGMA application_id = 77")
    #expect(
      refusal(in: "foreign.db")
        == .iap(
          .notInitialized,
          .file(folder["foreign.db"], .notAStore(what: "an SQLite database of another program"))))
  }

  @Test(arguments: [(5, ConsoleCode.storeUnreadable), (9, .storeTooNew), (0, .storeDamaged)])
  func `Completion refuses a store of another version and does not change it`(
    _ version: Int, _ code: ConsoleCode
  ) throws {
    _ = try folder.store(Game.seed())
    let connection = try Connection(path: folder["store.db"], access: .readWrite, patience: 0)
    try connection.execute("PRAGMA user_version = \(version)")
    try connection.checkpoint()
    let bytes = try folder.read("store.db")
    #expect(refusal()?.code == .iapctl(code))
    #expect(try folder.read("store.db") == bytes)
  }

  /// The header of the file has the old version number, and the write-ahead log has the new one.
  @Test(arguments: [(5, ConsoleCode.storeUnreadable), (9, .storeTooNew), (0, .storeDamaged)])
  func `Completion reads a version that is only in the write-ahead log`(
    _ version: Int, _ code: ConsoleCode
  ) throws {
    _ = try folder.store(Game.seed())
    let connection = try Connection(path: folder["store.db"], access: .readWrite, patience: 0)
    try connection.execute("PRAGMA user_version = \(version)")
    #expect(refusal()?.code == .iapctl(code))
  }

  @Test
  func `Completion reports a damaged store and does not change it`() throws {
    _ = try folder.store(Game.seed(purchases: Game.payment("1", "gem")))
    var bytes = try folder.read("store.db")
    for index in 4096..<bytes.count { bytes[index] = 0xA5 }
    try folder.write(bytes, to: "store.db")
    #expect(refusal()?.code == .iapctl(.storeDamaged))
    #expect(try folder.read("store.db") == bytes)
  }

  // MARK: Time limits

  @Test
  func `Completion does not wait for a process that writes`() throws {
    _ = try folder.store(Game.seed(users: "{\"userID\": \"bob\"}"))
    let lock = try StoreLock(on: folder["store.db"])
    #expect(try names(.users) == ["bob"])
    try lock.release()
  }

  @Test
  func `Completion does not wait for an exclusive lock`() throws {
    _ = try folder.store(Game.seed())
    let holder = try Connection(path: folder["store.db"], access: .readWrite, patience: 0)
    try holder.execute("PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE")
    #expect(refusal() == nil)
    try holder.execute("ROLLBACK")
  }

  /// Fills the store with payments of one user, so that another user is found only after all of
  /// them.
  private func fill(_ count: Int) throws {
    _ = try folder.store(Game.seed())
    let connection = try Connection(path: folder["store.db"], access: .readWrite, patience: 0)
    try connection.execute(
      """
      WITH RECURSIVE number (value) AS (
        SELECT 1 UNION ALL SELECT value + 1 FROM number WHERE value < \(count))
      INSERT INTO purchase (paymentSeq, userID, productID, productType, state, consumed,
        accessToken, transactionIdentifier, purchaseTime, storePayment, sandboxPayment)
      SELECT value, 'alice', 1, 'CONSUMABLE', 'SUCCESS', 0, 't', value, value, 0, 0 FROM number
      """)
    try connection.checkpoint()
  }

  /// A clock that moves on by one second each time it is read.
  private func hastyClock() -> @Sendable () -> Duration {
    let looks = Counter()
    return { .seconds(looks.next()) }
  }

  @Test
  func `Completion ends after its time limit`() throws {
    try fill(200_000)
    let hasty = hastyClock()
    let refused = IAPFixturesTests.refusal {
      try names(.unconsumedPayments, in: ["GG"], monotonicTime: hasty)
    }
    #expect(refused == .iapctl(.storeBusy, .file(folder["store.db"], .lockedByOthers)))
    #expect(try names(.unconsumedPayments, in: ["GG"]) == [], "there is time enough")
  }

  /// A scan of all payments would exceed the time limit.
  @Test
  func `Completion in a large store does not scan all payments`() throws {
    try fill(200_000)
    #expect(try names(.users, monotonicTime: hastyClock()) == ["alice"])
    #expect(try names(.markets, monotonicTime: hastyClock()) == ["AS", "GG"])
    #expect(try names(.products, monotonicTime: hastyClock()).count == 8)
    #expect(try names(.unconsumedPayments, of: "zoe", monotonicTime: hastyClock()) == [])
  }
}
