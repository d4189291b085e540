import IAPBatch
import IAPConsole
import IAPCore
import System
import TestSupport

/// Opening any file as a journal, with everything that is read from it, and a batch that uses it.
enum JournalTarget {
  /// The bytes of a valid journal. It is made once, so that it has the schema of this version.
  private static let template = Task {
    let folder = try TemporaryFolder()
    try await folder.fillJournal("t.db")
    return try Files.read(folder["t.db"], limit: 1 << 24)
  }

  @Sendable
  static func run(_ input: [UInt8]) async throws {
    let folder = try FuzzFolder()
    let path = try folder.write(patched(try await template.value, by: input), to: "j.db")
    var console = FuzzConsole()
    console.variables["IAPCTL_JOURNAL"] = path
    for line in [
      "journal list", "journal list --unknown -o json", "journal show 1 -o json", "journal show 4",
      "journal export -o jsonl", "journal list --since 2026-01-01 --user carol --ticket T-1 -o csv",
      "journal note 2 seen --ticket T-2", "journal settle 2 --as consumed --ticket T-3",
    ] {
      try await console.run(line.split(separator: " ").map(String.init))
    }
    try await batch(path)
  }

  /// What a batch does with its journal.
  private static func batch(_ path: String) async throws {
    let journal = SQLiteJournal(
      at: path, patience: .zero, realTime: { FuzzConsole.time }, words: Console.message)
    let facts = RunFacts(
      server: ServerName(origin: "https://iap.test"), appKeyFingerprint: "ba7816bf8f01cfea",
      user: "alice", host: "desk", profile: nil, ticket: nil)
    do {
      _ = try await journal.claims(
        of: ["1", "2", "3", "4", "5"], at: Issuer(facts.server), ClaimRules(settles: false))
      let run = try await journal.begin(facts)
      let payments = ["1", "2", "3", "4", "5"].map { Payment($0) }
      _ = try await run.claim(payments, ClaimRules(settles: true))
      try? await run.write([JournalStep("5", .consumeBegins, at: FuzzConsole.time)])
      await run.end()
    } catch {
      let _: Bool? = try FuzzConsole.refused(error)
    }
  }
}
