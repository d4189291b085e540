import IAPCore
import SQLite
import System
import TestSupport
import Testing

@testable import IAPFixtures

struct StoreSnapshotTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test(arguments: [0, 1 << 30])
  func `A store returns to it each time, before and after it was copied`(longestLog: Int64)
    async throws
  {
    let store = try folder.store(Game.seed(purchases: Game.payment("1", "gem")))
    try await returning(longestLog, in: store)
  }

  private func returning(_ longestLog: Int64, in store: isolated FixtureStore) throws {
    let before = try store.dumped()
    let snapshot = try StoreSnapshot(of: store.file, longestLog: longestLog)
    for _ in 0..<3 {
      #expect(store.consume([Payment("1")])[0].result.answer != nil)
      try store.connection.execute("UPDATE store SET appKey = 'other', clock = clock + 1")
      snapshot.limitLog()
      #expect(try store.dumped() != before)
      try snapshot.restore(into: store.connection)
      #expect(try store.dumped() == before)
      #expect(try store.check() == [])
      let reopened = try FixtureStore(openAt: folder["store.db"], options: .test)
      #expect(reopened.traits.origin == store.traits.origin)
    }
  }

  @Test(arguments: [false, true])
  func `Neither changes nor resets of a served store let its log grow for ever`(isReset: Bool)
    async throws
  {
    let payload = String(repeating: "p", count: 2 << 20)
    let purchase = Game.payment("1", "gem", "\"payload\": \"\(payload)\"")
    let made = try folder.store(Game.seed(purchases: isReset ? purchase : ""))
    let served = try made.reopened(on: ExclusiveExecutor())
    for _ in 0..<40 {
      if isReset {
        try await served.reset()
      } else {
        var request = PurchaseRequest(product: "gem", user: "alice")
        request.payload = payload
        _ = try await served.purchase(request)
      }
    }
    #expect(try Files.status(of: folder["store.db-wal"]).size < 76 << 20)
  }
}
