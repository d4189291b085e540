import CLibrary
import IAPCore
import Postgres
import System
import TestSupport
import Testing

@testable import IAPBatch

/// The tables of a journal in a database, and who may use them.
@Suite(.blocking, .postgres)
struct PostgresSchemaTests {
  @Test
  func `Only 'journal init' makes the tables, and once`() async throws {
    let cluster = try await PostgresCluster.shared
    let name = try cluster.makeDatabase()
    let journal = try JournalFixture.teamJournal(at: cluster.url(name))
    for error in [
      await failure { _ = try await journal.begin(JournalFixture.facts) },
      await failure { _ = try await journal.entries(JournalQuery(.latest)) },
    ] {
      #expect(error == JournalErrors(of: "postgresql:///\(name)").absent)
    }
    #expect(try await journal.make(grantsTo: "a").isNew)
    #expect(try await journal.make(grantsTo: "a").isNew == false)
    _ = try await journal.begin(JournalFixture.facts)
  }

  @Test
  func `A journal of an older or a newer format is refused and not changed`() async throws {
    let cluster = try await PostgresCluster.shared
    let name = try await cluster.makeJournal()
    let journal = try JournalFixture.teamJournal(at: cluster.url(name))
    let errors = JournalErrors(of: "postgresql:///\(name)")
    for (version, expected) in [
      (0, errors.absent), (2, errors.older(format: 2, known: 4)),
      (9, errors.newer(format: 9, known: 4)),
    ] {
      try cluster.run("UPDATE iapctl.format SET version = \(version)", in: name)
      for error in [
        await failure { _ = try await journal.begin(JournalFixture.facts) },
        await failure { _ = try await journal.make(grantsTo: "a") },
      ] {
        #expect(error == expected)
      }
    }
  }

