import SafeText
import Testing

struct SpreadsheetTextTests {
  @Test(
    "What is defused can be taken back",
    arguments: [
      "=1", "+1", "-1", "@A1", " =1", "\u{3000}+1", "＝1", "\\t=1", "\\tx", "\\r", "'=1", "''-1",
      "'\\t",
    ])
  func dangerous(_ text: String) {
    #expect(SpreadsheetText.defused(text) == "'" + text)
    #expect(SpreadsheetText.original(of: "'" + text) == text)
  }

  @Test(
    "What is no formula stays as it is, in both directions",
    arguments: ["", "a", "'", "''", "'a", "' ", "a=1", "1-1", "\\n=1", "\u{301}=", "'\u{301}=1"])
  func harmless(_ text: String) {
    #expect(SpreadsheetText.defused(text) == text)
    #expect(SpreadsheetText.original(of: text) == text)
  }

  @Test("No two texts become the same cell")
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
