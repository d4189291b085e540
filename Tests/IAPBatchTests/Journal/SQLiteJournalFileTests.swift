import CLibrary
import IAPBatch
import IAPCore
import SQLite
import System
import TestSupport
import Testing

struct SQLiteJournalFileTests {
  private func mode(_ path: String) -> mode_t {
    var facts = stat()
    return stat(path, &facts) == 0 ? facts.st_mode & 0o777 : 0
  }

  @Test
  func `A journal and its folder are created for the owner only`() async throws {
    let fixture = try JournalFixture("a/b/journal.db")
    let run = try await fixture.run()
    _ = try await run.claim("1")
    #expect(mode(fixture.folder["a"]) == 0o700)
    #expect(mode(fixture.folder["a/b"]) == 0o700)
    for suffix in ["", "-wal", "-shm", "-runs"] {
      #expect(mode(fixture.folder["a/b/journal.db" + suffix]) == 0o600, "\(suffix)")
    }
    #expect(TemporaryFolder.names(of: fixture.folder["a/b"]).count == 4)
  }

  @Test
  func `A journal is a WAL database with an application ID and a version`() async throws {
    let fixture = try JournalFixture()
    await (try await fixture.run()).end()
    let connection = try Connection(path: fixture.path, access: .readOnly, patience: 0)
    let facts = try ["journal_mode", "application_id", "user_version"].map {
      try connection.first("PRAGMA \($0)") { $0.text(0) }
    }
    #expect(facts == ["wal", "1229017162", "5"])
    let loose = try connection.all(
      "SELECT name FROM pragma_table_list WHERE schema = 'main' AND name NOT LIKE 'sqlite%'"
        + " AND NOT strict"
    ) { $0.text(0) }
    #expect(loose == [])
  }

  @Test
  func `Reading a missing journal creates nothing`() async throws {
    let fixture = try JournalFixture()
    #expect(try await fixture.entries(.everything).isEmpty)
    #expect(fixture.folder.names.isEmpty)
  }

  @Test
  func `Access for the group is accepted, access for everyone is refused`() async throws {
    let fixture = try JournalFixture()
    await (try await fixture.run()).end()
    chmod(fixture.path, 0o660)
    unlink(fixture.path + "-runs")
    let run = try await fixture.run()
    #expect(mode(fixture.path + "-runs") == 0o660)
    await run.end()
    chmod(fixture.path, 0o604)
    let expected = IAPError.iapctl(.configuration, .file(fixture.path, .journalReadable))
    #expect(await failure { _ = try await fixture.run() } == expected)
    #expect(await failure { _ = try await fixture.entries(.latest) } == expected)
  }

