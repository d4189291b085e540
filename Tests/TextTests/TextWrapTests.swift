import Testing
import Text

struct TextWrapTests {
  @Test(arguments: [
    ("", [""]), ("gems", ["gems"]), ("ten gems", ["ten gems"]),
    ("a ten gems", ["a ten", "gems"]),
    ("one two three four", ["one two", "three", "four"]), ("보석 보석", ["보석", "보석"]),
    ("보석 abc", ["보석 abc"]), ("보석 abcd", ["보석", "abcd"]),
    ("👨\u{200D}👩\u{200D}👧 abcde", ["👨\u{200D}👩\u{200D}👧 abcde"]),
    ("e\u{301}e\u{301}e\u{301} abcd", ["e\u{301}e\u{301}e\u{301} abcd"]),
  ])
  func `Text is wrapped at spaces, by display width`(text: String, lines: [String]) {
    #expect(TextWrap.lines(text, width: 8) == lines)
  }

  @Test(arguments: [
    ("https://a.b/c", ["https://a.b/c"]), ("a https://a.b/c b", ["a", "https://a.b/c", "b"]),
    ("월정액회원요금제 a", ["월정액회원요금제", "a"]),
  ])
  func `A word longer than a line has its own line`(text: String, lines: [String]) {
    #expect(TextWrap.lines(text, width: 8) == lines)
    #expect(TextWrap.lines(text, width: 0) == text.split(separator: " ").map(String.init))
  }

  @Test
  func `Lines are indented, all but the first by more`() {
    let text = "one two three four"
    #expect(TextWrap.lines(text, width: 10, indent: 2) == ["  one two", "  three", "  four"])
    #expect(
      TextWrap.lines(text, width: 10, indent: 1, hanging: 2) == [" one two", "   three", "   four"])
    #expect(TextWrap.lines(text, width: 7, hanging: 3) == ["one two", "   three", "   four"])
    #expect(TextWrap.lines("long", width: 2, indent: 4) == ["    long"])
    #expect(TextWrap.lines("", width: 8, indent: 2) == ["  "])
  }

  @Test
  func `Spaces are kept, except at line breaks`() {
    #expect(TextWrap.lines("a  b", width: 8) == ["a  b"])
    #expect(TextWrap.lines(" a b", width: 8) == [" a b"])
    #expect(TextWrap.lines("one   two   ", width: 5) == ["one", "two"])
    #expect(TextWrap.lines("one  two", width: 7) == ["one", "two"])
  }

  @Test(arguments: 1...40)
  func `No line exceeds the width, and no word is lost`(width: Int) {
    let text = "100 gems for 보석 100개 (한정) and 月額 会員 e\u{301}e\u{301} 👨\u{200D}👩\u{200D}👧 for ever"
    let lines = TextWrap.lines(text, width: width)
    for line in lines { #expect(DisplayWidth.of(line) <= width || !line.contains(" ")) }
    let squeezed = { (text: String) in text.filter { $0 != " " } }
    #expect(squeezed(lines.joined()) == squeezed(text))
  }

  @Test
  func `Japanese is broken between characters, but not before a full stop or behind a bracket`() {
    #expect(TextWrap.lines("未消費の決済を一覧にします。", width: 12) == ["未消費の決済", "を一覧にしま", "す。"])
    #expect(TextWrap.lines("消費します。", width: 10) == ["消費しま", "す。"])
    #expect(TextWrap.lines("決済（一件）", width: 6) == ["決済", "（一", "件）"])
    #expect(TextWrap.lines("ID は user です", width: 8) == ["ID は", "user で", "す"])
  }

  @Test
  func `Korean is broken at its spaces only`() {
    #expect(TextWrap.lines("미소비 결제를 조회합니다", width: 10) == ["미소비", "결제를", "조회합니다"])
  }
}
