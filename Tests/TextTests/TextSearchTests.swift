import Testing
import Text

struct TextSearchTests {
  @Test(arguments: [
    ("a, b, c", ", ", ["a", "b", "c"]), ("aaa", "aa", ["", "a"]), ("aab", "ab", ["a", ""]),
    ("", "a", [""]), ("abc", "", ["abc"]), ("ab", "abc", ["ab"]), ("소비소비", "비", ["소", "소", ""]),
  ])
  func `The parts of a text are between another text`(
    _ text: String, _ other: String, _ parts: [String]
  ) {
    #expect(text.parts(between: other).map(String.init) == parts)
    #expect(text.replacing(other, with: "<>") == parts.joined(separator: "<>"))
    #expect((text.range(of: other) == nil) == (parts.count == 1))
  }

  @Test
  func `A text is found also before a combining character`() {
    #expect("key\u{301}".replacing("key", with: "…") == "…\u{301}")
  }

  @Test(arguments: [
    ("https://a/b", "a/b"), ("postgres:/a@b", "a@b"), ("https;//a", "a"), ("//a", "a"), ("/a", "a"),
    ("svn+ssh://a", "a"), ("a:b", "a:b"), ("a b://c", "a b://c"), ("", ""),
  ])
  func `A misspelt scheme is a scheme if it has a slash`(_ url: String, _ rest: String) {
    #expect(url.withoutScheme(of: "+.-") == rest)
  }

  @Test(arguments: [("a+b://c", "a+b://c"), ("ab://c", "c")])
  func `A scheme has no signs but the given ones`(_ url: String, _ rest: String) {
    #expect(url.withoutScheme(of: "") == rest)
  }
}
