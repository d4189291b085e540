import SQLite
import TestSupport
import Testing

struct SQLiteErrorTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func open(
    _ name: String = "store.db", _ access: Connection.Access = .create
  ) throws -> Connection {
    try Connection(path: folder[name], access: access, patience: 0)
  }

  /// The names of the properties that are true for an error.
  private func kinds(_ error: SQLiteError) -> [String] {
    let all = [
      ("busy", error.isBusy), ("corruption", error.isCorruption),
      ("unwritable", error.isUnwritable), ("constraint", error.isConstraint),
      ("interrupted", error.isInterrupted),
    ]
    return all.filter(\.1).map(\.0)
  }

  @Test(arguments: [
    "INSERT INTO kept VALUES (1, 'b')", "INSERT INTO kept VALUES (2, NULL)",
    "INSERT INTO kept VALUES (3, 'a')", "INSERT INTO kept VALUES (4, '')",
    "INSERT INTO kept VALUES (5, x'00')",
  ])
  func `A row that violates the schema is a constraint error`(sql: String) throws {
    let connection = try open()
    try connection.execute(
      "CREATE TABLE kept (id INTEGER PRIMARY KEY, t TEXT NOT NULL UNIQUE CHECK (t <> '')) STRICT")
    try connection.execute("INSERT INTO kept VALUES (1, 'a')")

    let error = try #require(throws: SQLiteError.self) { try connection.run(sql) }

    #expect(kinds(error) == ["constraint"])
    #expect(!error.message.isEmpty)
    #expect(error.code & 0xFF == 19)
    #expect(error.code > 0xFF)
  }

  @Test
  func `A lock of another connection is a busy error`() throws {
    let (holder, other) = (try open(), try open())
    try holder.execute("CREATE TABLE kept (id INTEGER)")
    try holder.transaction {
      let error = try #require(throws: SQLiteError.self) {
        try other.transaction { try other.run("INSERT INTO kept VALUES (1)") }
      }
      #expect(kinds(error) == ["busy"])
    }
    try other.transaction { try other.run("INSERT INTO kept VALUES (1)") }
  }

  @Test(arguments: ["not a database, but long enough to look at its header: \(filler)", "short"])
  func `A file that is not a database is a corruption error`(text: String) throws {
    try folder.write(text, to: "store.db")
    let connection = try open("store.db", .readWrite)
    let error = try #require(throws: SQLiteError.self) {
      try connection.first("SELECT count(*) FROM sqlite_schema", make: { $0.integer(0) })
    }
    #expect(kinds(error) == ["corruption"])
    #expect(try folder.read("store.db") == Array(text.utf8))
  }

  private static let filler = String(repeating: ".", count: 200)

  @Test
  func `Inconsistent pages are a corruption error`() throws {
    try open().execute(
      """
      CREATE TABLE kept (id INTEGER PRIMARY KEY, t TEXT) STRICT;
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 500)
      INSERT INTO kept SELECT i, 'a text of some length' FROM n;
      """)
    var bytes = try folder.read("store.db")
    for index in 4096..<bytes.count { bytes[index] = 0xFF }
    try folder.write(bytes, to: "store.db")

    let error = try #require(throws: SQLiteError.self) {
      try open().all("SELECT t FROM kept", make: { $0.text(0) })
    }
    #expect(kinds(error) == ["corruption"])
  }

  @Test
  func `A database that is opened read-only refuses writes`() throws {
    try open().execute("CREATE TABLE kept (id INTEGER)")
    let error = try #require(throws: SQLiteError.self) {
      try open("store.db", .readOnly).run("INSERT INTO kept VALUES (1)")
    }
    #expect(kinds(error) == ["unwritable"])
  }

  @Test
  func `A folder cannot be opened as a database`() throws {
    let error = try #require(throws: SQLiteError.self) {
      try Connection(path: folder.path, access: .create, patience: 0)
    }
    #expect(kinds(error) == ["unwritable"])
  }

  @Test
  func `A syntax error is an error of no special kind`() throws {
    let connection = try open()
    for sql in ["SELEC 1", "SELECT * FROM nowhere"] {
      let error = try #require(throws: SQLiteError.self) { try connection.run(sql) }
      #expect(kinds(error) == [])
      #expect(!error.message.isEmpty)
    }
  }
}
