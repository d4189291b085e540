import IAPCore
import Postgres
import System
import TestSupport
import Testing

@testable import IAPBatch

/// How the server finds the rows of a journal, and what it does again and again.
@Suite(.blocking, .postgres)
struct PostgresPlansTests {
  /// Counts of the tables that grow. Those of a session arrive when it has ended.
  private func sum(_ column: String, in database: String, _ cluster: PostgresCluster) throws -> Int
  {
    let text = try cluster.texts(
      """
      SELECT sum(\(column))::text AS text FROM pg_stat_user_tables WHERE schemaname = 'iapctl'
        AND relname IN ('payment', 'attempt')
      """, in: database
    ).first
    return try #require(text.flatMap { Int($0) })
  }

  /// The server looks at the size of the tables after a minute only.
  @Test
  func `A run that began in an empty journal does not read whole tables for each payment later`()
    async throws
  {
    let cluster = try await PostgresCluster.shared
    let name = try await cluster.makeJournal()
    let run = try await JournalFixture.teamJournal(at: cluster.url(name)).begin(
      JournalFixture.facts)
    func consume(_ numbers: Range<Int>) async throws {
      for payment in numbers.map({ Identifier("\($0)") }) {
        _ = try await run.claim([Payment(payment)], settles: false)
        try await run.write(payment, .consumeBegins, .consumeEnds(.consumed(payment)), .released)
      }
    }
    try await consume(0..<10)
    let many = (100..<20_100).map { Payment(Identifier("\($0)")) }
    _ = try await run.claim(many, settles: false)
    try await consume(10..<40)
    await run.end()
    while try sum("n_tup_ins", in: name, cluster) < 20_080 {}
    let read = try sum("seq_tup_read", in: name, cluster)
    #expect(read < 200_000)
  }

  private static let statements: [JournalStatement] =
    [
      .enterPayments, .takePayments, .changePayments, .describePayments, .settlePayment,
      .beginAttempts, .endAttempts, .withdrawAttempts,
    ]
    + [LedgerRow.query(["1"], at: nil, isLocked: false)].map(\.statement)
    + [LedgerRow.query(["1"], at: nil, isLocked: true)].map(\.statement)
    + JournalDialect.team.locking(["1"], at: nil).map(\.statement)
    + JournalDialect.team.claiming(at: JournalFixture.facts.issuer).map(\.statement)
    + [.latest, .everything].map {
      JournalQuery($0).firstPage(.team).statement
    }

  private func prepare(_ name: String, _ cluster: PostgresCluster) throws -> PostgresDatabase {
    try cluster.run(
      """
      INSERT INTO iapctl.payment (id, payment_seq, server, fingerprint)
      SELECT n, n, 'a', 'b' FROM generate_series(1, 50000) AS n
      """, in: name)
    try cluster.run(
      """
      INSERT INTO iapctl.attempt (id, payment, run, action, began, at)
      SELECT n, n, 1, 'consume', 0, n FROM generate_series(1, 50000) AS n
      """, in: name)
    return PostgresDatabase(
      address: try #require(PostgresAddress(cluster.url(name))), patience: .seconds(30),
      local: LocalRuns(path: nil))
  }

  @Test(arguments: [false, true])
  func `Each statement finds its rows by indexes and is not compiled, also in a large journal`(
    _ isAnalyzed: Bool
  ) async throws {
    let cluster = try await PostgresCluster.shared
    let name = try await cluster.makeJournal()
    let database = try prepare(name, cluster)
    if isAnalyzed { try cluster.run("ANALYZE", in: name) }
    let limit = database.limit
    let connection = try database.connect(writes: false, limit)
    for (number, statement) in Self.statements.enumerated() {
      let text = statement.team
      let values = (1...20).filter { text.contains("$\($0)") }.map { _ in "NULL" }
      let list = values.isEmpty ? "" : "(\(values.joined(separator: ", ")))"
      let plan = try connection.run(
        [
          PostgresStatement("PREPARE plan\(number) AS \(text)"),
          PostgresStatement("EXPLAIN EXECUTE plan\(number)\(list)"),
        ], limit
      )[1].rows.compactMap { $0.text("QUERY PLAN") }
      #expect(!plan.isEmpty)
      for line in plan {
        for slow in [
          "Seq Scan on payment", "Seq Scan on attempt", "Bitmap", "->  Hash  (", "Merge Join",
          "JIT",
        ] {
          #expect(!line.contains(slow), "\(text): \(line)")
        }
      }
    }
  }

