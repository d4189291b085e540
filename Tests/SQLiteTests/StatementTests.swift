import SQLite
import Testing

struct StatementTests {
  private let connection: Connection

  init() throws {
    connection = try Connection(path: "", access: .create, patience: 0)
    try connection.execute("CREATE TABLE kept (id INTEGER PRIMARY KEY, value ANY) STRICT")
  }

  @Test(arguments: [Int64.min, -1, 0, 1, 9_007_199_254_740_993, Int64.max])
  func `An integer is read back`(number: Int64) throws {
    try connection.run("INSERT INTO kept (value) VALUES (?)", [.integer(number)])
    let read = try connection.all("SELECT value FROM kept", make: { $0.integer(0) })
    #expect(read == [number])
  }

  @Test(arguments: [
    "", "gem", "보석 100개", "宝石", "👨\u{200D}👩\u{200D}👧", "e\u{301}", "\u{E9}",
    "'; DROP TABLE kept; --", "\u{FEFF}", String(repeating: "x", count: 100_000),
  ])
  func `Text is read back byte for byte`(text: String) throws {
    try connection.run("INSERT INTO kept (value) VALUES (?)", [.text(text)])
    let read = try connection.all("SELECT value FROM kept", make: { $0.text(0) })
    #expect(read.count == 1)
    #expect(read.first??.utf8.elementsEqual(text.utf8) == true)
  }

  @Test
  func `Statements of the same length are not mixed up, the second time neither`() throws {
    let before = connection.keptStatements
    for _ in 0..<2 {
      for number in 1...9 {
        #expect(try connection.first("SELECT \(number)", make: { $0.integer(0) }) == Int64(number))
      }
    }
    #expect(connection.keptStatements == before + 9)
  }

  @Test
  func `Text may contain a null character`() throws {
    try connection.run("INSERT INTO kept (value) VALUES (?)", [.text("\u{0}a\u{0}b\u{0}")])
    let read = try connection.first("SELECT value FROM kept", make: { $0.text(0) })
    #expect(read??.utf8.elementsEqual([0, 0x61, 0, 0x62, 0]) == true)
  }

  @Test
  func `Columns are read by name, in any order`() throws {
    try connection.execute("INSERT INTO kept (value) VALUES ('a'), (7), (NULL)")
    let rows = try connection.all("SELECT id, value, value IS 7 AS isSeven FROM kept ORDER BY id") {
      [$0.value("isSeven"), $0.value("value"), $0.value("id"), $0.value("id")]
    }
    #expect(
      rows == [
        [.integer(0), .text("a"), .integer(1), .integer(1)],
        [.integer(1), .integer(7), .integer(2), .integer(2)],
        [.integer(0), .null, .integer(3), .integer(3)],
      ])
  }

  @Test
  func `Null is neither an empty text nor zero`() throws {
    try connection.run("INSERT INTO kept (value) VALUES (?)", [.null])
    let read = try #require(
      try connection.first(
        "SELECT value, value IS NULL FROM kept",
        make: { ($0.text(0), $0.integer(0), $0.flag(0), $0.flag(1)) }))
    #expect(read.0 == nil)
    #expect(read.1 == nil)
    #expect(!read.2)
    #expect(read.3)
  }

  @Test
  func `An empty text is not null`() throws {
    let text = try connection.first("SELECT ? IS NULL", [.text("")], make: { $0.flag(0) })
    #expect(text == false)
  }

  @Test
  func `A missing value is null, and a flag is one or zero`() {
    #expect(Value.text(String?.none) == .null)
    #expect(Value.text(String?.some("gem")) == .text("gem"))
    #expect(Value.integer(Int64?.none) == .null)
    #expect(Value.integer(Int64?.some(7)) == .integer(7))
    #expect(Value.flag(true) == .integer(1))
    #expect(Value.flag(false) == .integer(0))
  }

  @Test
  func `Values are bound in the order of their placeholders`() throws {
    let read = try connection.first(
      "SELECT ?, ?, ?", [.text("a"), .integer(2), .null],
      make: { [$0.text(0), $0.text(1), $0.text(2)] })
    #expect(read == ["a", "2", nil])
  }

  @Test
  func `A value without a placeholder is refused`() {
    #expect(throws: SQLiteError.self) {
      try connection.run("INSERT INTO kept (value) VALUES (?)", [.integer(1), .integer(2)])
    }
  }

  @Test
  func `A value is not kept for the next use of a statement`() throws {
    let sql = "INSERT INTO kept (value) VALUES (?)"
    try connection.run(sql, [.text("first")])
    try connection.run(sql)
    let read = try connection.all("SELECT value FROM kept ORDER BY id", make: { $0.text(0) })
    #expect(read == ["first", nil])
  }

  @Test
  func `A statement can be used while its rows are read`() throws {
    for number in 1...3 {
      try connection.run("INSERT INTO kept (value) VALUES (?)", [.integer(Int64(number))])
    }
    let sql = "SELECT value FROM kept WHERE value > ? ORDER BY value"
    var pairs: [[Int64]] = []
    try connection.rows(sql, [.integer(0)]) { row in
      let outer = row.integer(0) ?? 0
      let inner = try connection.all(sql, [.integer(outer)], make: { $0.integer(0) ?? 0 })
      pairs.append([outer] + inner)
    }
    #expect(pairs == [[1, 2, 3], [2, 3], [3]])
  }

  @Test
  func `A statement is usable after its rows were read in part`() throws {
    struct Enough: Error {}
    try connection.run("INSERT INTO kept (value) VALUES (1), (2)")
    let sql = "SELECT value FROM kept"
    #expect(throws: Enough.self) { try connection.rows(sql) { _ in throw Enough() } }
    #expect(try connection.all(sql, make: { $0.integer(0) }) == [1, 2])
  }
}
