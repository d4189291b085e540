import CLibrary
import IAPBatch
import IAPCore
import SQLite
import System
import TestSupport
import Testing

@Suite("The journal file")
struct SQLiteJournalFileTests {
  private func mode(_ path: String) -> mode_t {
    var facts = stat()
    return stat(path, &facts) == 0 ? facts.st_mode & 0o777 : 0
  }

  private func failure(_ body: () async throws -> Void) async -> IAPError? {
    do {
      try await body()
      return nil
    } catch {
      return error as? IAPError
    }
  }

  @Test("A journal and its folder are created for the owner only")
  func aJournalAndItsFolderAreCreatedForTheOwnerOnly() async throws {
    let desk = try Desk("a/b/journal.db")
    let run = try await desk.run()
    _ = try await run.claim("1")
    #expect(mode(desk.folder["a"]) == 0o700)
    #expect(mode(desk.folder["a/b"]) == 0o700)
    for suffix in ["", "-wal", "-shm", "-runs"] {
      #expect(mode(desk.folder["a/b/journal.db" + suffix]) == 0o600, "\(suffix)")
    }
    #expect(TemporaryFolder.names(of: desk.folder["a/b"]).count == 4)
  }

  @Test("A journal is a WAL database with an application ID and a version")
  func aJournalIsAWALDatabaseWithAnApplicationIDAndAVersion() async throws {
    let desk = try Desk()
    await (try await desk.run()).end()
    let connection = try Connection(path: desk.path, access: .readOnly, patience: 0)
    let facts = try ["journal_mode", "application_id", "user_version"].map {
      try connection.first("PRAGMA \($0)") { $0.text(0) }
    }
    #expect(facts == ["wal", "1229017162", "3"])
    let loose = try connection.all(
      "SELECT name FROM pragma_table_list WHERE schema = 'main' AND name NOT LIKE 'sqlite%'"
        + " AND NOT strict"
    ) { $0.text(0) }
    #expect(loose == [])
  }

  @Test("Reading a missing journal creates nothing")
  func readingAMissingJournalCreatesNothing() async throws {
    let desk = try Desk()
    #expect(try await desk.entries(.everything).isEmpty)
    #expect(desk.folder.names.isEmpty)
  }

  @Test("Access for the group is accepted, access for everyone is refused")
  func accessForTheGroupIsAcceptedAccessForEveryoneIsRefused() async throws {
    let desk = try Desk()
    await (try await desk.run()).end()
    chmod(desk.path, 0o660)
    unlink(desk.path + "-runs")
    let run = try await desk.run()
    #expect(mode(desk.path + "-runs") == 0o660)
    await run.end()
    chmod(desk.path, 0o604)
    let expected = IAPError.iapctl(.configuration, .file(desk.path, .journalReadable))
    #expect(await failure { _ = try await desk.run() } == expected)
    #expect(await failure { _ = try await desk.entries(.latest) } == expected)
  }

