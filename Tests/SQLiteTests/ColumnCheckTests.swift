import SQLite
import TestSupport
import Testing

struct ColumnCheckTests {
  private let connection: Connection

  init() throws {
    connection = try Connection(path: "", access: .create, patience: 0)
    let check = ColumnCheck.isOne(of: ["red", "green", "blue"], "colour")
    try connection.execute("CREATE TABLE thing (colour TEXT CHECK (\(check))) STRICT")
  }

  private func insert(_ value: Value) throws {
    try connection.run("INSERT INTO thing VALUES (?)", [value])
  }

  @Test(arguments: ["red", "green", "blue"])
  func `Each of the texts is accepted`(_ text: String) throws {
    try insert(.text(text))
  }

  @Test
  func `Null is accepted, and no other text`() throws {
    try insert(.text(nil))
    for text in ["", "Red", "red ", "yellow"] {
      #expect(throws: SQLiteError.self) { try insert(.text(text)) }
    }
  }

  @Test
  func `Writing a row makes no table of the texts`() throws {
    let steps = try connection.all("EXPLAIN INSERT INTO thing VALUES ('red')", make: { $0.text(1) })
    #expect(steps.contains("MakeRecord"))
    #expect(!steps.contains("OpenEphemeral"))
  }
}
