import SQLite
import TestSupport
import Testing

@Suite(.blocking)
struct DamageTests {
  /// Damage in any page is found by every command, and nothing is written.
  @Test
  func `Damage in any page is found`() throws {
    let folder = try TemporaryFolder()
    let program = Program(in: folder)
    let store = folder["game.db"]
    _ = try program.run("store", "init", store, "--sample")
    let sound = try folder.read("game.db")
    for page in 1..<sound.count / 4096 {
      var damaged = sound
      damaged.replaceSubrange(
        page * 4096..<(page + 1) * 4096, with: repeatElement(0xA5, count: 4096))
      try folder.write(damaged, to: "game.db")
      let run = try program.run("consume", "2026011210000001", "--store", store)
      #expect(run.status == 65, "page \(page): \(run.output)")
      let check = try program.run("store", "check", "--store", store)
      #expect([6, 65].contains(check.status), "page \(page): \(check.errors)")
      #expect(try folder.read("game.db") == damaged, "page \(page) was changed")
    }
  }

  @Test
  func `A damaged header exits with 65, and not as a bug`() throws {
    let folder = try TemporaryFolder()
    let program = Program(in: folder)
    let store = folder["game.db"]
    _ = try program.run("store", "init", store, "--sample")
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
    #expect(found > 40)
  }

  /// A valid page in the place of another one contradicts the rest of the database.
  @Test
  func `Swapped pages are found`() throws {
    let folder = try TemporaryFolder()
    let program = Program(in: folder)
    let store = folder["game.db"]
    _ = try program.run("store", "init", store, "--sample")
    let sound = try folder.read("game.db")
    let count = sound.count / 4096
    for page in 1..<count {
      let other = page == count - 1 ? 1 : page + 1
      var damaged = sound
      damaged.replaceSubrange(
        page * 4096..<(page + 1) * 4096, with: sound[other * 4096..<(other + 1) * 4096])
      // Two pages without any row can be equal.
      guard damaged != sound else { continue }
      try folder.write(damaged, to: "game.db")
      let run = try program.run("unconsumed", "--all-users", "--store", store)
      #expect(run.status == 65, "page \(page): \(run.errors)")
      #expect(try folder.read("game.db") == damaged)
    }
  }
}
