import SQLite
import Testing

struct ChangesTests {
  @Test
  func `A change is made for each row, with the values that all have`() throws {
    let connection = try Connection(path: "", access: .create, patience: 0)
    try connection.execute(
      "CREATE TABLE kept (id INTEGER PRIMARY KEY, value TEXT, note TEXT) STRICT")
    let rows = (1...40).map {
      [Value.integer($0), .text(String(repeating: "x", count: Int($0) * 9))]
    }
    let note = String(repeating: "note", count: 50)
    let added = try connection.run(
      "INSERT INTO kept (id, value, note) VALUES (?1, ?2, ?3)", rows: rows, common: [.text(note)])
    #expect(added == rows.map { _ in 1 })
    let kept = try connection.all("SELECT value, note FROM kept ORDER BY id") {
      [.text($0.text(0)), Value.text($0.text(1))]
    }
    #expect(kept == rows.map { [$0[1], .text(note)] })
    let changed = try connection.run(
      "UPDATE kept SET value = ?2 WHERE id = ?1 OR id = 1 AND ?1 = 2",
      rows: [
        [.integer(2), .null], [.integer(50), .null], [.integer(40), .null],
      ])
    #expect(changed == [2, 0, 1])
  }

  @Test
  func `A null does not become the value of the row before`() throws {
    let connection = try Connection(path: "", access: .create, patience: 0)
    try connection.execute("CREATE TABLE kept (value TEXT) STRICT")
    let rows: [[Value]] = [[.null], [.text("a")], [.null]]
    let insertion = "INSERT INTO kept VALUES (?1)"
    try connection.run(insertion, rows: rows)
    let prepared = try connection.prepared(insertion)
    for row in rows { #expect(try prepared.run(row) == 1) }
    for row in rows { try connection.run(insertion, row) }
    let kept = try connection.all("SELECT value FROM kept ORDER BY rowid") { $0.text(0) }
    #expect(kept == [nil, "a", nil, nil, "a", nil, nil, "a", nil])
  }
}
