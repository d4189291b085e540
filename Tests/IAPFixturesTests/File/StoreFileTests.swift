import IAPCore
import IAPFixtures
import SQLite
import System
import TestSupport
import Testing

/// Files that are stores, files that are not, and the errors for these.
struct StoreFileTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func opening(_ name: String = "store.db") -> IAPError? {
    refusal { try folder.reopen(named: name) }
  }

  private func database(_ name: String, _ statements: String) throws {
    let connection = try Connection(path: folder[name], access: .create, patience: 0)
    try connection.execute(statements)
  }

  // MARK: Other files

  @Test
  func `A missing store is reported and not created`() {
    #expect(
      opening() == .iapctl(.storeMissing, .file(folder["store.db"], .missing)))
    #expect(opening("no/such/store.db")?.code == .iapctl(.storeMissing))
    #expect(folder.names.isEmpty)
  }

  @Test
  func `A path below a file is reported as a missing store`() throws {
    try folder.write("text", to: "file")
    #expect(opening("file/store.db")?.code == .iapctl(.storeMissing))
  }

  @Test
  func `A directory is not a store`() {
    #expect(
      refusal { try FixtureStore(openAt: folder.path, options: .test) }
        == .iapctl(.storeIsDirectory, .file(folder.path, .isDirectory)))
  }

  @Test
  func `A device is not a store`() {
    #expect(
      refusal { try FixtureStore(openAt: "/dev/null", options: .test) }
        == .iap(.notInitialized, .file("/dev/null", .notAStore(what: "not a regular file"))))
  }

  static let strangers: [(what: String, bytes: [UInt8])] = [
    ("an empty file", []),
    ("not an SQLite database", Array("not a store".utf8)),
    ("not an SQLite database", Array("SQLite format 3\0".utf8)),
    ("not an SQLite database", Array(repeating: 0, count: 8192)),
  ]

  @Test(arguments: strangers)
  func `A file of another kind is not a store and is not changed`(
    _ stranger: (what: String, bytes: [UInt8])
  ) throws {
    let path = try folder.write(stranger.bytes, to: "store.db")
    #expect(opening() == .iap(.notInitialized, .file(path, .notAStore(what: stranger.what))))
    #expect(try folder.read("store.db") == stranger.bytes)
    #expect(folder.names == ["store.db"])
  }

  @Test
  func `A database of another program is not a store`() throws {
    try database("store.db", "CREATE TABLE store (id INTEGER); PRAGMA application_id = 77")
    let bytes = try folder.read("store.db")
    #expect(
      opening()
        == .iap(
          .notInitialized,
          .file(folder["store.db"], .notAStore(what: "an SQLite database of another program"))))
    #expect(try folder.read("store.db") == bytes)
  }

  @Test(arguments: [
    (5, ConsoleCode.storeUnreadable), (9, .storeTooNew), (99, .storeTooNew), (0, .storeDamaged),
  ])
  func `A store of an unknown version is refused`(_ version: Int, _ code: ConsoleCode) throws {
    _ = try folder.store(Game.seed())
    try database("store.db", "PRAGMA user_version = \(version)")
    try database("store.db", "PRAGMA wal_checkpoint(TRUNCATE)")
    let bytes = try folder.read("store.db")
    let refusal = opening()
    #expect(refusal?.code == .iapctl(code))
    let problems: [Int: IAPError.FileProblem] = [
      0: .damaged(what: "invalid version 0"), 5: .madeByOlderVersion(format: 5, known: 8),
    ]
    #expect(
      refusal?.reason
        == .file(
          folder["store.db"],
          problems[version] ?? .madeByNewerVersion(format: version, known: 8)))
    #expect(try folder.read("store.db") == bytes)
  }

  // MARK: Damage

  @Test(arguments: [4096, 8192, 20_000])
  func `A truncated store is reported as damaged`(_ size: Int) async throws {
    _ = try folder.store(Game.seed())
    let bytes = Array(try folder.read("store.db").prefix(size))
    try folder.write(bytes, to: "store.db")
    let refused = await refusal { try await folder.reopen().products(in: []) }
    #expect(refused?.code == .iapctl(.storeDamaged))
    #expect(try folder.read("store.db") == bytes)
  }

  @Test
  func `Overwritten pages are reported as damage`() async throws {
    _ = try folder.store(Game.seed(purchases: Game.payment("1", "gem")))
    var bytes = try folder.read("store.db")
    for index in 4096..<bytes.count { bytes[index] = 0xA5 }
    try folder.write(bytes, to: "store.db")
    let listing = await refusal { try await folder.reopen().products(in: []) }
    #expect(listing?.code == .iapctl(.storeDamaged))
    let buying = await refusal {
      try await folder.reopen().purchase(PurchaseRequest(product: "gem", user: "alice"))
    }
    #expect(buying?.code == .iapctl(.storeDamaged))
    let checking = await refusal { try await folder.reopen().check() }
    #expect(checking?.code == .iapctl(.storeDamaged))
    #expect(try folder.read("store.db") == bytes)
  }

  @Test
  func `A check of a damaged store lists the damage`() async throws {
    _ = try folder.store(
      Game.seed(purchases: (1...200).map { Game.payment(String($0), "gem") }.joined(separator: ","))
    )
    var bytes = try folder.read("store.db")
    for index in (bytes.count - 4096)..<bytes.count { bytes[index] = 0xA5 }
    try folder.write(bytes, to: "store.db")
    let store = try FixtureStore(openAt: folder["store.db"], options: .test, isForCheck: true)
    #expect(try await store.check().isEmpty == false)
    #expect(try folder.read("store.db") == bytes)
  }

  // MARK: Creating

  @Test
  func `Creating a store never overwrites a file`() async throws {
    let store = try folder.store(Game.seed(purchases: Game.payment("1", "gem")))
    let refused = refusal { try folder.store(Game.seed()) }
    #expect(refused == .iapctl(.storeExists, .file(folder["store.db"], .existsAlready)))
    #expect(try await store.contents().purchases.count == 1)
    try folder.write("mine", to: "text")
    #expect(
      refusal { try folder.store(Game.seed(), named: "text") }?.code == .iapctl(.storeExists))
    #expect(try folder.read("text") == Array("mine".utf8))
    #expect(
      refusal { try FixtureStore.create(at: folder.path, from: nil, options: .test) }?.code
        == .iapctl(.storeExists))
  }

  @Test
  func `A failed creation leaves no file`() {
    let bad = Game.seed(purchases: Game.payment("1", "none"))
    #expect(refusal { try folder.store(bad) }?.code == .iapctl(.seedContradicts))
    #expect(folder.names.isEmpty)
    #expect(
      refusal { try folder.store(Game.seed(), named: "no/store.db") }?.code
        == .iapctl(.storeNotWritten))
    #expect(folder.names.isEmpty)
  }

  @Test
  func `A successful creation leaves one file`() async throws {
    try FixtureStore.create(at: folder["store.db"], from: nil, options: .test)
    #expect(folder.names == ["store.db"])
    #expect(try await folder.reopen().contents().purchases.isEmpty)
  }

  static let names = [
    "50% off?.db", "a#b.db", "with space.db", "보석.db", "%41.db", "file:x.db", "a&b=c;'\".db",
  ]

  @Test(arguments: names)
  func `The path of a store may contain any character`(_ name: String) async throws {
    let store = try folder.store(Game.seed(), named: name)
    #expect(await store.buy("gem").answer != nil)
    #expect(try await folder.reopen(named: name).contents().purchases.count == 1)
    #expect(folder.names.allSatisfy { $0.hasPrefix(name) })
  }
}
