import SQLite
import TestSupport
import Testing

@testable import IAPFixtures

struct StoreOptionsTests {
  @Test(arguments: [(true, 0), (false, 2)] as [(Bool, Int64)])
  func `Only a temporary store does not wait for the disk`(
    isTemporary: Bool, synchronous: Int64
  ) throws {
    let folder = try TemporaryFolder()
    _ = try folder.store(Game.seed(purchases: Game.payment("1", "gem")))
    var options = FixtureStore.Options.test
    options.isTemporary = isTemporary
    let file = try StoreFile(existing: folder["store.db"], options: options)
    let mode = try file.open(isForCheck: false)
      .first("PRAGMA synchronous", make: { $0.integer(0) ?? -1 })
    #expect(mode == synchronous)
  }
}
