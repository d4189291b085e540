import IAPCore
import IAPFixtures
import Synchronization
import System
import TestSupport
import Testing

struct DamagedStoreTests {
  private static let page = 4096

  private static func dump(_ folder: TemporaryFolder) async throws -> [UInt8] {
    let store = try FixtureStore(openAt: folder["store.db"], options: .test)
    let whole = Mutex<[UInt8]>([])
    try await store.dump { piece in whole.withLock { $0 += piece } }
    return whole.withLock { $0 }
  }

  /// The result of a dump of a changed file.
  private static func dump(of bytes: [UInt8], in folder: TemporaryFolder) async throws -> [UInt8]? {
    for suffix in ["-wal", "-shm"] { Files.remove(folder["store.db" + suffix]) }
    try folder.write(bytes, to: "store.db")
    do {
      return try await dump(folder)
    } catch let error as IAPError {
      #expect(ExitCodes.damaged.contains(error.name), "\(error)")
      return nil
    }
  }

  private enum ExitCodes {
    static let damaged: Set = [
      "storeDamaged", "notInitialized", "storeTooNew", "storeUnreadable",
    ]
  }

  @Test
  func `A dump of a large store with an exchanged page is refused or is complete`() async throws {
    let folder = try TemporaryFolder()
    let payments = (1...5000).map { Game.payment("\(1_000_000 + $0)", "gem") }
    _ = try folder.store(Game.seed(purchases: payments.joined(separator: ",")))
    let intact = try folder.read("store.db")
    let count = intact.count / Self.page
    #expect(intact.count > 1 << 20)
    let whole = try await Self.dump(folder)
    var refused = 0
    for place in 1..<count {
      let other = (place * 13 + 7) % count
      guard other != place, place % 10 == 0 || place < 12 else { continue }
      var bytes = intact
      let source = intact[other * Self.page..<(other + 1) * Self.page]
      bytes.replaceSubrange(place * Self.page..<(place + 1) * Self.page, with: source)
      let dumped = try await Self.dump(of: bytes, in: folder)
      #expect(dumped == nil || dumped == whole, "page \(place) replaced by page \(other)")
      if dumped == nil { refused += 1 }
    }
    #expect(refused > 10)
  }

  @Test
  func `A flipped bit in the text of the schema is damage, and no bug`() async throws {
    let folder = try TemporaryFolder()
    _ = try folder.store(Game.seed(purchases: Game.payment("1", "gem")))
    let intact = try folder.read("store.db")
    // The texts of the schema fill the first pages. Data may change; that is no bug.
    let places = intact.indices.filter { place in
      place > 100 && place < 5 * Self.page && (0x20..<0x7F).contains(intact[place])
    }
    for (round, place) in places.enumerated() where round % 29 == 0 {
      var bytes = intact
      bytes[place] ^= 1 << UInt8(round % 7)
      _ = try await Self.dump(of: bytes, in: folder)
    }
  }

  @Test
  func `A damaged header is reported as damage`() async throws {
    let folder = try TemporaryFolder()
    _ = try folder.store(Game.seed(purchases: Game.payment("1", "gem")))
    let intact = try folder.read("store.db")
    let whole = try await Self.dump(folder)
    for place in 0..<100 {
      for byte in [intact[place] ^ 1, 0xFF, 0x03] where byte != intact[place] {
        var bytes = intact
        bytes[place] = byte
        let dumped = try await Self.dump(of: bytes, in: folder)
        #expect(dumped == nil || dumped == whole, "byte \(place)")
      }
    }
  }
}