  @Test
  func `A file that is not a journal is refused for reading and writing`() async throws {
    let fixture = try JournalFixture()
    let other = try Connection(
      path: fixture.folder["other.db"], access: .create, patience: 0)
    try other.execute("CREATE TABLE a (b)")
    try fixture.folder.write("a text that is longer than a header would be, or not", to: "text")
    try fixture.folder.write("", to: "empty")
    try fixture.folder.write("a", to: "byte")
    try fixture.folder.makeFolder("folder")
    mkfifo(fixture.folder["fifo"], 0o600)
    chmod(fixture.folder["other.db"], 0o600)
    chmod(fixture.folder["text"], 0o600)
    for (name, what) in [
      ("other.db", "an SQLite database of another program"), ("text", "not an SQLite database"),
      ("byte", "not an SQLite database"), ("empty", "an empty file"),
      ("fifo", "not a regular file"),
    ] {
      let path = fixture.folder[name]
      let journal = JournalFixture.journal(at: path)
      let expected = IAPError.iapctl(.journalForeign, .file(path, .notAJournal(what: what)))
      #expect(await failure { _ = try await journal.begin(JournalFixture.facts) } == expected)
      #expect(
        await failure { _ = try await journal.entries(JournalQuery(.latest)) } == expected)
    }
    let folder = fixture.folder["folder"]
    #expect(
      await failure { _ = try await JournalFixture.journal(at: folder).begin(JournalFixture.facts) }
        == .iapctl(.journalUnreadable, .file(folder, .isDirectory)))
  }

  @Test
  func `A file that is not a journal is reported as such, with any file mode`() async throws {
    let fixture = try JournalFixture()
    let path = try fixture.folder.write("a text that is longer than a header would be", to: "text")
    chmod(path, 0o644)
    let expected = IAPError.iapctl(
      .journalForeign, .file(path, .notAJournal(what: "not an SQLite database")))
    #expect(
      await failure {
        _ = try await JournalFixture.journal(at: path).entries(JournalQuery(.latest))
      }
        == expected)
  }

  @Test
  func `A journal of another version is refused and not changed`() async throws {
    let fixture = try JournalFixture()
    await (try await fixture.run()).end()
    let connection = try Connection(path: fixture.path, access: .readWrite, patience: 0)
    for (version, code, problem) in [
      (9, .journalTooNew, IAPError.FileProblem.madeByNewerVersion(format: 9, known: 5)),
      (2, ConsoleCode.journalUnreadable, .madeByOlderVersion(format: 2, known: 5)),
    ] {
      try connection.execute("PRAGMA user_version = \(version)")
      let expected = IAPError.iapctl(code, .file(fixture.path, problem))
      #expect(await failure { _ = try await fixture.run() } == expected)
      #expect(await failure { _ = try await fixture.entries(.latest) } == expected)
    }
  }

  @Test(arguments: ["journal.db", "journal.db-wal", "journal.db-runs"], [true, false])
  func `A journal that loses its file, its log or its locks is no longer written`(
    _ name: String, _ isReplaced: Bool
  ) async throws {
    let fixture = try JournalFixture()
    let run = try await fixture.run()
    _ = try await run.claim("1")
    try await run.write("1", .consumeBegins)
    let path = fixture.folder["state/" + name]
    #expect(rename(path, path + ".away") == 0)
    if isReplaced { _ = try NewFile(at: path) }
    let expected = IAPError.iapctl(.journalNotWritten, .file(fixture.path, .replaced))
    #expect(await failure { try await run.write("1", .consumeEnds(.consumed("1"))) } == expected)
    #expect(await failure { _ = try await run.claim("2") } == expected)
    #expect(rename(path + ".away", path) == 0)
    try await run.write("1", .consumeEnds(.consumed("1")))
  }

  @Test
  func `Damage is reported, and the journal is not overwritten`() async throws {
    let fixture = try JournalFixture()
    await (try await fixture.run()).end()
    let connection = try Connection(path: fixture.path, access: .readWrite, patience: 0)
    try connection.execute("DROP TABLE attempt")
    let found = await failure { _ = try await fixture.entries(.latest) }
    #expect(found?.code == .iapctl(.journalDamaged))
  }

  @Test
  func `A folder that cannot be created is reported with its path`() async throws {
    let fixture = try JournalFixture()
    try fixture.folder.write("", to: "state")
    let found = await failure { _ = try await fixture.run() }
    #expect(found?.code == .iapctl(.journalNotWritten))
  }

  @Test
  func `A journal that stays locked is reported as busy`() async throws {
    let fixture = try JournalFixture(patience: .milliseconds(1))
    let run = try await fixture.run()
    let lock = try StoreLock(on: fixture.path)
    let busy = IAPError.iapctl(.journalBusy, .file(fixture.path, .lockedByOthers))
    #expect(await failure { _ = try await run.claim("1") } == busy)
    #expect(await failure { _ = try await fixture.run() } == busy)
    try lock.release()
    #expect(try await run.claim("1") != nil)
  }

  @Test
  func `Many processes can create one journal at the same time`() async throws {
    let fixture = try JournalFixture()
    let claims = try await withThrowingTaskGroup { group in
      for _ in 0..<8 {
        group.addTask {
          let run = try await JournalFixture.journal(at: fixture.path).begin(JournalFixture.facts)
          return (run, try await run.claim("1"))
        }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    let granted = claims.filter {
      $0.1 == .new
    }
    #expect(granted.count == 1)
    #expect(
      TemporaryFolder.names(of: fixture.folder["state"])
        == ["journal.db", "journal.db-runs", "journal.db-shm", "journal.db-wal"])
  }
}

extension JournalFixture {
  static let facts = RunFacts(
    server: ServerName(origin: "o"), appKeyFingerprint: "", user: "u", host: "h", profile: nil,
    ticket: nil)
}
