import CSQLite
import SQLite
import Synchronization
import TestSupport
import Testing

struct ConnectionTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func open(_ name: String, _ access: Connection.Access = .create) throws -> Connection {
    try Connection(path: folder[name], access: access, patience: 0)
  }

  private func make(_ name: String, holding number: Int) throws {
    let connection = try open(name)
    try connection.execute("CREATE TABLE kept (n INTEGER)")
    try connection.run("INSERT INTO kept VALUES (?)", [.integer(Int64(number))])
  }

  private func numbers(_ connection: Connection) throws -> [Int64?] {
    try connection.all("SELECT n FROM kept ORDER BY n", make: { $0.integer(0) })
  }

  @Test
  func `SQLite does not count the memory that it uses`() throws {
    let connection = try open("store.db")
    try connection.execute("CREATE TABLE kept (n INTEGER)")
    #expect(sqlite3_memory_used() == 0)
  }

  @Test(arguments: [
    "store.db", "100%.db", "%41.db", "what?.db", "a?mode=memory", "store#1.db", "my store.db",
    " ", "스토어.db", "ストア.db", "caf\u{E9}.db", "cafe\u{301}.db", "a&b=c.db", "file:x.db", "a'b\"c",
    "back\\slash.db", "-x.db", "line\nbreak",
  ])
  func `A path may contain any character`(name: String) throws {
    try make(name, holding: 7)
    #expect(folder.names.map { Array($0.utf8) } == [Array(name.utf8)])
    for access in [Connection.Access.readWrite, .readOnly, .immutable] {
      #expect(try numbers(open(name, access)) == [7])
    }
  }

  @Test
  func `An empty path opens a temporary database`() throws {
    let one = try Connection(path: "", access: .create, patience: 0)
    let other = try Connection(path: "", access: .create, patience: 0)
    try one.execute("CREATE TABLE kept (n INTEGER)")
    #expect(throws: SQLiteError.self) { try numbers(other) }
  }

  @Test(arguments: [Connection.Access.readWrite, .readOnly, .immutable])
  func `A file is created only in create mode`(access: Connection.Access) throws {
    #expect(throws: SQLiteError.self) { try open("absent.db", access) }
    #expect(folder.names.isEmpty)
  }

  @Test(arguments: [Connection.Access.readOnly, .immutable])
  func `A database that is opened read-only is not changed`(access: Connection.Access) throws {
    try make("store.db", holding: 7)
    let before = try folder.read("store.db")
    let connection = try open("store.db", access)

    for sql in ["INSERT INTO kept VALUES (8)", "DROP TABLE kept", "CREATE TABLE more (n)"] {
      let error = try #require(throws: SQLiteError.self) { try connection.execute(sql) }
      #expect(error.isUnwritable)
    }

    #expect(try numbers(connection) == [7])
    #expect(try folder.read("store.db") == before)
  }

  @Test
  func `An immutable database needs no files beside it`() throws {
    try make("store.db", holding: 7)
    let writer = try open("store.db", .readWrite)
    try writer.execute("PRAGMA journal_mode = WAL")
    try writer.run("INSERT INTO kept VALUES (8)")
    try writer.checkpoint()

    try folder.write(try folder.read("store.db"), to: "copy.db")
    #expect(try numbers(open("copy.db", .immutable)) == [7, 8])
    #expect(!folder.names.contains { $0.hasPrefix("copy.db-") })
  }

  @Test
  func `A checkpoint writes everything into the one file`() throws {
    let connection = try open("store.db")
    try connection.execute("PRAGMA journal_mode = WAL; CREATE TABLE kept (n INTEGER)")
    try connection.run("INSERT INTO kept VALUES (7)")
    #expect(try folder.read("store.db-wal").isEmpty == false)

    try connection.checkpoint()

    #expect(try folder.read("store.db-wal").isEmpty)
  }

  @Test
  func `A path with a null character is refused`() {
    #expect(throws: SQLiteError.self) {
      try Connection(path: "a\0b.db", access: .create, patience: 0)
    }
  }

  @Test
  func `A path with two leading slashes is not taken as a host`() throws {
    let connection = try Connection(
      path: "/" + folder["slashes.db"], access: .create, patience: 0)
    try connection.execute("CREATE TABLE kept (n INTEGER)")
    #expect(folder.names.contains("slashes.db"))
  }

  @Test
  func `The first row is returned, or nil`() throws {
    try make("store.db", holding: 1)
    let connection = try open("store.db")
    let sql = "SELECT n FROM kept WHERE n >= ? ORDER BY n"
    #expect(try connection.first(sql, [.integer(0)], make: { $0.integer(0) }) == 1)
    #expect(try connection.first(sql, [.integer(2)], make: { $0.integer(0) }) == nil)
  }

  @Test
  func `A copy replaces everything`() throws {
    try make("old.db", holding: 1)
    try make("new.db", holding: 2)
    let (old, new) = (try open("old.db"), try open("new.db", .readOnly))
    try old.execute("CREATE TABLE more (n INTEGER)")
    #expect(try numbers(old) == [1])

    try old.copy(from: new)

    #expect(try numbers(old) == [2])
    #expect(throws: SQLiteError.self) { try old.execute("SELECT * FROM more") }
    #expect(try numbers(open("old.db")) == [2])
    #expect(try numbers(new) == [2])
  }

  @Test
  func `A copy into a read-only database is refused`() throws {
    try make("old.db", holding: 1)
    try make("new.db", holding: 2)
    let old = try open("old.db", .readOnly)
    #expect(throws: SQLiteError.self) { try old.copy(from: open("new.db")) }
    #expect(try numbers(old) == [1])
  }

  /// Takes many more steps than SQLite allows between two checks of ``Connection/watch(_:)``.
  private static let long =
    "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1000000) "
    + "SELECT count(*) FROM n"

  @Test
  func `A stop ends a long statement`() throws {
    let asked = Mutex(0)
    let connection = try open("store.db")
    connection.watch {
      asked.withLock {
        $0 += 1
        return $0 == 3
      }
    }

    let error = try #require(throws: SQLiteError.self) {
      try connection.all(Self.long, make: { $0.integer(0) })
    }

    #expect(error.isInterrupted)
    #expect(asked.withLock { $0 } == 3)
    #expect(try connection.first("SELECT 7", make: { $0.integer(0) }) == 7)
  }

  @Test
  func `A stopped transaction changes nothing`() throws {
    try make("store.db", holding: 7)
    let connection = try open("store.db")
    connection.watch { true }

    let error = try #require(throws: SQLiteError.self) {
      try connection.transaction {
        try connection.run("DELETE FROM kept")
        try connection.run("INSERT INTO kept " + Self.long)
      }
    }

    #expect(error.isInterrupted)
    connection.watch { false }
    #expect(try numbers(connection) == [7])
  }
}