  @Test(arguments: [false, true])
  func `A search for few entries may read whole tables, and is not compiled either`(
    _ searches: Bool
  ) async throws {
    let cluster = try await PostgresCluster.shared
    let database = try prepare(try await cluster.makeJournal(), cluster)
    let limit = database.limit
    let connection = try database.connect(writes: false, searches: searches, limit)
    let plan = try connection.run(
      PostgresStatement("EXPLAIN SELECT id FROM iapctl.payment WHERE user_id = 'a'"), limit
    ).rows.compactMap { $0.text("QUERY PLAN") }.joined(separator: "\n")
    #expect(plan.contains("Seq Scan") && !plan.contains("(cost=10000000000") == searches)
    let facts = PostgresStatement("SELECT current_setting('jit') AS jit")
    #expect(try connection.run(facts, limit).rows.first?.text("jit") == "off")
  }

  @Test
  func `Payments are looked up on one connection, or on another one if that is lost`()
    async throws
  {
    let cluster = try await PostgresCluster.shared
    let name = try await cluster.makeJournal()
    let journal = try JournalFixture.teamJournal(at: cluster.url(name))
    func session() async throws -> [String] {
      _ = try await journal.claims(of: ["1"], at: JournalFixture.facts.issuer, ClaimRules())
      return try cluster.texts(
        """
        SELECT pid AS text FROM pg_stat_activity
        WHERE datname = '\(name)' AND application_name = 'iapctl'
        """, in: "postgres")
    }
    let first = try await session()
    #expect(first.count == 1)
    #expect(try await session() == first)
    try cluster.run("SELECT pg_terminate_backend(\(first.first ?? "0"), 30000)", in: "postgres")
    let second = try await session()
    #expect(second.count == 1)
    #expect(second != first)
  }

  @Test
  func `What is sent ahead is executed meanwhile, once, and only its own call gets the answer`()
    async throws
  {
    let cluster = try await PostgresCluster.shared
    let name = try cluster.makeDatabase()
    try cluster.run("CREATE TABLE numbers (number bigint)", in: name)
    let database = PostgresDatabase(
      address: try #require(PostgresAddress(cluster.url(name))), patience: .seconds(30),
      local: LocalRuns(path: nil))
    let limit = database.limit
    let connection = try database.bareConnection(limit)
    let adding = PostgresStatement("INSERT INTO numbers VALUES (7) RETURNING number")
    let all = "SELECT number AS text FROM numbers"
    try connection.send([adding])
    while try cluster.texts(all, in: name).isEmpty {}
    #expect(try connection.run(adding, limit).rows.map { $0.integer("number") } == [7])
    #expect(try cluster.texts(all, in: name) == ["7"])
    try connection.send([adding])
    #expect(try connection.run(PostgresStatement("SELECT 8 AS a"), limit).rows[0].text("a") == "8")
    #expect(try connection.run(adding, limit).changed == 1)
    #expect(try cluster.texts(all, in: name) == ["7", "7", "7"])
  }

  @Test
  func `Entries are read page after page, also again from the start`() async throws {
    let fixture = try await JournalFixture(.database)
    let run = try await fixture.run()
    let payments = (10_000..<12_500).map { Payment(Identifier("\($0)")) }
    _ = try await run.claim(payments, settles: false)
    let now = JournalFixture.now
    try await run.write(payments.map { JournalStep($0.paymentSeq, .consumeBegins, at: now) })
    let pages = try await fixture.journal.entries(JournalQuery(.latest))
    for try await page in pages {
      #expect(page.count == JournalQuery.pageSize)
      break
    }
    let entries = try await pages.reduce(into: []) { $0 += $1 }
    #expect(entries.map(\.payment.paymentSeq) == payments.map(\.paymentSeq))
  }

  /// Other sessions could need the earlier rows.
  @Test
  func `Most changes of rows leave the indexes as they are`() async throws {
    let cluster = try await waiting { try PostgresCluster() }
    let name = try await cluster.makeJournal()
    let run = try await JournalFixture.teamJournal(at: cluster.url(name)).begin(
      JournalFixture.facts)
    let numbers = (10_000..<12_000).map { Identifier("\($0)") }
    _ = try await run.claim(numbers.map { Payment($0) }, settles: false)
    for first in stride(from: 0, to: numbers.count, by: 50) {
      let group = numbers[first..<first + 50]
      try await run.write(
        group.map { JournalStep($0, .consumeBegins, at: JournalFixture.now) })
      try await run.write(
        group.flatMap { number in
          [.consumeEnds(.consumed(number)), .released].map {
            JournalStep(number, $0, at: JournalFixture.now)
          }
        })
    }
    await run.end()
    while try sum("n_tup_upd", in: name, cluster) < 6000 {}
    #expect(try sum("n_tup_hot_upd", in: name, cluster) > 4000)
  }
}
