import SQLite
import System
import TestSupport
import Testing

/// A fixture store whose file is deleted or replaced while iapctl uses it.
@Suite(.blocking)
struct ReplacedStoreTests {
  enum Way: CaseIterable {
    case delete, replace, overwrite

    /// What a person does to the store `game.db`, in a shell in its folder.
    var command: String {
      switch self {
      case .delete: "rm game.db"
      case .replace: "cp other.db new.db; mv new.db game.db"
      case .overwrite: "cp other.db game.db"
      }
    }
  }

  private struct Scene {
    let folder: TemporaryFolder
    let program: Program
    let payments = ["2026011210000001", "2026011410000001"]

    /// `game.db` is the sample, and in `other.db` a user has one payment more.
    init() throws {
      folder = try TemporaryFolder()
      program = Program(in: folder)
      try make("game.db", "--sample")
      try folder.write(
        """
        {"format": 1, "products": [{"productIdentifier": "gem.100", "productType": "CONSUMABLE"}],
         "purchases": [{"userID": "zoe", "productIdentifier": "gem.100", "paymentSeq": "7"}]}
        """, to: "other.json")
      try make("other.db", "--from", folder["other.json"])
    }

    func make(_ name: String, _ words: String...) throws {
      let made = try program.run(words: ["store", "init", folder[name]] + words)
      #expect(made.status == 0, "\(made.errors)")
    }

    func shell(_ line: String) throws {
      let run = try program.shell("cd '\(folder[""])' && \(line)")
      #expect(run.status == 0, "\(run.errors)")
    }

    /// The numbers of the unconsumed payments of a store.
    func unconsumed(_ name: String) throws -> [String] {
      let run = try program.run(
        "unconsumed", "--all-users", "--store", folder[name], "-o", "jsonl", "--fields",
        "paymentSeq")
      #expect(run.status == 0, "\(run.errors)")
      return run.output.split(separator: "\n").map { $0.filter(\.isNumber) }
    }
  }

  @Test(arguments: Way.allCases)
  func `A batch stops, and says that nothing is kept`(_ way: Way) throws {
    let scene = try Scene()
    let run = try scene.program.run(
      words: [
        "consume", "--store", scene.folder["game.db"], "--user", "alice", "--concurrency", "1",
        "--deliver", "cd '\(scene.folder[""])' && \(way.command)", "-o", "jsonl",
      ] + scene.payments)
    #expect(run.status == 74, "\(run.output)\(run.errors)")
    #expect(run.counts["consumed"] == nil, "\(run.output)")
    #expect(
      run.errors.contains("game.db was deleted, moved or replaced while it was in use"),
      "\(run.errors)")
    // The new file has what it had, and nothing of the old one.
    if way != .delete { #expect(try scene.unconsumed("game.db") == ["7"]) }
  }

  @Test(arguments: Way.allCases)
  func `A server answers 503, and ends with an error`(_ way: Way) throws {
    let scene = try Scene()
    let server = try scene.program.serve("--store", scene.folder["game.db"])
    func status() throws -> Int {
      let run = try scene.program.shell(
        "curl -s -o /dev/null -w '%{http_code}' http://127.0.0.1:\(server.port)/healthz")
      return Int(run.output) ?? 0
    }
    #expect(try status() == 200)
    try scene.shell(way.command)
    let answer = try status()
    #expect(answer == 503)
    if answer != 503 { try server.stop() }
    let run = try server.process.wait()
    #expect(run.status == 74, "\(run.errors)")
    #expect(
      run.errors.contains("was deleted, moved or replaced while it was in use"), "\(run.errors)")
    if way != .delete { #expect(try scene.unconsumed("game.db") == ["7"]) }
  }

  @Test
  func `The log of a file that was replaced is not applied to the new one`() throws {
    let scene = try Scene()
    let server = try scene.program.serve("--store", scene.folder["game.db"])
    let bought = try scene.program.run(
      "purchase", "gem.100", "--user", "alice", "--store", scene.folder["game.db"])
    #expect(bought.status == 0, "\(bought.errors)")
    _ = try server.stop(9)
    try scene.shell("cp other.db new.db; mv new.db game.db; test -s game.db-wal")
    let refused = try scene.program.run(
      "unconsumed", "--all-users", "--store", scene.folder["game.db"])
    #expect(refused.status == 65, "\(refused.output)\(refused.errors)")
    #expect(refused.errors.contains("game.db-wal is the log of another file"), "\(refused.errors)")
    try scene.shell("rm game.db-wal game.db-shm")
    #expect(try scene.unconsumed("game.db") == ["7"])
  }

  @Test
  func `A new store at the path of a deleted one has nothing of its log`() throws {
    let scene = try Scene()
    let server = try scene.program.serve("--store", scene.folder["game.db"])
    let bought = try scene.program.run(
      "purchase", "gem.100", "--user", "alice", "--store", scene.folder["game.db"])
    #expect(bought.status == 0, "\(bought.errors)")
    try scene.shell("rm game.db")
    try scene.make("game.db", "--from", scene.folder["other.json"])
    #expect(try scene.unconsumed("game.db") == ["7"])
    _ = try server.stop()
    #expect(try scene.unconsumed("game.db") == ["7"])
  }
}