  @Test
  func `The printed rights are enough to consume, and an account without them is refused`()
    async throws
  {
    let cluster = try await PostgresCluster.shared
    let name = try await cluster.makeJournal()
    let role = "Support of \(name)"
    try cluster.run("CREATE ROLE \"\(role)\" LOGIN", in: name)
    let url = cluster.url(name, user: role.replacing(" ", with: "%20"))
    let journal = try JournalFixture.teamJournal(at: url)
    let refused = await failure { _ = try await journal.begin(JournalFixture.facts) }
    #expect(refused?.message.contains("cannot be used by this account") == true)
    let owner = try JournalFixture.teamJournal(at: cluster.url(name))
    for grant in try await owner.make(grantsTo: role).grants { try cluster.run(grant, in: name) }
    let run = try await journal.begin(JournalFixture.facts)
    _ = try await run.claim(["1", "2"].map { Payment($0) }, settles: false)
    try await run.write("1", .consumeBegins, .consumeEnds(.unknown("1")), .released)
    try await run.write("2", .consumeBegins)
    try await run.write("2", .consumeWithdrawn, .released)
    await run.end()
    #expect(
      try await journal.annotate("1", at: nil, .settled(.consumed), by: JournalFixture.facts) != nil
    )
    let fresh = try JournalFixture.teamJournal(
      at: cluster.url(try cluster.makeDatabase(), user: role.replacing(" ", with: "%20")))
    #expect(await failure { _ = try await fresh.make(grantsTo: "a") } != nil)
  }

  @Test
  func `A quote in the name of an account is doubled in the printed rights`() async throws {
    let cluster = try await PostgresCluster.shared
    let name = try await cluster.makeJournal()
    let role = #"the "desk" of \#(name)"#
    let quoted = #""the ""desk"" of \#(name)""#
    let journal = try JournalFixture.teamJournal(at: cluster.url(name))
    let grants = try await journal.make(grantsTo: role).grants
    #expect(grants.count == 4)
    #expect(grants.allSatisfy { $0.hasSuffix(" TO \(quoted)") }, "\(grants)")
    try cluster.run("CREATE ROLE \(quoted)", in: name)
    for grant in grants { try cluster.run(grant, in: name) }
    let grantees = try cluster.texts(
      """
      SELECT DISTINCT grantee AS text FROM information_schema.role_table_grants
      WHERE table_schema = 'iapctl' AND grantee <> 'iapctl'
      """, in: name)
    #expect(grantees == [role])
  }

  @Test
  func `A database that confirms before it has written is made to write first`() async throws {
    let cluster = try await PostgresCluster.shared
    let name = try await cluster.makeJournal()
    try cluster.run("ALTER DATABASE \(name) SET synchronous_commit = off", in: name)
    let database = PostgresDatabase(
      address: try #require(PostgresAddress(cluster.url(name))), patience: .seconds(30),
      local: LocalRuns(path: nil))
    for writes in [false, true] {
      let limit = database.limit
      let connection = try database.connect(writes: writes, limit)
      let mode = try connection.run(
        PostgresStatement("SELECT current_setting('synchronous_commit') AS mode"), limit
      ).rows.first?.text("mode")
      #expect(mode == (writes ? "on" : "off"))
    }
  }

  @Test
  func `A login that the database refuses is reported, and libpq's file of passwords is used`()
    async throws
  {
    let cluster = try await waiting { try PostgresCluster() }
    let name = try await cluster.makeJournal()
    try cluster.run("CREATE ROLE kim LOGIN SUPERUSER PASSWORD 'open sesame'", in: name)
    try await cluster.require(passwordOf: "kim")
    let folder = try TemporaryFolder()
    let file = try folder.write("*:*:*:kim:open sesame\n", to: "passwords")
    #expect(chmod(file, 0o600) == 0)
    let wrong = try folder.write("*:*:*:kim:barley\n", to: "wrong")
    #expect(chmod(wrong, 0o600) == 0)
    for (passwords, isRight) in [("/dev/null", false), (wrong, false), (file, true)] {
      let journal = try JournalFixture.teamJournal(
        at: cluster.url(name, user: "kim") + "&passfile=\(passwords)")
      let error = await failure { _ = try await journal.begin(JournalFixture.facts) }
      guard !isRight else {
        #expect(error == nil)
        continue
      }
      #expect(error?.code == .iapctl(.configuration))
      #expect(error?.message.contains("refuses the login") == true)
      #expect(error?.message.contains("barley") == false)
    }
  }

  @Test
  func `A database that does not wait for its disk is refused`() async throws {
    let cluster = try await waiting { try PostgresCluster() }
    try await cluster.control("-m fast stop")
    try await cluster.control("-o '-c fsync=off' -w start")
    let name = try await cluster.makeJournal()
    let journal = try JournalFixture.teamJournal(at: cluster.url(name))
    let refused = await failure { _ = try await journal.begin(JournalFixture.facts) }
    #expect(
      refused == JournalErrors(of: "postgresql:///\(name)").notDurable(setting: "fsync = off"))
  }

  @Test
  func `The tables contain no token`() async throws {
    let cluster = try await PostgresCluster.shared
    let name = try await cluster.makeJournal()
    let columns = try cluster.texts(
      "SELECT column_name AS text FROM information_schema.columns WHERE table_schema = 'iapctl'",
      in: name)
    #expect(columns.count > 40)
    #expect(!columns.contains { $0.contains("token") || $0.contains("secret") })
  }

  @Test
  func `The history of a file is added once, with all entries and outcomes`() async throws {
    let (file, fixture) = (try JournalFixture(), try await JournalFixture(.database))
    let run = try await file.run()
    _ = try await run.claim(["1", "2", "3", "4"].map { Payment($0) }, settles: false)
    try await run.write(
      "1", .deliveryBegins(Purchase(paymentSeq: "1")), .deliveryEnds(nil), .consumeBegins)
    try await run.write("1", .consumeEnds(.consumed("1")), .released)
    try await run.write("2", .consumeBegins, .consumeEnds(.unknown("2")), .released)
    try await run.write("3", .consumeBegins, .consumeEnds(.refused("3")), .released)
    try await run.write("4", .consumeBegins)
    let team = try #require(fixture.journal as? PostgresJournal)
    let source = try #require(file.journal as? SQLiteJournal)
    #expect(
      await failure { _ = try await team.add(historyOf: source) }
        == .iapctl(.journalBusy, .file(file.path, .runAtWork)))
    await run.end()
    _ = try await file.journal.annotate("3", at: nil, .note("a \\ b"), by: JournalFixture.facts)
    // Another run has consumed one of them meanwhile, and works on another one.
    let other = try await fixture.run(user: "bob")
    _ = try await other.claim(["2", "3"].map { Payment($0) }, settles: false)
    try await other.write("2", .consumeBegins, .consumeEnds(.consumed("2")), .released)
    #expect(try await team.add(historyOf: source).busy == 1)
    await other.end()
    let again = try await team.add(historyOf: source)
    #expect((again.runs, again.payments, again.busy) == (0, 0, 0))
    #expect(try await team.add(historyOf: source).attempts == 0)
    let entries = try await fixture.entries(.everything)
    #expect(entries.count == 7)
    #expect(entries.compactMap(\.note) == ["a \\ b"])
    let claims = try await fixture.run().claim(
      ["1", "2", "3", "4"].map { Payment($0) }, settles: false)
    #expect(
      claims == [
        .consumed(.consumed, after: .delivered), .consumed(.consumed),
        .new, .unknown(ticket: "T-1"),
      ])
  }

  @Test
  func `What is settled after an import is settled by the next one, too, also by two at once`()
    async throws
  {
    let (file, fixture) = (try JournalFixture(), try await JournalFixture(.database))
    let run = try await file.run()
    _ = try await run.claim(["1", "2"].map { Payment($0) }, settles: false)
    for payment in [Identifier("1"), "2"] {
      try await run.write(payment, .consumeBegins, .consumeEnds(.unknown(payment)), .released)
    }
    await run.end()
    let team = try #require(fixture.journal as? PostgresJournal)
    let source = try #require(file.journal as? SQLiteJournal)
    _ = try await team.add(historyOf: source)
    _ = try await team.annotate("2", at: nil, .settled(.notConsumed), by: JournalFixture.facts)
    _ = try await file.journal.annotate(
      "1", at: nil, .settled(.notConsumed), by: JournalFixture.facts)
    async let first = team.add(historyOf: source)
    async let second = team.add(historyOf: source)
    #expect(try await [first, second].map(\.attempts).reduce(0, +) == 1)
    let claim = Claim.granted(Claim.Grant(isSettledByHand: true))
    #expect(
      try await fixture.run().claim(["1", "2"].map { Payment($0) }, settles: false)
        == [claim, claim])
  }

  /// What CockroachDB lacks.
  private static let lacking = [
    "LISTEN", "NOTIFY", "TEMP ", "TEMPORARY", "TRIGGER", "FUNCTION", "SEQUENCE", "SERIAL",
    "nextval", "DO $", "MERGE ", "COPY ", "LATERAL", "SKIP LOCKED", "DEFERRABLE", "EXCLUDE",
    "xmin", "ctid", "LOCK TABLE", "SAVEPOINT", "INHERITS", "CREATE TYPE", "CREATE DOMAIN",
    "COLLATE", "jsonb", "hstore", "advisory", "WITH (", "USING gin",
  ]

  /// The statements are those that the server has logged.
  @Test
  func `Only these functions of SQL are called, and no feature is used that CockroachDB lacks`()
    async throws
  {
    let cluster = try await waiting { try PostgresCluster() }
    let name = try cluster.makeDatabase()
    try cluster.run("ALTER DATABASE \(name) SET log_statement = 'all'", in: "postgres")
    let journal = try JournalFixture.teamJournal(at: cluster.url(name))
    _ = try await journal.make(grantsTo: "support")
    let file = try JournalFixture()
    for run in [try await file.run(), try await journal.begin(JournalFixture.facts)] {
      _ = try await run.claim(["1", "2"].map { Payment($0) }, settles: true)
      try await run.write(
        "1", .deliveryBegins(Purchase(paymentSeq: "1")), .deliveryEnds(nil), .consumeBegins)
      try await run.write("2", .consumeBegins)
      try await run.write("2", .consumeWithdrawn)
      try await run.write("1", .consumeEnds(.unknown("1")), .released)
      await run.end()
    }
    let source = try #require(file.journal as? SQLiteJournal)
    _ = try await journal.add(historyOf: source)
    _ = try await journal.annotate(
      "1", at: JournalFixture.facts.server, .settled(.consumed), by: JournalFixture.facts)
    for selection in [JournalQuery.Selection.latest, .unknown, .payment("1"), .everything] {
      for try await _ in try await journal.entries(JournalQuery(selection)) {}
    }
    let statements = try cluster.serverLog.split(separator: "\n").filter {
      $0.hasPrefix("\t") || $0.contains(" LOG:  execute ")
    }
    let text = statements.joined(separator: "\n")
    for feature in Self.lacking { #expect(!text.contains(feature), "\(feature)") }
    // `given (` names the columns of `unnest`.
    let words = Set(
      text.matches(of: /\b([a-z_]+)\s*\(/).map { String($0.1) })
    #expect(
      words == [
        "unnest", "coalesce", "count", "extract", "clock_timestamp", "current_setting",
        "set_config", "given", "current_database", "left", "pg_control_system",
        "a", "max", "min", "pg_current_wal_lsn", "pg_is_in_recovery", "pg_walfile_name", "strpos",
        "substr",
        // The names of a service.
        "pair", "link", "name",
      ])
  }
}
