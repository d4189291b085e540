import IAPBatch
import IAPCore
import Postgres
import System
import TestSupport
import Testing

/// What a database is set to for those who use it.
@Suite(.blocking, .postgres)
struct PostgresRoleTests {
  @Test
  func `A database with array_nulls = off keeps what is not known as such`() async throws {
    let cluster = try await PostgresCluster.shared
    let database = try await cluster.makeJournal()
    try cluster.run("ALTER DATABASE \(database) SET array_nulls = off", in: "postgres")
    let journal = try JournalFixture.teamJournal(at: cluster.url(database))
    let run = try await journal.begin(JournalFixture.facts)
    _ = try await run.claim("1")
    try await run.write("1", .consumeBegins, .consumeEnds(.consumed("1")), .released)
    await run.end()
    let unknown = try cluster.texts(
      "SELECT payment_seq AS text FROM iapctl.payment WHERE store_code IS NULL", in: database)
    #expect(unknown == ["1"])
  }

  @Test
  func `If transactions are read-only, the journal is read, and a run is refused with the remedy`()
    async throws
  {
    let cluster = try await PostgresCluster.shared
    let database = try await cluster.makeJournal()
    try cluster.run(
      "ALTER DATABASE \(database) SET default_transaction_read_only = on", in: "postgres")
    let journal = try JournalFixture.teamJournal(at: cluster.url(database))
    let error = await #expect(throws: IAPError.self) {
      _ = try await journal.begin(JournalFixture.facts)
    }
    #expect(error == JournalErrors(of: "postgresql:///\(database)").readOnly)
  }
}
