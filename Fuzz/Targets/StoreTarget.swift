import IAPCore
import IAPFixtures
import System
import TestSupport

/// Opening any file as a store, and everything that can be asked of it and done with it.
enum StoreTarget {
  /// The bytes of a valid store. It is made here, so that it has the schema of this version.
  private static let template = Result {
    let folder = try FuzzFolder()
    _ = try FixtureStore.create(at: folder["t.db"], from: try Sample.seed(), options: .test)
    return try Files.read(folder["t.db"], limit: 1 << 24)
  }

  private static let queries = [
    "store check", "store check -o json", "store dump --with-log", "store stats -o json",
    "store log -o jsonl", "store fault list", "products --all -o json",
    "unconsumed --all-users -o csv", "unconsumed --user alice", "unconsumed --user alice -o json",
    "subscriptions --user bob --include-expired", "subscriptions --user alice -o json",
    "consume --all --all-users --dry-run --yes",
  ]

  private static let changes = [
    "purchase gem.100 --user zoe", "restore --user alice -o json", "reprocess --user carol",
    "consume --all --all-users --yes -o jsonl", "store advance P2M", "store fault clear",
  ]

  @Sendable
  static func run(_ input: [UInt8]) async throws {
    let folder = try FuzzFolder()
    let path = try folder.write(patched(try template.get(), by: input), to: "s.db")
    var console = FuzzConsole()
    console.variables["IAPCTL_STORE"] = path
    // An even first byte that is not 0 leaves the changes out, which take most of the time.
    let isChanged = input.first.map { $0 == 0 || $0 % 2 == 1 } ?? true
    for line in isChanged ? queries + changes + ["store check"] : queries {
      try await console.run(line.split(separator: " ").map(String.init))
    }
  }
}
