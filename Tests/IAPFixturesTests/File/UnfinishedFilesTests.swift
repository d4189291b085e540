import IAPFixtures
import System
import TestSupport
import Testing

/// What a killed `store init` leaves is removed by the next one for the same path.
struct UnfinishedFilesTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func leave(_ name: String, _ files: String...) throws {
    try Files.makeFolders(folder[name])
    for file in files { try folder.write("x", to: "\(name)/\(file)") }
  }

  @Test
  func `The next store removes the folders of killed processes`() throws {
    try leave("store.db.new-abcdef", "new", "new-journal", "new-wal", "new-shm", "lock")
    try leave("store.db.new-ABC123")
    _ = try folder.store(Game.seed())
    #expect(folder.names.filter { $0.contains("new") } == [])
  }

  @Test
  func `The folders of living processes and other files stay`() throws {
    try leave("store.db.new-abcdef", "new", "lock")
    try leave("other.db.new-abcdef", "new", "lock")
    try leave("store.db.new-abcdefg", "new", "lock")
    try leave("store.db.new-ABC123", "mine")
    let lock = try FileLock(existing: folder["store.db.new-abcdef"] + "/lock")
    try lock.lock(0)
    let before = folder.names
    _ = try folder.store(Game.seed())
    #expect(folder.names == (before + ["store.db"]).sorted())
    #expect(try folder.read("store.db.new-abcdef/new") == Array("x".utf8))
  }
}
