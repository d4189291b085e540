import CLibrary
import IAPCore
import SQLite
import System
import TestSupport
import Testing

@testable import IAPBatch

@Suite(.blocking)
struct JournalCheckTests {
  private func runs(_ fixture: JournalFixture) async throws -> Int64? {
    let count = "SELECT count(*) AS n FROM"
    if let name = fixture.database {
      return try await PostgresCluster.shared.run("\(count) iapctl.run", in: name).rows.first?
        .integer("n")
    }
    let connection = try Connection(
      path: fixture.folder["state/journal.db"], access: .readOnly, patience: 0,
      isStopped: { false })
    return try connection.first("\(count) run", make: { $0.integer(0) ?? 0 })
  }

  @Test(arguments: JournalKind.stored)
  func `A check that a journal can be written adds nothing`(_ kind: JournalKind) async throws {
    let fixture = try await JournalFixture(kind)
    // A missing file is not made.
    #expect(
      try await fixture.journal.checkWritable(by: JournalFixture.facts) == (kind == .database))
    #expect(Files.identity(of: fixture.folder["state/journal.db"]) == nil)
    let run = try await fixture.journal.begin(JournalFixture.facts)
    #expect(try await fixture.journal.checkWritable(by: JournalFixture.facts))
    #expect(try await fixture.journal.checkWritable(by: JournalFixture.facts))
    #expect(try await runs(fixture) == 1)
    await run.end()
  }

  @Test
  func `A file that cannot be made or written fails the check`() async throws {
    let folder = try TemporaryFolder()
    try folder.write("text", to: "file")
    let below = JournalFixture.journal(at: folder["file/j.db"])
    await #expect(throws: IAPError.self) { try await below.checkWritable(by: JournalFixture.facts) }
    let nowhere = JournalFixture.journal(at: "/proc/none/j.db")
    await #expect(throws: IAPError.self) {
      try await nowhere.checkWritable(by: JournalFixture.facts)
    }
    // The superuser may write each file.
    guard getuid() != 0 else { return }
    let path = folder["j.db"]
    let journal = JournalFixture.journal(at: path)
    await (try journal.begin(JournalFixture.facts)).end()
    try folder.setMode(0o400, of: "j.db")
    do {
      _ = try await journal.checkWritable(by: JournalFixture.facts)
      Issue.record("a file without the right to write passed")
    } catch {
      #expect(error.code == .iapctl(.journalNotWritten))
    }
  }
}
