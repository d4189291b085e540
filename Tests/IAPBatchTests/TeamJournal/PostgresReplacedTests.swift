import IAPCore
import Postgres
import System
import TestSupport
import Testing

@testable import IAPBatch

/// A journal in a database that is restored, or that another one replaces, while a run is at work.
@Suite(.blocking, .postgres)
struct PostgresReplacedTests {
  /// How the run reaches the journal that has taken the place of its own.
  enum Reach: CaseIterable {
    case sameConnection, newConnection
  }

  private func expectReplaced(_ error: IAPError?, _ location: SourceLocation = #_sourceLocation) {
    #expect(error?.code == .iapctl(.journalNotWritten), sourceLocation: location)
    #expect(error?.message.contains("was restored") == true, sourceLocation: location)
  }

  private func outcomes(
    of payment: Identifier, in journal: PostgresJournal
  ) async throws -> [JournalEntry.Outcome] {
    try await journal.entries(JournalQuery(.payment(payment))).reduce(into: []) {
      $0 += $1.map(\.outcome)
    }
  }

  /// The new journal gives the number of the run again, and the new run has made as many
  /// transactions.
  @Test(arguments: Reach.allCases, [JournalStep.Kind.consumeEnds(.consumed("1")), .released])
  func `A run writes nothing into the entries of another run that was given its number`(
    _ reach: Reach, _ step: JournalStep.Kind
  ) async throws {
    let cluster = try await PostgresCluster.shared
    let database = try await cluster.makeJournal()
    let proxy = try CuttingProxy(to: cluster.port)
    let near = try JournalFixture.teamJournal(at: cluster.url(database))
    let old = try await JournalFixture.teamJournal(at: cluster.url(database, through: proxy)).begin(
      JournalFixture.facts)
    _ = try await old.claim("1")
    try await old.write("1", .consumeBegins)
    try cluster.run("DROP SCHEMA iapctl CASCADE", in: database)
    #expect(try await near.make(grantsTo: "support").isNew)
    let new = try await near.begin(JournalFixture.facts)
    _ = try await new.claim("2")
    try await new.write("2", .consumeBegins)
    let numbers = try cluster.texts(
      "SELECT id || ' ' || step AS text FROM iapctl.run", in: database)
    #expect(numbers == ["1 2"])
    if reach == .newConnection { proxy.cutAll() }
    expectReplaced(await failure { try await old.write("1", step) })
    #expect(throws: IAPError.self) { try old.requireLease(for: nil) }
    expectReplaced(await failure { _ = try await old.claim("3") })
    await old.end()
    #expect(try await outcomes(of: "2", in: near) == [.open])
    try await new.write("2", .consumeEnds(.refused("2")), .released)
    #expect(try await outcomes(of: "2", in: near) == [.consume(.refused)])
  }

  /// The mark alone is compared: everything else is the same.
  @Test
  func `A run with the number of another one, in the same table, is not taken for it`() async throws
  {
    let cluster = try await PostgresCluster.shared
    let database = try await cluster.makeJournal()
    let run = try await JournalFixture.teamJournal(at: cluster.url(database)).begin(
      JournalFixture.facts)
    _ = try await run.claim("1")
    try cluster.run("UPDATE iapctl.run SET mark = 'another'", in: database)
    expectReplaced(await failure { try await run.write("1", .consumeBegins) })
    let rows = try cluster.texts("SELECT id AS text FROM iapctl.attempt", in: database)
    #expect(rows == [])
  }

  @Test(.timeLimit(.minutes(1)))
  func `A claim that was given up is not settled in the row of another run`() async throws {
    let cluster = try await PostgresCluster.shared
    let database = try await cluster.makeJournal()
    let proxy = try CuttingProxy(to: cluster.port)
    let run = try await JournalFixture.teamJournal(
      at: cluster.url(database, through: proxy), patience: .seconds(1)
    ).begin(JournalFixture.facts)
    proxy.cut(.toClient, after: 1, staysDown: true)
    #expect(await failure { _ = try await run.claim("1") } != nil)
    try cluster.run("UPDATE iapctl.run SET mark = 'another', step = 7", in: database)
    proxy.setDown(false)
    expectReplaced(await failure { _ = try await run.claim("1") })
    #expect(try cluster.texts("SELECT step AS text FROM iapctl.run", in: database) == ["7"])
  }

