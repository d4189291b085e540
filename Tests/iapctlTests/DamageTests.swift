import System
import TestSupport
import Testing

@Suite(.blocking)
struct DamageTests {
  private let folder: TemporaryFolder
  private let program: Program
  private var store: String { folder["game.db"] }
  private static let page = 4096

  init() throws {
    folder = try TemporaryFolder()
    program = Program(in: folder)
    _ = try program.run("store", "init", folder["game.db"], "--sample")
  }

  /// - Parameter isClean: whether the process that used the store last removed its write-ahead log.
  private func write(_ bytes: [UInt8], isClean: Bool) throws {
    for suffix in ["-wal", "-shm"] { Files.remove(store + suffix) }
    try folder.write(bytes, to: "game.db")
    if !isClean { try folder.write([UInt8](repeating: 0, count: 64), to: "game.db-wal") }
  }

  /// The store with each page replaced once.
  private func damaged(
    by replacement: (_ page: Int, _ sound: [UInt8]) -> [UInt8]
  ) throws -> [(page: Int, bytes: [UInt8])] {
    let sound = try folder.read("game.db")
    return (1..<sound.count / Self.page).compactMap { page in
      var bytes = sound
      bytes.replaceSubrange(
        page * Self.page..<(page + 1) * Self.page, with: replacement(page, sound))
      // Two pages without any row can be equal.
      return bytes == sound ? nil : (page, bytes)
    }
  }

  private var overwritten: [(page: Int, bytes: [UInt8])] {
    get throws { try damaged { _, _ in [UInt8](repeating: 0xA5, count: Self.page) } }
  }

  /// A valid page in the place of another one contradicts the rest of the database.
  private var swapped: [(page: Int, bytes: [UInt8])] {
    get throws {
      try damaged { page, sound in
        let other = page == sound.count / Self.page - 1 ? 1 : page + 1
        return Array(sound[other * Self.page..<(other + 1) * Self.page])
      }
    }
  }

  @Test
  func `After an unclean end, damage in any page is found and nothing is written`() throws {
    for (page, bytes) in try overwritten + swapped {
      try write(bytes, isClean: false)
      let run = try program.run("consume", "2026011210000001", "--store", store)
      #expect(run.status == 65, "page \(page): \(run.output)")
      #expect(try folder.read("game.db") == bytes, "page \(page) was changed")
    }
  }

  @Test
  func `After a clean end, 'store check' finds damage in any page`() throws {
    for (page, bytes) in try overwritten + swapped {
      try write(bytes, isClean: true)
      let check = try program.run("store", "check", "--store", store)
      #expect([6, 65].contains(check.status), "page \(page): \(check.errors)")
      #expect(try folder.read("game.db") == bytes)
      let list = try program.run("unconsumed", "--all-users", "--store", store)
      #expect([0, 65].contains(list.status), "page \(page): \(list.errors)")
    }
  }

  @Test
  func `A damaged header exits with 65, and not as a bug`() throws {
    let sound = try folder.read("game.db")
    var found = 0
    for place in 0..<100 {
      var damaged = sound
      damaged[place] = damaged[place] ^ 0x81
      try folder.write(damaged, to: "game.db")
      let run = try program.run("products", "--store", store)
      #expect([0, 65].contains(run.status), "byte \(place): \(run.errors)")
      if run.status == 65 { found += 1 }
    }
    #expect(found > 30)
  }
}
