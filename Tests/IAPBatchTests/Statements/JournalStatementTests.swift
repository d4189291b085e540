import IAPCore
import SQLite
import TestSupport
import Testing

@testable import IAPBatch

struct JournalStatementTests {
  @Test
  func `One text becomes a statement for rows one by one, and one for arrays of rows`() {
    let statement = JournalStatement(
      "name", rows: [.integer("id"), .text("note"), .flag("is_open")],
      common: [.integer("run")], isComplete: true
    ) { _ in
      """
      UPDATE iapctl.attempt AS a SET note = given.note, given = given.is_open, at = 1::bigint
      {rows} WHERE a.id = given.id AND a.run = given.run
      """
    }
    #expect(
      statement.file == """
        UPDATE attempt AS a SET note = ?2, given = ?3, at = 1
         WHERE a.id = ?1 AND a.run = ?4
        """)
    #expect(
      statement.team == """
        WITH changed AS (UPDATE iapctl.attempt AS a SET note = given.note, given = given.is_open, at = 1::bigint
        FROM unnest($1::bigint[], $2::text[], $3::boolean[]) AS given (id, note, is_open) WHERE a.id = given.id AND a.run = $4::bigint RETURNING 1)
        SELECT 1 / CAST(count(*) = $5::bigint AS integer) FROM changed
        """)
  }

  @Test
  func `Values of a query have the same numbers in both`() {
    let statement = JournalStatement("name") { dialect in
      "SELECT 1 FROM iapctl.run WHERE \(dialect.isListed("id")) AND a = $2::text"
    }
    #expect(
      statement.file == "SELECT 1 FROM run WHERE id IN (SELECT value FROM json_each(?1)) AND a = ?2"
    )
    #expect(
      statement.team == "SELECT 1 FROM iapctl.run WHERE id = ANY ($1::text[]) AND a = $2::text")
  }

  @Test
  func `A run stops writing to a file in which its payment is missing`() async throws {
    let journal = try await JournalFixture(.file)
    let run = try await journal.run()
    _ = try await run.claim("1")
    try await run.write("1", .consumeBegins)
    try await journal.execute("DELETE FROM payment")
    do {
      try await run.write("1", .consumeEnds(.consumed("1")), .released)
      Issue.record("the outcome was written nowhere")
    } catch {
      #expect((error as? IAPError)?.code == .iapctl(.journalDamaged))
    }
    let open = try await journal.entries(.everything)
    #expect(open.isEmpty)
  }

  @Test(arguments: JournalKind.stored)
  func `An action that nobody knows is damage`(_ kind: JournalKind) async throws {
    let journal = try await JournalFixture(kind)
    let run = try await journal.run()
    _ = try await run.claim("1")
    try await run.write("1", .consumeBegins, .consumeEnds(.consumed("1")), .released)
    await run.end()
    let change = "UPDATE attempt SET action = 'sell'"
    if let database = journal.database {
      let cluster = try await PostgresCluster.shared
      try cluster.run(
        "ALTER TABLE iapctl.attempt DROP CONSTRAINT attempt_action_check", in: database)
      try await journal.execute(change)
    } else {
      let connection = try Connection(path: journal.path, access: .readWrite, patience: 1000)
      try connection.execute("PRAGMA ignore_check_constraints = ON; \(change)")
    }
    do {
      _ = try await journal.entries(.everything)
      Issue.record("the entry was read")
    } catch {
      #expect((error as? IAPError)?.code == .iapctl(.journalDamaged))
    }
  }
}
