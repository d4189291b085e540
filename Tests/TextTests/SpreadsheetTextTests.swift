import Testing
import Text

struct SpreadsheetTextTests {
  @Test(arguments: [
    "=1", "+1", "-1", "@A1", " =1", "\u{3000}+1", "＝1", "\\t=1", "\\tx", "\\r", "'=1", "''-1",
    "'\\t", "\u{FE0F}=1", "\u{E0100}+1",
  ])
  func `An escaped formula can be unescaped`(_ text: String) {
    #expect(SpreadsheetText.cell(text) == "'" + text)
    #expect(SpreadsheetText.original(of: "'" + text) == text)
  }

  @Test(arguments: [
    "", "a", "'", "''", "'a", "' ", "a=1", "1-1", "\\n=1", "\u{301}=", "'\u{301}=1",
  ])
  func `Text that is not a formula is not unescaped`(_ text: String) {
    #expect(SpreadsheetText.original(of: text) == text)
  }
}
