import Testing
import Text

struct SpreadsheetTextTests {
  @Test(arguments: [
    "=1", "+1", "-1", "@A1", " =1", "\u{3000}+1", "＝1", "\\t=1", "\\tx", "\\r", "'=1", "''-1",
    "'\\t",
  ])
  func `An escaped formula can be unescaped`(_ text: String) {
    #expect(SpreadsheetText.defused(text) == "'" + text)
    #expect(SpreadsheetText.original(of: "'" + text) == text)
  }

  @Test(arguments: [
    "", "a", "'", "''", "'a", "' ", "a=1", "1-1", "\\n=1", "\u{301}=", "'\u{301}=1",
  ])
  func `Text that is not a formula is neither escaped nor unescaped`(_ text: String) {
    #expect(SpreadsheetText.defused(text) == text)
    #expect(SpreadsheetText.original(of: text) == text)
  }

  @Test
  func `Different texts give different cells`() {
    let signs = ["'", "=", " ", "a", "\\t", "\u{301}"]
    var texts = [""]
    for _ in 0..<5 { texts += texts.flatMap { text in signs.map { text + $0 } } }
    for text in Set(texts) {
      #expect(
        SpreadsheetText.original(of: SpreadsheetText.defused(text)).utf8.elementsEqual(text.utf8))
    }
  }
}
