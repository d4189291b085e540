import Testing
import Text

struct KeptTextTests {
  @Test(arguments: [
    ("2026011210000001", "=\"2026011210000001\""), ("007", "=\"007\""), ("1e5", "=\"1e5\""),
    ("MAR1", "=\"MAR1\""), ("2026-01-12", "=\"2026-01-12\""), ("１", "=\"１\""),
    ("true", "=\"true\""), ("FALSE", "=\"FALSE\""), ("a\"1\"", "=\"a\"\"1\"\"\""),
    ("1'", "=\"1'\""), ("보석 100개", "=\"보석 100개\""),
  ])
  func `Text that a spreadsheet would change is marked as text and can be read back`(
    _ text: String, _ cell: String
  ) {
    #expect(SpreadsheetText.cell(text) == cell)
    #expect(SpreadsheetText.original(of: cell) == text)
    #expect(SpreadsheetText.isKept(cell))
  }

  @Test(arguments: ["=1", "+82 10", "-1", "@A1", "'=1"])
  func `A formula is escaped, with any digits`(_ text: String) {
    #expect(SpreadsheetText.cell(text) == "'" + text)
  }

  @Test(arguments: ["", "alice", "KRW", "보석", "a,b", "'a", "\""])
  func `Other texts stay unchanged`(_ text: String) {
    #expect(SpreadsheetText.cell(text) == text)
    #expect(SpreadsheetText.original(of: text) == text)
  }

  @Test
  func `Text that is too long for a formula stays unchanged`() {
    let text = String(repeating: "7", count: 256)
    #expect(SpreadsheetText.cell(text) == text)
    #expect(SpreadsheetText.cell(String(text.dropLast())).hasPrefix("=\""))
  }

  @Test
  func `Different texts give different cells`() {
    let signs = ["'", "=", "\"", "1", "a"]
    var texts = [""]
    for _ in 0..<5 { texts += texts.flatMap { text in signs.map { text + $0 } } }
    for text in Set(texts) {
      #expect(SpreadsheetText.original(of: SpreadsheetText.cell(text)) == text)
    }
  }

  @Test(arguments: ["=\"", "=\"a", "=a\"", "=\"a\"b\"", "=\"a\"&A1&\"", "=\"\"\"", "= \"a\""])
  func `Only an exact marked text is read as one`(_ cell: String) {
    #expect(!SpreadsheetText.isKept(cell))
  }
}
