import IAPBatch
import IAPCore
import Postgres
import System
import TestSupport
import Testing

/// What the server, the database and a pooler are set to.
@Suite(.blocking, .postgres)
struct PostgresSettingsTests {
  private func set(_ mode: String, _ cluster: PostgresCluster) throws {
    try cluster.run("ALTER SYSTEM SET synchronous_commit = \(mode)", in: "postgres")
    try cluster.run("SELECT pg_reload_conf()", in: "postgres")
    let query = "SELECT setting AS text FROM pg_settings WHERE name = 'synchronous_commit'"
    // A new session has the new value after the others were told.
    while try cluster.texts(query, in: "postgres") != [mode] {}
  }

  /// A trigger writes down what each change of the journal really uses.
  private func watch(_ database: String, _ cluster: PostgresCluster) throws {
    try cluster.run("CREATE TABLE modes (mode text)", in: database)
    try cluster.run(
      """
      CREATE FUNCTION note_mode() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        INSERT INTO iapctl.modes VALUES (current_setting('synchronous_commit'));
        RETURN NULL;
      END $$
      """, in: database)
    for table in ["format", "run", "payment", "attempt"] {
      try cluster.run(
        """
        CREATE TRIGGER note_mode AFTER INSERT OR UPDATE OR DELETE ON iapctl.\(table)
        EXECUTE FUNCTION note_mode()
        """, in: database)
    }
  }

  @Test(arguments: [("on", "on"), ("remote_apply", "remote_apply"), ("local", "on"), ("off", "on")])
  func `Each transaction waits for the disk, if the server is told meanwhile not to`(
    _ before: String, _ expected: String
  ) async throws {
    let cluster = try await waiting { try PostgresCluster() }
    let database = try await cluster.makeJournal()
    let journal = try JournalFixture.teamJournal(at: cluster.url(database))
    try set(before, cluster)
    try watch(database, cluster)
    let run = try await journal.begin(JournalFixture.facts)
    _ = try await run.claim("1")
    try await run.write("1", .consumeBegins)
    try set("off", cluster)
    try await run.write("1", .consumeEnds(.unknown("1")), .consumeBegins)
    _ = try await run.claim("2")
    try await run.write("1", .consumeWithdrawn, .released)
    await run.end()
    #expect(
      try cluster.texts("SELECT DISTINCT mode AS text FROM modes", in: database) == [expected])
    // Those that connect from now on.
    try cluster.run("DELETE FROM modes", in: database)
    _ = try await journal.annotate("1", at: nil, .note("a"), by: JournalFixture.facts)
    let file = try JournalFixture()
    let other = try await file.run()
    _ = try await other.claim("3")
    try await other.write("3", .consumeBegins, .consumeEnds(.consumed("3")), .released)
    await other.end()
    _ = try await journal.add(historyOf: try #require(file.journal as? SQLiteJournal))
    #expect(try cluster.texts("SELECT DISTINCT mode AS text FROM modes", in: database) == ["on"])
  }

  @Test
  func `A journal is made only where each character can be stored`() async throws {
    let cluster = try await PostgresCluster.shared
    for (encoding, isFine) in [("LATIN1", false), ("EUC_KR", false), ("SQL_ASCII", true)] {
      let name = try cluster.makeDatabase() + "_\(encoding.lowercased())"
      try cluster.run(
        """
        CREATE DATABASE \(name) ENCODING '\(encoding)' TEMPLATE template0 LC_COLLATE 'C'
        LC_CTYPE 'C'
        """, in: "postgres")
      let journal = try JournalFixture.teamJournal(at: cluster.url(name))
      let error = await failure { _ = try await journal.make(grantsTo: "a") }
      let refusal = JournalErrors(of: "postgresql:///\(name)").encoding(encoding)
      #expect(error == (isFine ? nil : refusal))
      let schemas = try cluster.texts(
        "SELECT nspname AS text FROM pg_namespace WHERE nspname = 'iapctl'", in: name)
      #expect(schemas == (isFine ? ["iapctl"] : []))
    }
  }

  /// After such a change, the session of the server is that of another connection.
  @Test(arguments: ["DEALLOCATE ALL", #"PREPARE "take payments" AS SELECT 1"#])
  func `A pooler that gives the next transaction to another session is recognised`(_ change: String)
    async throws
  {
    let cluster = try await PostgresCluster.shared
    let database = try await cluster.makeJournal()
    let run = try await JournalFixture.teamJournal(at: cluster.url(database)).begin(
      JournalFixture.facts)
    _ = try await run.claim("1")
    try await run.write("1", .released)
    try cluster.run(
      """
      CREATE FUNCTION change_session() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN EXECUTE '\(change)'; RETURN NULL; END $$
      """, in: database)
    try cluster.run(
      "CREATE TRIGGER change_session AFTER UPDATE ON iapctl.run EXECUTE FUNCTION change_session()",
      in: database)
    let error = await failure { _ = try await run.claim("1") }
    #expect(error == JournalErrors(of: "postgresql:///\(database)").sharedSession)
  }
}
