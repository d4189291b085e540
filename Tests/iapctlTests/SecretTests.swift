import TestSupport
import Testing

/// A known app key and a known token are not on the streams, in traces, in errors or in files.
@Suite(.blocking)
struct SecretTests {
  private static let key = "CANARY-app-key"
  private static let token = "CANARY-token-1"

  private static let seed = """
    {"format": 1, "appKey": "\(key)", "clock": "2026-01-15T09:00:00Z",
     "products": [{"productIdentifier": "gem", "productType": "CONSUMABLE"}],
     "purchases": [
      {"paymentSeq": "1", "userID": "alice", "productIdentifier": "gem", "accessToken": "\(token)"},
      {"paymentSeq": "2", "userID": "alice", "productIdentifier": "gem"}]}
    """

  private func served(_ folder: TemporaryFolder) throws -> (Program, Program.Server) {
    var program = Program(in: folder)
    let seed = try folder.write(Self.seed, to: "seed.json")
    #expect(try program.run("store", "init", folder["game.db"], "--from", seed).status == 0)
    #expect(try program.shell("rm '\(seed)'").status == 0)
    let server = try program.serve("--store", folder["game.db"], "-v")
    program.variables["IAPCTL_URL"] = "http://127.0.0.1:\(server.port)"
    program.variables["IAPCTL_APP_KEY"] = Self.key
    program.variables["HOME"] = folder.path
    return (program, server)
  }

  @Test(arguments: ["service", "fixture"])
  func `Secrets appear in no output and in no other file`(_ api: String) throws {
    let folder = try TemporaryFolder()
    let (program, server) = try served(folder)
    let lines = [
      "unconsumed --user alice", "unconsumed --user alice -o json", "consume 1 --user alice",
      "consume 1 --token-file token --settle 0s",
      "consume 2 --token-file token --settle 0s", "config show",
      "unconsumed --user alice --market NOWHERE", "products", "config set user alice",
      "subscriptions --user alice --package com.example", "consume 7 --user alice -o jsonl",
    ]
    for line in lines {
      let run = try program.shell(
        "cd '\(folder.path)'; echo \(Self.token) > token; $IAPCTL \(line) -v --api \(api)")
      #expect(!(run.output + run.errors).contains("CANARY"), "\(line): \(run.output + run.errors)")
    }
    var wrong = program
    wrong.variables["IAPCTL_APP_KEY"] = "CANARY-wrong"
    let refused = try wrong.run("unconsumed", "--user", "alice", "--api", api, "-v", "-o", "json")
    #expect(refused.status == 77, "\(refused.errors)")
    #expect(!(refused.output + refused.errors).contains("CANARY"))
    let end = try server.stop()
    #expect(!(end.output + end.errors).contains("CANARY"), "\(end.errors)")
    // Only the files that this test wrote have them.
    let found = try program.shell("grep -rl CANARY '\(folder.path)' | sort").output
    let names = found.split(separator: "\n").map { $0.dropFirst(folder.path.count + 1) }
    let own = ["game.db", "game.db-wal", "game.db-shm", "token"]
    #expect(names.filter { !own.contains(String($0)) } == [])
  }
}
