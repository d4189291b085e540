import CLibrary
import IAPCore
import IAPFixtures
import SQLite
import System
import TestSupport
import Testing

struct StoreIdentityTests {
  private let folder: TemporaryFolder
  private let original: String

  init() throws {
    folder = try TemporaryFolder()
    // It is never opened before it is copied.
    try FixtureStore.create(at: folder["a.db"], from: nil, options: .test)
    try folder.write(folder.read("a.db"), to: "first.db")
    original = try FixtureStore(openAt: folder["a.db"], options: .test).traits.origin
  }

  private func origin(_ name: String) throws -> String {
    try FixtureStore(openAt: folder[name], options: .test).traits.origin
  }

  @Test
  func `It stays the same when the file is opened again, written, renamed and linked`() async throws
  {
    try await FixtureStore(openAt: folder["a.db"], options: .test).load(
      SeedText(Array(Game.seed().utf8)))
    #expect(try origin("a.db") == original)
    #expect(rename(folder["a.db"], folder["b.db"]) == 0)
    #expect(try origin("b.db") == original)
    #expect(link(folder["b.db"], folder["c.db"]) == 0)
    #expect(try origin("c.db") == original)
    #expect(symlink(folder["b.db"], folder["d.db"]) == 0)
    #expect(try origin("d.db") == original)
  }

  @Test
  func `Each copy has its own, which is the same each time, and also if it cannot be written`()
    throws
  {
    try folder.write(folder.read("a.db"), to: "second.db")
    let first = try origin("first.db")
    try folder.write(folder.read("first.db"), to: "third.db")
    let all = try [original, first, origin("second.db"), origin("third.db")]
    #expect(Set(all).count == 4)
    #expect(all.allSatisfy { $0.utf8.count == "fixture:0123456789abcdef".utf8.count })
    #expect(try origin("first.db") == first)
    try folder.setMode(0o400, of: "first.db")
    #expect(try origin("first.db") == first)
    #expect(try origin("a.db") == original)
  }

  @Test
  func `A file whose content is replaced by another store's is not that store`() throws {
    let job = try origin("first.db")
    try FixtureStore.create(at: folder["new.db"], from: nil, options: .test)
    try folder.write(folder.read("new.db"), to: "first.db")
    #expect(try Set([origin("first.db"), origin("new.db"), job, original]).count == 4)
  }

  @Test
  func `A store of an earlier version keeps its identity, and its copies get their own`() throws {
    do {
      let connection = try Connection(path: folder["a.db"], access: .readWrite, patience: 0)
      try connection.execute("UPDATE store SET identityFile = NULL")
    }
    #expect(try origin("a.db") == original)
    try folder.write(folder.read("a.db"), to: "copy.db")
    #expect(try origin("copy.db") != original)
    #expect(try origin("a.db") == original)
  }
}
