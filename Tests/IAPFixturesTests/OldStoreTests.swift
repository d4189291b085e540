import FoundationEssentials
import IAPCore
import IAPFixtures
import SQLite
import System
import TestSupport
import Testing

/// `Old/store-1.sql` is the sample as version 1 of the format stored it.
@Suite("Stores of older versions")
struct OldStoreTests {
  let folder: TemporaryFolder
  private let connection: Connection

  init() throws {
    folder = try TemporaryFolder()
    connection = try Connection(path: folder["store.db"], access: .create, patience: 0)
    try connection.execute(String(decoding: try Self.file("store-1.sql"), as: UTF8.self))
    try connection.execute(
      "PRAGMA application_id = 0x49415046; PRAGMA user_version = 1; PRAGMA journal_mode = WAL")
    try connection.checkpoint()
  }

  private static func file(_ name: String) throws -> [UInt8] {
    let here = #filePath.split(separator: "/").dropLast().joined(separator: "/")
    return try Files.read("/\(here)/Old/\(name)", limit: 1 << 20)
  }

  @Test("Opening an older store converts it, and keeps everything")
  func anOldStoreIsConverted() async throws {
    let store = try folder.reopen()
    #expect(try await store.check().isEmpty)
    let before = String(decoding: try Self.file("store-1.json"), as: UTF8.self)
    let fresh = try folder.store(before, named: "fresh.db")
    #expect(try await store.dumped(withLog: true) == fresh.dumped(withLog: true))
    #expect(try await store.dumped(withLog: true).contains("\"events\": []"))
  }

  @Test("A converted store has the new columns and the log")
  func aConvertedStoreIsALab() async throws {
    let store = try folder.reopen()
    #expect(await store.buy("gem.550").answer != nil)
    let kinds = try await store.log().map(\.kind)
    #expect(kinds == ["reserved", "charged", "verified"])
    #expect(try await store.check().isEmpty)
  }

  @Test("An older store that cannot be written is refused and stays as it is")
  func anOldStoreThatCannotBeWritten() throws {
    try folder.forbidWriting("store.db")
    let bytes = try folder.read("store.db")
    #expect(refusal { try folder.reopen() }?.code == .iapctl(.storeReadOnly))
    #expect(try folder.read("store.db") == bytes)
  }

  @Test("A store that does not have the schema of its version is damaged")
  func aStoreOfAnotherVersion() throws {
    _ = try folder.store(#"{"format": 1}"#, named: "new.db")
    let new = try Connection(path: folder["new.db"], access: .readWrite, patience: 0)
    try new.execute("PRAGMA user_version = 1")
    let error = refusal { try FixtureStore(openAt: folder["new.db"], options: .test) }
    #expect(error?.code == .iapctl(.storeDamaged))
  }

  @Test("A conversion that is stopped changes nothing")
  func aStoppedConversion() throws {
    let other = try Connection(path: folder["store.db"], access: .readWrite, patience: 0)
    try other.execute("BEGIN IMMEDIATE")
    var options = FixtureStore.Options.test
    options.stopSignal = { 2 }
    #expect(refusal { try folder.reopen(options: options) }?.code == .iapctl(.interrupted))
    try other.execute("ROLLBACK")
    #expect(try connection.first("PRAGMA user_version", make: { $0.integer(0) }) == 1)
  }
}

extension FixtureStore {
  /// The whole log.
  func log() async throws -> [StoreEvent] {
    var events: [StoreEvent] = []
    for try await page in self.events(after: 0) { events += page }
    return events
  }
}
