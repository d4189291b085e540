import Testing
import Text

struct DisplayWidthTests {
  @Test(arguments: [
    ("", 0), ("gem", 3), (" ", 1), ("보", 2), ("보석 100개", 10), ("宝石", 4), ("ひらカナ", 8),
    ("ｶﾅ", 2), ("ＡＢ", 4), ("é", 1), ("…", 1), ("₩1,500", 6),
  ])
  func `Korean and Japanese characters take two columns`(text: String, columns: Int) {
    #expect(DisplayWidth.of(text) == columns)
  }

  @Test(arguments: [
    ("e\u{301}", 1), ("\u{301}", 0), ("a\u{300}\u{301}\u{302}b", 2), ("か\u{3099}", 2),
    ("\u{1112}\u{1161}\u{11AB}", 2), ("\u{200D}", 0),
  ])
  func `Combining marks take no column`(text: String, columns: Int) {
    #expect(DisplayWidth.of(text) == columns)
  }

  @Test(arguments: [
    ("👍", 2), ("👍🏽", 2), ("👨\u{200D}👩\u{200D}👧\u{200D}👦", 2), ("🇰🇷", 2), ("🇰🇷🇯🇵", 4),
  ])
  func `An emoji made of several characters takes two columns`(text: String, columns: Int) {
    #expect(DisplayWidth.of(text) == columns)
  }

  @Test(arguments: [
    ("gems", 4, "gems"), ("gems", 5, "gems"), ("gems", 3, "ge…"), ("gems", 1, "…"),
    ("gems", 0, ""), ("gems", -1, ""), ("", 0, ""), ("보석함", 6, "보석함"), ("보석함", 5, "보석…"),
    ("보석함", 4, "보…"), ("보석함", 3, "보…"), ("보석함", 2, "…"), ("보석함", 1, "…"),
  ])
  func `Text is shortened to fit`(text: String, columns: Int, cut: String) {
    #expect(DisplayWidth.cut(text, to: columns) == cut)
  }

  @Test(arguments: [
    ("e\u{301}e\u{301}e\u{301}", 2, "e\u{301}…"),
    ("👨\u{200D}👩\u{200D}👧!!", 3, "👨\u{200D}👩\u{200D}👧…"),
    ("👨\u{200D}👩\u{200D}👧!!", 2, "…"), ("🇰🇷🇯🇵", 3, "🇰🇷…"), ("👍🏽👍🏽", 3, "👍🏽…"),
  ])
  func `No character is split`(text: String, columns: Int, cut: String) {
    let result = DisplayWidth.cut(text, to: columns)
    #expect(Array(result.unicodeScalars) == Array(cut.unicodeScalars))
  }

  @Test(
    arguments: [
      "100 gems for you", "보석 100개 (한정)", "月額会員プラン", "a보e\u{301}석👨\u{200D}👩\u{200D}👧b🇰🇷c",
    ], 0...20)
  func `Shortened text fits its columns and wastes at most one`(
    text: String, columns: Int
  ) {
    let cut = DisplayWidth.cut(text, to: columns)
    let width = DisplayWidth.of(cut)
    #expect(width <= columns)
    #expect(width >= min(columns - 1, DisplayWidth.of(text)))
    #expect(cut == text || columns == 0 || cut.last == "…")
  }
}
