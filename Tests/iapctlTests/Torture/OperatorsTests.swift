import Synchronization
import System
import TestSupport
import Testing

/// Two operators on two machines, who work on overlapping files with one journal: one of them is
/// killed, and the connection of the other one to the database is cut.
///
/// `make torture` does it a thousand times, and this test some times.
@Suite(.blocking, .postgres)
struct OperatorsTests {
  private static var rounds: Int { TortureSetting.number("IAPCTL_TORTURE_ROUNDS") ?? 4 }
  private static var seed: UInt64 { TortureSetting.number("IAPCTL_TORTURE_SEED") ?? 1 }
  private static let concurrency = 4

  @Test
  func `Nothing is lost or sent twice, and at most what was in flight is unknown`() async throws {
    let cluster = try await PostgresCluster.shared
    let template = try await cluster.makeJournal()
    try await waiting {
      var random = SeededGenerator(seed: Self.seed)
      for number in 1...Self.rounds {
        // A machine that stays cut off works until its lease is over, so this is done less often.
        try round(cluster, template, staysCut: number % 4 == 0, &random)
      }
    }
  }

  private func round(
    _ cluster: PostgresCluster, _ template: String, staysCut: Bool,
    _ random: inout SeededGenerator
  ) throws {
    let database = try cluster.makeDatabase(like: template)
    let payments = (0..<90).map { "66\(10_000 + $0)" }
    let ledger = Ledger()
    let server = try ledger.server()
    let url = server.url("")
    let first = try Machine(
      payments.prefix(60), url: url, cluster, database, concurrency: Self.concurrency)
    let second = try Machine(
      payments.suffix(60), url: url, cluster, database, concurrency: Self.concurrency)
    let all = try Machine(payments, url: url, cluster, database, concurrency: Self.concurrency)
    let moments = (
      kill: Int.random(in: 1...200, using: &random), cut: Int.random(in: 1...200, using: &random)
    )
    let (killed, cut) = (try first.start(), try second.start())
    let count = Mutex(0)
    ledger.watch { _, _ in
      let moment = count.withLock { count in
        count += 1
        return count
      }
      if moment == moments.kill { killed.kill(9) }
      if moment == moments.cut { staysCut ? second.proxy.setDown(true) : second.proxy.cutAll() }
    }
    _ = (try killed.wait(), try cut.wait())
    ledger.watch(nil)
    let sent = ledger.requests.map(\.payment)
    #expect(Set(sent).count == sent.count, "sent twice: \(sent)")
    try expectKnown(sent, cluster, database)
    // Their leases end, as time would do it.
    try cluster.run("UPDATE iapctl.run SET lease = '2000-01-01'", in: database)
    _ = try all.resume()
    let last = try all.resume()
    #expect(last.status == 0, "\(last.errors)")
    #expect(ledger.consumed == Set(payments))
    let open = try cluster.texts(
      """
      SELECT payment_seq AS text FROM iapctl.payment
      WHERE outcome IS NULL OR outcome = 'unknown' OR claimed_by IS NOT NULL
      """, in: database)
    #expect(open == [])
    withExtendedLifetime(server) {}
  }

  /// The next run gets the number of a run that is still at work.
  @Test
  func `A journal that is replaced in the middle of a batch says of no payment what is not so`()
    async throws
  {
    let cluster = try await PostgresCluster.shared
    let template = try await cluster.makeJournal()
    try await waiting {
      var random = SeededGenerator(seed: Self.seed)
      var stopped = 0
      for _ in 1...Self.rounds { stopped += try replacedRound(cluster, template, &random) }
      #expect(stopped > 0)
    }
  }

  /// - Returns: the number of runs that noticed it.
  private func replacedRound(
    _ cluster: PostgresCluster, _ template: String, _ random: inout SeededGenerator
  ) throws -> Int {
    let database = try cluster.makeDatabase(like: template)
    let payments = (0..<90).map { "66\(10_000 + $0)" }
    let ledger = Ledger()
    let server = try ledger.server()
    let url = server.url("")
    let first = try Machine(
      payments.prefix(60), url: url, cluster, database, concurrency: Self.concurrency)
    let second = try Machine(
      payments.suffix(60), url: url, cluster, database, concurrency: Self.concurrency)
    let third = try Machine(
      payments.reversed(), url: url, cluster, database, concurrency: Self.concurrency)
    let moment = Int.random(in: 1...150, using: &random)
    let count = Mutex(0)
    let late = Mutex<Program.Started?>(nil)
    ledger.watch { _, _ in
      let isNow = count.withLock { count in
        count += 1
        return count == moment
      }
      guard isNow else { return }
      // The runs can end before this does, so the test waits for the lock.
      late.withLock { late in
        // A transaction of a run can be in the way of the first try.
        while (try? cluster.run("DROP SCHEMA iapctl CASCADE", in: database)) == nil {}
        try? third.makeJournal(cluster.url(database))
        late = try? third.start()
      }
    }
    let runs = try [first.start(), second.start()]
    let statuses = try runs.map { try $0.wait().status }
    _ = try late.withLock { $0 }?.wait()
    ledger.watch(nil)
    let known = try cluster.texts(
      "SELECT payment_seq AS text FROM iapctl.payment WHERE outcome LIKE '%consumed'",
      in: database)
    #expect(Set(known).isSubset(of: ledger.consumed), "consumed in the journal only")
    try cluster.run("UPDATE iapctl.run SET lease = '2000-01-01'", in: database)
    _ = try third.resume("--already-consumed-ok")
    let last = try third.resume("--already-consumed-ok")
    #expect(last.status == 0, "\(last.errors)")
    #expect(ledger.consumed == Set(payments))
    let consumed = try cluster.texts(
      "SELECT payment_seq AS text FROM iapctl.payment WHERE outcome LIKE '%consumed'",
      in: database)
    #expect(Set(consumed) == Set(payments))
    withExtendedLifetime(server) {}
    return statuses.count { $0 == 74 || $0 == 7 }
  }

  /// Each request has its intent in the journal, and what is not known was in flight.
  private func expectKnown(
    _ sent: [String], _ cluster: PostgresCluster, _ database: String
  ) throws {
    let announced = try cluster.texts(
      """
      SELECT p.payment_seq AS text FROM iapctl.attempt AS a
      JOIN iapctl.payment AS p ON p.id = a.payment WHERE a.action = 'consume'
      """, in: database)
    #expect(Set(announced).count == announced.count, "tried twice")
    #expect(Set(sent).isSubset(of: Set(announced)))
    let unknown = try cluster.texts(
      "SELECT payment_seq AS text FROM iapctl.payment WHERE outcome IS NULL AND open IS NOT NULL",
      in: database)
    #expect(unknown.count <= 2 * Self.concurrency)
  }
}
