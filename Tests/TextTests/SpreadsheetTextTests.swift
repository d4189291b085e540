import Testing
import Text

@Suite("Formulas in spreadsheet cells")
struct SpreadsheetTextTests {
  @Test(
    "An escaped formula can be unescaped",
    arguments: [
      "=1", "+1", "-1", "@A1", " =1", "\u{3000}+1", "＝1", "\\t=1", "\\tx", "\\r", "'=1", "''-1",
      "'\\t",
    ])
  func dangerous(_ text: String) {
    #expect(SpreadsheetText.defused(text) == "'" + text)
    #expect(SpreadsheetText.original(of: "'" + text) == text)
  }

  @Test(
    "Text that is not a formula is neither escaped nor unescaped",
    arguments: ["", "a", "'", "''", "'a", "' ", "a=1", "1-1", "\\n=1", "\u{301}=", "'\u{301}=1"])
  func harmless(_ text: String) {
    #expect(SpreadsheetText.defused(text) == text)
    #expect(SpreadsheetText.original(of: text) == text)
  }

  @Test("Different texts give different cells")
  func unambiguous() {
    let signs = ["'", "=", " ", "a", "\\t", "\u{301}"]
    var texts = [""]
    for _ in 0..<5 { texts += texts.flatMap { text in signs.map { text + $0 } } }
    for text in Set(texts) {
      #expect(
        SpreadsheetText.original(of: SpreadsheetText.defused(text)).utf8.elementsEqual(text.utf8))
    }
  }
}

@Suite("Spreadsheet cells kept as text")
struct KeptTextTests {
  @Test(
    "Text that a spreadsheet would change is marked as text and can be read back",
    arguments: [
      ("2026011210000001", "=\"2026011210000001\""), ("007", "=\"007\""), ("1e5", "=\"1e5\""),
      ("MAR1", "=\"MAR1\""), ("2026-01-12", "=\"2026-01-12\""), ("１", "=\"１\""),
      ("true", "=\"true\""), ("FALSE", "=\"FALSE\""), ("a\"1\"", "=\"a\"\"1\"\"\""),
      ("1'", "=\"1'\""), ("보석 100개", "=\"보석 100개\""),
    ])
  func kept(_ text: String, _ cell: String) {
    #expect(SpreadsheetText.cell(text) == cell)
    #expect(SpreadsheetText.original(of: cell) == text)
    #expect(SpreadsheetText.isKept(cell))
  }

  @Test(
    "A formula is escaped, with any digits", arguments: ["=1", "+82 10", "-1", "@A1", "'=1"])
  func formulas(_ text: String) { #expect(SpreadsheetText.cell(text) == "'" + text) }

  @Test("Other texts stay unchanged", arguments: ["", "alice", "KRW", "보석", "a,b", "'a", "\""])
  func plain(_ text: String) {
    #expect(SpreadsheetText.cell(text) == text)
    #expect(SpreadsheetText.original(of: text) == text)
  }

  @Test("Text that is too long for a formula stays unchanged")
  func long() {
    let text = String(repeating: "7", count: 256)
    #expect(SpreadsheetText.cell(text) == text)
    #expect(SpreadsheetText.cell(String(text.dropLast())).hasPrefix("=\""))
  }

  @Test("Different texts give different cells")
  func unambiguous() {
    let signs = ["'", "=", "\"", "1", "a"]
    var texts = [""]
    for _ in 0..<5 { texts += texts.flatMap { text in signs.map { text + $0 } } }
    for text in Set(texts) {
      #expect(SpreadsheetText.original(of: SpreadsheetText.cell(text)) == text)
      #expect(SpreadsheetText.original(of: SpreadsheetText.defused(text)) == text)
    }
  }

  @Test(
    "Only an exact marked text is read as one",
    arguments: ["=\"", "=\"a", "=a\"", "=\"a\"b\"", "=\"a\"&A1&\"", "=\"\"\"", "= \"a\""])
  func formula(_ cell: String) { #expect(!SpreadsheetText.isKept(cell)) }
}