  @Test
  func `A run ends in a database that was restored to an earlier state of itself`() async throws {
    let cluster = try await PostgresCluster.shared
    let database = try await cluster.makeJournal()
    let run = try await JournalFixture.teamJournal(at: cluster.url(database)).begin(
      JournalFixture.facts)
    _ = try await run.claim("1")
    try cluster.run("CREATE TABLE backup AS SELECT * FROM iapctl.run", in: database)
    try await run.write("1", .consumeBegins)
    // The rows of a backup, without those that came after it.
    for statement in [
      "UPDATE iapctl.run SET step = backup.step FROM backup", "DELETE FROM iapctl.attempt",
      "UPDATE iapctl.payment SET open = NULL, latest = NULL",
    ] { try cluster.run(statement, in: database) }
    expectReplaced(await failure { try await run.write("1", .consumeEnds(.consumed("1"))) })
    #expect(throws: IAPError.self) { try run.requireLease(for: nil) }
  }

  /// The copy has the same tables, identity, run and step. Its database has another number.
  @Test
  func `A run notices a copy of the whole database, even if it lacks nothing`() async throws {
    let cluster = try await PostgresCluster.shared
    let database = try await cluster.makeJournal()
    let proxy = try CuttingProxy(to: cluster.port)
    let run = try await JournalFixture.teamJournal(at: cluster.url(database, through: proxy))
      .begin(JournalFixture.facts)
    _ = try await run.claim("1")
    proxy.setDown(true)
    let others = "FROM pg_stat_activity WHERE datname = '\(database)'"
    while try cluster.texts("SELECT pid AS text \(others)", in: "postgres") != [] {}
    let copy = try cluster.makeDatabase(like: database)
    try cluster.run("DROP DATABASE \(database)", in: "postgres")
    try cluster.run("ALTER DATABASE \(copy) RENAME TO \(database)", in: "postgres")
    proxy.setDown(false)
    expectReplaced(await failure { try await run.write("1", .consumeBegins) })
  }

  @Test
  func `A run ends when a standby takes the place of its server, and the next run works on`()
    async throws
  {
    let cluster = try await waiting { try PostgresCluster() }
    let database = try await cluster.makeJournal()
    let journal = try JournalFixture.teamJournal(at: cluster.url(database))
    let run = try await journal.begin(JournalFixture.facts)
    _ = try await run.claim("1")
    try await run.write("1", .consumeBegins)
    try await cluster.promote()
    expectReplaced(await failure { try await run.write("1", .consumeEnds(.consumed("1"))) })
    try cluster.run("UPDATE iapctl.run SET lease = '2000-01-01'", in: database)
    let next = try await journal.begin(JournalFixture.facts)
    #expect(try await next.claim("1") == .unknown())
  }

  @Test
  func `An account with the printed rights can see all that identifies a journal`() async throws {
    let cluster = try await PostgresCluster.shared
    let name = try await cluster.makeJournal()
    try cluster.run("CREATE ROLE \"reads \(name)\" LOGIN", in: name)
    let journal = try JournalFixture.teamJournal(at: cluster.url(name))
    for grant in try await journal.make(grantsTo: "reads \(name)").grants {
      try cluster.run(grant, in: name)
    }
    let database = try JournalFixture.teamJournal(at: cluster.url(name, user: "reads%20\(name)"))
      .database
    let identity = try self.identity(in: database)
    #expect(identity.journal.count > 20)
    #expect(identity.table > 0)
    #expect(identity.database.flatMap { Int($0) } ?? 0 > 0)
    #expect(identity.cluster.flatMap { UInt64($0) } ?? 0 > 0)
    #expect(identity.timeline == "00000001")
    let other = try JournalFixture.teamJournal(at: cluster.url(try await cluster.makeJournal()))
      .database
    let others = try self.identity(in: other)
    #expect(identity.journal != others.journal)
    #expect(identity.agrees(with: identity) && !identity.agrees(with: others))
  }

  private func identity(in database: PostgresDatabase) throws -> PostgresIdentity {
    let limit = database.limit
    let connection = try database.connect(writes: true, limit)
    return try PostgresIdentity(of: PostgresRunner(connection, in: database, limit))
  }
}
