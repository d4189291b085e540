import SQLite
import Synchronization
import System
import TestSupport
import Testing

/// A batch that is killed at random moments and resumed each time.
///
/// `make torture` kills it a thousand times, and this test some dozen times.
@Suite(.blocking)
struct TortureTests {
  private static var kills: Int { TortureSetting.number("IAPCTL_TORTURE_KILLS") ?? 24 }
  private static var seed: UInt64 { TortureSetting.number("IAPCTL_TORTURE_SEED") ?? 1 }
  private static var payments: Int { TortureSetting.number("IAPCTL_TORTURE_PAYMENTS") ?? 120 }
  private static let concurrency = 8

  /// The payments, the deliveries, the ledger and the journal of one batch.
  private final class Campaign: Sendable {
    let folder: TemporaryFolder
    let ledger: Ledger
    let payments: [String]
    private let server: HostileServer
    private let program: Program

    /// The cluster and the database of the journal; nil for a file.
    private let team: (cluster: PostgresCluster, database: String)?
    /// The path or the URL of the journal.
    private let address: String

    init(
      _ number: Int, seed: UInt64, team: (cluster: PostgresCluster, database: String)?
    ) throws {
      let folder = try TemporaryFolder()
      self.folder = folder
      self.team = team
      address = team.map { $0.cluster.url($0.database) } ?? folder["journal.db"]
      let delivered = folder["delivered"]
      // Looked up in the file only if it was not there before.
      let known = Mutex<Set<String>>([])
      ledger = Ledger(seed: seed) { payment in
        known.withLock { known in
          if !known.contains(payment) { known = Self.deliveries(in: delivered) }
          return known.contains(payment)
        }
      }
      server = try ledger.server()
      var program = Program(in: folder)
      program.variables["IAPCTL_APP_KEY"] = "torture-key"
      program.variables["IAPCTL_URL"] = server.url("")
      self.program = program
      payments = (0..<TortureTests.payments).map { "77\(number * 100_000 + $0)" }
      let lines = payments.map { #"{"paymentSeq":"\#($0)","accessToken":"t\#($0)"}"# + "\n" }
      try folder.write(lines.joined(), to: "payments")
    }

    var delivered: Set<String> { Self.deliveries(in: folder["delivered"]) }

    private static func deliveries(in path: String) -> Set<String> {
      let bytes = (try? Files.read(path, limit: 1 << 30)) ?? []
      return Set(String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init))
    }

    /// - Parameter courier: additional shell commands for each delivery.
    func words(courier: String = "") -> [String] {
      [
        "consume", "--from", folder["payments"], "--journal", address, "--resume",
        "--yes", "--concurrency", String(TortureTests.concurrency), "--output", "jsonl", "--settle",
        "0s",
        "--deliver", "\(courier) echo \"$IAPCTL_PAYMENT_SEQ\" >> '\(folder["delivered"])'",
      ]
    }

    func start(courier: String) throws -> Program.Started {
      try program.start(words: words(courier: courier))
    }

    func run() throws -> Program.Run { try program.run(words: words()) }

    /// Runs the batch and kills it after a time.
    func run(killedAfter milliseconds: Int) throws -> Program.Run {
      let words = words().map { "'\($0.replacing("'", with: "'\\''"))'" }.joined(separator: " ")
      let limit =
        "0.\(String(repeating: "0", count: 3 - String(milliseconds).count))\(milliseconds)"
      return try program.shell("timeout -s KILL \(limit) $IAPCTL \(words)")
    }

    // MARK: Journal

    /// The texts that a query returns.
    ///
    /// - Parameter teamQuery: the same query for a database.
    private func journal(_ query: String, _ teamQuery: String) throws -> [String] {
      if let team { return try team.cluster.texts(teamQuery, in: team.database) }
      guard (try? Files.status(of: folder["journal.db"])) != nil else { return [] }
      let connection = try Connection(
        path: folder["journal.db"], access: .readWrite, patience: 10_000)
      return try connection.all(query) { $0.text(0) ?? "" }
    }

