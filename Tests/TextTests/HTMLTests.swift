import Testing
import Text

struct HTMLTests {
  @Test(arguments: [
    ("gem & coin", "gem &amp; coin"), ("</td><script>", "&lt;/td&gt;&lt;script&gt;"),
    ("\"' onload=x", "&quot;&#39; onload=x"), ("보석 宝石 👍", "보석 宝石 👍"),
    ("\u{202E}gnp.exe\u{2066}", "\\u202egnp.exe\\u2066"),
    ("a\u{0}\u{1B}[2J\u{9B}\u{7F}\r\n", "a\\u0000\\u001b[2J\\u009b\\u007f\\r\\n"),
    ("&lt;", "&amp;lt;"),
  ])
  func `A text stays a text`(_ text: String, _ escaped: String) {
    #expect(
      ("<b title=\"\(text)\">\(text)</b>" as HTML).markup
        == "<b title=\"\(escaped)\">\(escaped)</b>")
  }

  @Test
  func `Markup stays markup, and parts stand on lines of their own`() {
    let cells: [HTML] = ["<td>1</td>", "<td>2</td>"]
    let row: HTML = "<tr>\(cells)</tr>"
    #expect(
      ("<table>\(row)</table>" as HTML).markup == "<table><tr><td>1</td>\n<td>2</td></tr></table>")
  }

  @Test(arguments: [(12.3456, "12.35"), (50, "50.0"), (0.004, "0.0"), (100.0 / 3, "33.33")])
  func `A length has two decimals`(_ length: Double, _ text: String) {
    #expect(("\(length)%" as HTML).markup == "\(text)%")
  }
}
