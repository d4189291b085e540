import SQLite
import TestSupport
import Testing

/// Files that are not usable stores: the exit status, the hint, and that the file is not changed.
@Suite(.blocking)
struct BadStoreTests {
  @Test(arguments: [
    ("missing", 66, "storeMissing"), ("folder", 66, "storeIsDirectory"),
    ("empty", 65, "notInitialized"), ("text", 65, "notInitialized"),
    ("foreign.db", 65, "notInitialized"), ("newer.db", 65, "storeTooNew"),
    ("cut.db", 65, "storeDamaged"), ("scratched.db", 65, "storeDamaged"),
  ])
  func `A bad store is refused and not changed`(_ name: String, _ exit: Int, _ error: String) throws
  {
    let folder = try TemporaryFolder()
    let program = Program(in: folder)
    try make(name, in: folder, program)
    let before = name == "missing" || name == "folder" ? [] : try folder.read(name)
    let names = folder.names.filter { $0.hasPrefix(name) }
    for words in [["unconsumed", "--user", "alice"], ["consume", "2026011210000001"]] {
      let prose = try program.run(words: words + ["--store", folder[name]])
      #expect(prose.status == Int32(exit), "\(prose.errors)")
      #expect(prose.output == "")
      #expect(prose.errors.contains("\nhint: "))
      let json = try program.run(words: words + ["--store", folder[name], "-o", "json"])
      #expect(json.status == Int32(exit))
      #expect(json.errors.hasPrefix(#"{"error":{"name":"\#(error)""#), "\(json.errors)")
      #expect(json.errors.hasSuffix("\"exitCode\":\(exit)}}\n"))
    }
    guard name != "missing" && name != "folder" else { return }
    #expect(try folder.read(name) == before)
    #expect(folder.names.filter { $0.hasPrefix(name) } == names, "left files behind")
  }

  private func make(_ name: String, in folder: TemporaryFolder, _ program: Program) throws {
    switch name {
    case "missing": break
    case "folder": _ = try program.shell("mkdir '\(folder[name])'")
    case "empty": try folder.write("", to: name)
    case "text": try folder.write(String(repeating: "just text\n", count: 500), to: name)
    case "foreign.db":
      let foreign = try Connection(path: folder[name], access: .create, patience: 0)
      try foreign.execute("CREATE TABLE t (x); INSERT INTO t VALUES (1)")
    default: try makeStore(name, in: folder, program)
    }
  }

  private func makeStore(_ name: String, in folder: TemporaryFolder, _ program: Program) throws {
    let made = try program.run("store", "init", folder[name], "--sample")
    #expect(made.status == 0)
    var bytes = try folder.read(name)
    switch name {
    case "newer.db": bytes[63] = 99
    case "cut.db": bytes.removeLast(bytes.count / 2)
    default: bytes.replaceSubrange(4096..., with: bytes.dropFirst(4096).map { _ in 0xA5 })
    }
    try folder.write(bytes, to: name)
  }

  @Test
  func `A read-only store answers queries and refuses changes`() throws {
    let folder = try TemporaryFolder()
    let program = Program(in: folder)
    let store = folder["game.db"]
    _ = try program.run("store", "init", store, "--sample")
    let before = try folder.read("game.db")
    _ = try program.shell("chmod 0444 '\(store)'")
    for line in [
      "unconsumed --user alice", "subscriptions --user bob", "products", "store dump",
      "store check",
    ] {
      let words = line.split(separator: " ").map(String.init)
      let run = try program.run(words: words + ["--store", store])
      #expect(run.status == 0, "\(line): \(run.errors)")
    }
    for line in [
      "consume 2026011210000001", "purchase gem.100 --user alice", "restore --user carol",
      "reprocess --user frank", "products --now 2027-01-01T00:00:00Z",
    ] {
      let words = line.split(separator: " ").map(String.init)
      let run = try program.run(words: words + ["--store", store, "-o", "json"])
      #expect(run.status == 74, "\(line): \(run.errors)")
      #expect(run.errors.contains(#""name":"storeReadOnly""#))
    }
    #expect(try folder.read("game.db") == before)
    #expect(!folder.names.contains { $0.hasPrefix("game.db-") })
  }
}