  @Test("A file that is not a journal is refused for reading and writing")
  func aFileThatIsNotAJournalIsRefusedForReadingAndWriting() async throws {
    let desk = try Desk()
    let other = try Connection(
      path: desk.folder["other.db"], access: .create, patience: 0)
    try other.execute("CREATE TABLE a (b)")
    try desk.folder.write("a text that is longer than a header would be, or not", to: "text")
    try desk.folder.write("", to: "empty")
    try desk.folder.write("a", to: "byte")
    try desk.folder.makeFolder("folder")
    mkfifo(desk.folder["fifo"], 0o600)
    chmod(desk.folder["other.db"], 0o600)
    chmod(desk.folder["text"], 0o600)
    for (name, what) in [
      ("other.db", "an SQLite database of another program"), ("text", "not an SQLite database"),
      ("byte", "not an SQLite database"), ("empty", "an empty file"),
      ("fifo", "not a regular file"),
    ] {
      let path = desk.folder[name]
      let journal = Desk.journal(at: path)
      let expected = IAPError.iapctl(.journalForeign, .file(path, .notAJournal(what: what)))
      #expect(await failure { _ = try await journal.begin(Desk.facts) } == expected)
      #expect(
        await failure { _ = try await journal.entries(JournalQuery(.latest)) } == expected)
    }
    let folder = desk.folder["folder"]
    #expect(
      await failure { _ = try await Desk.journal(at: folder).begin(Desk.facts) }
        == .iapctl(.journalUnreadable, .file(folder, .isDirectory)))
  }

  @Test("A file that is not a journal is reported as such, with any file mode")
  func aFileThatIsNotAJournalIsReportedAsSuchWithAnyFileMode() async throws {
    let desk = try Desk()
    let path = try desk.folder.write("a text that is longer than a header would be", to: "text")
    chmod(path, 0o644)
    let expected = IAPError.iapctl(
      .journalForeign, .file(path, .notAJournal(what: "not an SQLite database")))
    #expect(
      await failure { _ = try await Desk.journal(at: path).entries(JournalQuery(.latest)) }
        == expected)
  }

  @Test("A journal of another version is refused and not changed")
  func otherVersions() async throws {
    let desk = try Desk()
    await (try await desk.run()).end()
    let connection = try Connection(path: desk.path, access: .readWrite, patience: 0)
    for (version, code, problem) in [
      (9, .journalTooNew, IAPError.FileProblem.madeByNewerVersion(format: 9, known: 3)),
      (2, ConsoleCode.journalUnreadable, .madeByOlderVersion(format: 2, known: 3)),
    ] {
      try connection.execute("PRAGMA user_version = \(version)")
      let expected = IAPError.iapctl(code, .file(desk.path, problem))
      #expect(await failure { _ = try await desk.run() } == expected)
      #expect(await failure { _ = try await desk.entries(.latest) } == expected)
    }
  }

  @Test(
    "A journal that loses its file, its log or its locks is no longer written",
    arguments: ["journal.db", "journal.db-wal", "journal.db-runs"], [true, false])
  func replaced(_ name: String, _ isReplaced: Bool) async throws {
    let desk = try Desk()
    let run = try await desk.run()
    _ = try await run.claim("1")
    try await run.write("1", .consumeBegins)
    let path = desk.folder["state/" + name]
    #expect(rename(path, path + ".away") == 0)
    if isReplaced { _ = try NewFile(at: path) }
    let expected = IAPError.iapctl(.journalNotWritten, .file(desk.path, .replaced))
    #expect(await failure { try await run.write("1", .consumeEnds(.consumed("1"))) } == expected)
    #expect(await failure { _ = try await run.claim("2") } == expected)
    #expect(rename(path + ".away", path) == 0)
    try await run.write("1", .consumeEnds(.consumed("1")))
  }

  @Test("Damage is reported, and the journal is not overwritten")
  func damageIsReportedAndTheJournalIsNotOverwritten() async throws {
    let desk = try Desk()
    await (try await desk.run()).end()
    let connection = try Connection(path: desk.path, access: .readWrite, patience: 0)
    try connection.execute("DROP TABLE attempt")
    let found = await failure { _ = try await desk.entries(.latest) }
    #expect(found?.code == .iapctl(.journalDamaged))
  }

  @Test("A folder that cannot be created is reported with its path")
  func aFolderThatCannotBeCreatedIsReportedWithItsPath() async throws {
    let desk = try Desk()
    try desk.folder.write("", to: "state")
    let found = await failure { _ = try await desk.run() }
    #expect(found?.code == .iapctl(.journalNotWritten))
  }

  @Test("A journal that stays locked is reported as busy")
  func aJournalThatStaysLockedIsReportedAsBusy() async throws {
    let desk = try Desk(patience: .milliseconds(1))
    let run = try await desk.run()
    let lock = try StoreLock(on: desk.path)
    let busy = IAPError.iapctl(.journalBusy, .file(desk.path, .lockedByOthers))
    #expect(await failure { _ = try await run.claim("1") } == busy)
    #expect(await failure { _ = try await desk.run() } == busy)
    try lock.release()
    #expect(try await run.claim("1") != nil)
  }

  @Test("Many processes can create one journal at the same time")
  func manyProcessesCanCreateOneJournalAtTheSameTime() async throws {
    let desk = try Desk()
    let claims = try await withThrowingTaskGroup { group in
      for _ in 0..<8 {
        group.addTask {
          let run = try await Desk.journal(at: desk.path).begin(Desk.facts)
          return (run, try await run.claim("1"))
        }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    let granted = claims.filter {
      $0.1 == .granted(priorUnknown: false, isDelivered: false)
    }
    #expect(granted.count == 1)
    #expect(
      TemporaryFolder.names(of: desk.folder["state"])
        == ["journal.db", "journal.db-runs", "journal.db-shm", "journal.db-wal"])
  }
}

extension Desk {
  static let facts = RunFacts(
    server: ServerName(origin: "o"), appKeyFingerprint: "", user: "u", host: "h", profile: nil,
    ticket: nil)
}
