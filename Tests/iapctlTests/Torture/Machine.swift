import TestSupport

/// A machine that shares a journal in a database: its own folder with its own locks, and its own
/// connection to the database.
struct Machine {
  let folder: TemporaryFolder
  let proxy: CuttingProxy
  private let concurrency: Int
  private var program: Program

  init(
    _ payments: some Sequence<String>, url: String, _ cluster: PostgresCluster, _ database: String,
    concurrency: Int
  ) throws {
    folder = try TemporaryFolder()
    proxy = try CuttingProxy(to: cluster.port)
    self.concurrency = concurrency
    program = Program(in: folder)
    program.variables["IAPCTL_APP_KEY"] = "team-key"
    program.variables["IAPCTL_URL"] = url
    program.variables["IAPCTL_JOURNAL"] = cluster.url(database, through: proxy)
    try folder.write(payments.map(BatchDesk.line).joined(), to: "payments")
  }

  private func words(_ more: [String]) -> [String] {
    [
      "consume", "--from", folder["payments"], "--yes", "--concurrency", "\(concurrency)",
      "--output", "jsonl", "--timeout", "1", "--settle", "0s",
    ] + more
  }

  func start(_ more: String...) throws -> Program.Started {
    try program.start(words: words(more))
  }

  func resume(_ more: String...) throws -> Program.Run {
    try program.run(words: words(["--resume"] + more))
  }

  /// The outcome of each payment in the journal.
  func journaled() throws -> [String: String] {
    try program.run("journal", "list", "-o", "jsonl", "--fields", "paymentSeq,outcome").outcomes
  }

  /// Makes the journal anew, as after a restore that has nothing of it.
  func makeJournal(_ url: String) throws {
    _ = try program.run(words: ["journal", "init", url, "--role", "support"])
  }
}