    /// The number of payments for which the last run recorded an intent to consume but no outcome.
    func openOfLastRun() throws -> Int {
      try journal(
        """
        SELECT count(*) FROM attempt WHERE action = 'consume' AND ended IS NULL
        AND run = (SELECT max(id) FROM run)
        """,
        """
        SELECT count(*)::text AS text FROM iapctl.attempt WHERE action = 'consume'
        AND ended IS NULL AND run = (SELECT max(id) FROM iapctl.run)
        """
      ).first.flatMap { Int($0) } ?? 0
    }

    /// The payments for which any run recorded an intent to consume.
    func announced() throws -> Set<String> {
      Set(
        try journal(
          """
          SELECT DISTINCT payment_seq FROM attempt
          JOIN payment ON payment.id = attempt.payment WHERE action = 'consume'
          """,
          """
          SELECT DISTINCT p.payment_seq AS text FROM iapctl.attempt AS a
          JOIN iapctl.payment AS p ON p.id = a.payment WHERE a.action = 'consume'
          """))
    }

    func outcomes() throws -> [String: String] { try program.outcomes(inJournal: address) }
  }

  @Test
  func `A batch that is killed at random moments can be resumed`() throws { try torture(team: nil) }

  @Test(.postgres)
  func `A batch with the journal of a team that is killed can be resumed`() async throws {
    let cluster = try await PostgresCluster.shared
    let template = try await cluster.makeJournal()
    try await waiting { try torture(team: (cluster, template)) }
  }

  /// - Parameter template: the cluster, and a database with an empty journal.
  private func torture(team template: (cluster: PostgresCluster, database: String)?) throws {
    var random = SeededGenerator(seed: Self.seed)
    var (kills, number) = (0, 0)
    while kills < Self.kills {
      number += 1
      let team = try template.map {
        (cluster: $0.cluster, database: try $0.cluster.makeDatabase(like: $0.database))
      }
      let campaign = try Campaign(number, seed: random.next(), team: team)
      while kills < Self.kills, try campaign.announced().count < Self.payments {
        kills += try kill(campaign, &random)
        // Every consumed payment has a recorded intent, and was delivered before the consume.
        #expect(campaign.ledger.consumed.subtracting(try campaign.announced()).isEmpty)
        #expect(try campaign.openOfLastRun() <= Self.concurrency)
      }
      try settle(campaign)
    }
  }

  /// Starts a run and kills it at a random moment.
  ///
  /// - Returns: 1 if it was killed, 0 if it had already ended.
  private func kill(_ campaign: Campaign, _ random: inout SeededGenerator) throws -> Int {
    switch Int.random(in: 0..<10, using: &random) {
    case 0..<3:
      let run = try campaign.run(killedAfter: Int.random(in: 1...200, using: &random))
      return run.status == 137 ? 1 : 0
    case 3..<5:
      // A delivery command kills its run, before or after delivering.
      let payment = campaign.payments.randomElement(using: &random) ?? ""
      let deed = "[ \"$IAPCTL_PAYMENT_SEQ\" != \(payment) ] || kill -9 $PPID;"
      return try campaign.start(courier: deed).wait().status == 137 ? 1 : 0
    default:
      let process = try campaign.start(courier: "")
      let moments = Mutex(Int.random(in: 1...40, using: &random))
      campaign.ledger.watch { _, _ in
        let isTime = moments.withLock { moments in
          moments -= 1
          return moments == 0
        }
        if isTime { process.kill(9) }
      }
      let status = try process.wait().status
      campaign.ledger.watch(nil)
      return status == 137 ? 1 : 0
    }
  }

  /// Runs the batch to its end, and compares the output, the journal and the ledger.
  private func settle(_ campaign: Campaign) throws {
    campaign.ledger.beKind()
    let run = try campaign.run()
    #expect(run.status == 0 || run.status == 5 || run.status == 4, "\(run.errors)")
    let last = try campaign.run()
    #expect(last.status == 0, "\(last.errors)")
    #expect(campaign.ledger.consumed == Set(campaign.payments))
    #expect(campaign.delivered == Set(campaign.payments))
    #expect(campaign.ledger.undelivered.isEmpty)
    let outcomes = try campaign.outcomes()
    #expect(Set(outcomes.keys) == Set(campaign.payments))
    #expect(Set(outcomes.values).isSubset(of: ["consumed", "already-consumed"]))
  }
}
