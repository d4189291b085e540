import IAPCore
import IAPFixtures
import SQLite
import TestSupport
import Testing

/// Stores that another process uses, or that cannot be written.
struct SharedStoreFileTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test
  func `Two processes with the same store see each other's changes`() async throws {
    let one = try folder.store(Game.seed())
    let other = try folder.reopen()
    let first = try #require(await one.buy("gem").answer?.purchase)
    #expect(try await other.unconsumedNumbers(of: "alice") == [first.paymentSeq.text])
    #expect(await other.consuming(first.paymentSeq).answer != nil)
    #expect(await one.consuming(first.paymentSeq).refusal?.isAlreadyConsumed == true)
    let second = try #require(await one.buy("gem").answer?.purchase)
    let third = try #require(await other.buy("gem").answer?.purchase)
    #expect(second.paymentSeq != third.paymentSeq)
    _ = try folder.reopen(at: "2026-01-17T00:00:00Z")
    #expect(try await one.contents().clock == "2026-01-17T00:00:00.000Z")
    #expect(try await one.dumped() == other.dumped())
  }

  @Test
  func `A store that stays locked is reported as busy`() async throws {
    var options = FixtureStore.Options.test
    options.patience = .zero
    _ = try folder.store(
      Game.seed(
        purchases: Game.payment("1", "gem"),
        faults: FaultsTests.fault("products", 2)))
    let store = try folder.reopen(options: options)
    let before = try await store.dumped()
    let holder = try Connection(path: folder["store.db"], access: .readWrite, patience: 0)
    try holder.execute("BEGIN IMMEDIATE")
    let busy = IAPError.iapctl(.storeBusy, .file(folder["store.db"], .lockedByOthers))
    #expect(await store.buy("gem").refusal == busy)
    let batch = [Payment("1"), Payment("9")]
    #expect(await store.consume(batch).map(\.refusal) == [busy, busy])
    #expect(await refusal { try await store.restore("alice", in: []) } == busy)
    #expect(await refusal { try await store.reprocess("alice", in: []) } == busy)
    #expect(await refusal { try await store.products(in: []) } == busy, "its fault must count")
    #expect(
      refusal { try folder.reopen(at: "2026-01-16T00:00:00Z", options: options) } == busy)
    #expect(try await store.unconsumedNumbers(of: "alice") == ["1"], "looking needs no lock")
    #expect(try await store.dumped() == before)
    try holder.execute("ROLLBACK")
    #expect(await store.buy("gem").answer != nil)
  }

  @Test
  func `A read-only store answers queries and refuses changes`() async throws {
    _ = try folder.store(
      Game.seed(
        purchases: Game.payment("1", "gem") + "," + Game.payment("2", "vip"),
        deferred: "{\"userID\": \"alice\", \"productIdentifier\": \"chest\"}"))
    let bytes = try folder.read("store.db")
    try folder.forbidWriting("store.db")
    let store = try folder.reopen()
    let refused = await store.buy("gem").refusal
    #expect(refused == .iapctl(.storeReadOnly, .file(folder["store.db"], .readOnly)))
    #expect(await store.consuming("1").refusal == refused)
    #expect(await refusal { try await store.restore("alice", in: []) } == refused)
    #expect(await refusal { try await store.reprocess("alice", in: []) } == refused)
    let seed = try SeedText(Array("{\"format\": 1}".utf8))
    #expect(await refusal { try await store.load(seed) } == refused)
    #expect(try await store.products(in: []).elements.count == 8)
    #expect(try await store.unconsumedNumbers(of: "alice") == ["1"])
    #expect(try await store.subscriptions(SubscriptionQuery(user: "alice")).elements.count == 1)
    #expect(try await store.deferredProducts(of: "alice", in: []).elements.count == 1)
    #expect(try await store.contents().purchases.count == 2)
    #expect(try await store.check().isEmpty)
    #expect(try folder.read("store.db") == bytes)
    #expect(folder.names == ["store.db"])
  }

  @Test
  func `A read-only store includes the contents of its write-ahead log`() async throws {
    let writer = try folder.store(Game.seed())
    #expect(await writer.buy("gem").answer != nil)
    #expect(folder.names.contains("store.db-wal"))
    let bytes = try folder.read("store.db")
    try folder.forbidWriting("store.db")
    #expect(try await folder.reopen().unconsumedNumbers(of: "alice").count == 1)
    #expect(try folder.read("store.db") == bytes)
    #expect(await writer.buy("gem").answer != nil, "who had it open before may still write")
  }

  /// Opens a store with this number of payments, with a stop already requested.
  private func stopped(holding count: Int) throws -> FixtureStore {
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
    var options = FixtureStore.Options.test
    options.stopSignal = { 15 }
    return try folder.reopen(options: options)
  }

  @Test
  func `A stop signal ends a long statement`() async throws {
    let store = try stopped(holding: 200_000)
    let refused = await refusal { try await store.check() }
    #expect(refused?.code == .iapctl(.interrupted))
  }

  @Test
  func `A stop signal lets a short statement finish`() async throws {
    let store = try stopped(holding: 100)
    #expect(try await store.check().isEmpty)
    #expect(await store.consuming("1").answer != nil)
  }

  /// The store is too large to be checked for damage when it is opened.
  @Test
  func `A list of a damaged store ends`() async throws {
    try FixtureStore.create(at: folder["whole.db"], from: try Sample.seed(), options: .test)
    let whole = try folder.read("whole.db")
    let pages = whole.count / 4096
    for page in 1..<pages {
      let other = page == pages - 1 ? 1 : page + 1
      var damaged = whole
      damaged.replaceSubrange(
        page * 4096..<(page + 1) * 4096, with: whole[other * 4096..<(other + 1) * 4096])
      try folder.write(damaged, to: "damaged.db")
      let count = await listed(in: folder["damaged.db"])
      #expect(count < 100, "page \(page)")
    }
  }

  /// The number of purchases before the list ends or fails.
  private func listed(in path: String) async -> Int {
    var count = 0
    do {
      // Opened for a check, because damage in a small store would be refused, as it is not in a
      // large one.
      let store = try FixtureStore(openAt: path, options: .test, isForCheck: true)
      let list = try await store.unconsumed(UnconsumedQuery(owner: .everyone))
      for try await page in list {
        count += page.elements.count
        if count >= 100 { break }
      }
    } catch {}
    return count
  }
}
