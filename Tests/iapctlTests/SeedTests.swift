import TestSupport
import Testing

@Suite(.blocking)
struct SeedTests {
  @Test
  func `Loading a dump recreates the store exactly`() throws {
    let folder = try TemporaryFolder()
    let program = Program(in: folder)
    let store = folder["a.db"]
    _ = try program.run("store", "init", store, "--sample")
    // Commands that create every kind of row.
    for line in [
      "consume 2026011210000001", "purchase gem.100 --user erin --payload a\"b",
      "purchase gem.550 --user erin --simulate cancelled --sandbox",
      "purchase gem.550 --user erin --promotion --defer", "reprocess --user frank",
      "restore --user carol", "subscriptions --user bob --now 2026-03-01T00:00:00Z",
    ] {
      let words = line.split(separator: " ").map(String.init)
      #expect(
        try [0, 4].contains(program.run(words: words + ["--store", store]).status), "\(line)")
    }
    let dump = try program.run("store", "dump", "--store", store)
    try folder.write(dump.output, to: "dump.json")
    let made = try program.run("store", "init", folder["b.db"], "--from", folder["dump.json"])
    #expect(made.status == 0, "\(made.errors)")
    #expect(try program.run("store", "dump", "--store", folder["b.db"]).output == dump.output)
    #expect(try program.run("store", "check", "--store", folder["b.db"]).status == 0)
    // Loading the dump into the same store changes nothing.
    let again = try program.run("store", "load", folder["dump.json"], "--store", store)
    #expect(again.status == 0, "\(again.errors)")
    #expect(try program.run("store", "dump", "--store", store).output == dump.output)
  }

  @Test(arguments: [
    (
      #"{"format": 1, "products": [{"productIdentifier": "a"}]}"#,
      "products[0].productType: missing"
    ),
    (
      #"{"format": 1, "products": [{"productIdentifier": "a", "productType": "CONSUMABLE", "price": "1"}]}"#,
      "products[0].price: not a decimal"
    ),
    (#"{"format": 1, "users": [{"userID": "a", "name": 1}]}"#, "users[0].name: unknown key"),
    (#"{"format": 2}"#, "format: 2 is unknown: this iapctl knows only 1"),
    (#"{"format": 1, "format": 1}"#, "format: given twice"),
    (#"{"format": 1,"#, "line 1, column 14: not JSON: a key in quotes was expected"),
    ("", "seed: empty"),
  ])
  func `An invalid seed is refused with its location and loads nothing`(
    _ seed: String, _ place: String
  ) throws {
    let folder = try TemporaryFolder()
    let program = Program(in: folder)
    let path = try folder.write(seed, to: "seed.json")
    let made = try program.run("store", "init", folder["new.db"], "--from", path)
    #expect(made.status == 65)
    #expect(made.output == "")
    #expect(made.errors.hasPrefix("iapctl: error: \(path): \(place)"), "\(made.errors)")
    #expect(!folder.names.contains { $0.hasPrefix("new.db") })

    _ = try program.run("store", "init", folder["old.db"], "--sample")
    let before = try program.run("store", "dump", "--store", folder["old.db"]).output
    #expect(try program.run("store", "load", path, "--store", folder["old.db"]).status == 65)
    #expect(try program.run("store", "dump", "--store", folder["old.db"]).output == before)
  }

  @Test
  func `A seed can be read from standard input`() throws {
    let folder = try TemporaryFolder()
    let program = Program(in: folder)
    let made = try program.run(
      "store", "init", folder["s.db"], "--from", "-", input: #"{"format": 1}"#)
    #expect(made.status == 0, "\(made.errors)")
  }

  @Test
  func `store init never overwrites a file`() throws {
    let folder = try TemporaryFolder()
    let program = Program(in: folder)
    try folder.write("precious", to: "file")
    let run = try program.run("store", "init", folder["file"], "--sample", "-o", "json")
    #expect(run.status == 64)
    #expect(run.errors.contains(#""name":"storeExists""#))
    #expect(try folder.read("file") == Array("precious".utf8))
  }
}
