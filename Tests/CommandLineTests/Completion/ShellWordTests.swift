import CommandLine
import Testing

struct ShellWordTests {
  @Test(arguments: [
    ("", ""), ("gem", "gem"), ("gem\\ 100", "gem 100"), ("a\\\\b", "a\\b"), ("a\\", "a"),
    ("\\'", "'"), ("\\\"", "\""), ("보석\\ 1", "보석 1"), ("a=b:c@d", "a=b:c@d"),
    ("'", ""), ("'gem 1", "gem 1"), ("'a\\b", "a\\b"), ("'a\"$b", "a\"$b"),
    ("\"", ""), ("\"gem 1", "gem 1"), ("\"a'b", "a'b"), ("\"a\\\"\\$\\`\\\\b", "a\"$`\\b"),
    ("\"a\\nb", "a\\nb"), ("\"a\\", "a"),
  ])
  func `A typed word is read without its quotes`(_ word: String, _ text: String) {
    #expect(ShellWord(bash: word)?.text == text)
  }

  @Test(arguments: ["a'b", "a\"b", "'a'", "'a'b", "\"a\"", "\"a\"b", "a\\ 'b", "''", "\"\""])
  func `Quotes that begin or end within a word are not supported`(_ word: String) {
    #expect(ShellWord(bash: word) == nil)
  }

  @Test(arguments: [
    ("--a=", "--a=", "--a=x\\ y"), ("--a='", "--a=", "--a=x y"), ("--a=\"x", "--a=x", "--a=x y"),
    ("--a=b=", "--a=b=", "--a=x\\ y"),
  ])
  func `Quotes may begin behind the equals sign of an option`(
    _ typed: String, _ text: String, _ completed: String
  ) throws {
    let word = try #require(ShellWord(bash: typed))
    #expect(word.text == text)
    #expect(word.completed(by: "--a=x y") == completed)
  }

  @Test
  func `In shells that quote themselves, words are used unchanged`() {
    let word = ShellWord(bare: "'a \\")
    #expect(word.text == "'a \\")
    #expect(word.completed(by: "it's \"$HOME\" \\ 보석") == "it's \"$HOME\" \\ 보석")
  }

  /// Each row: a name, and the name with backslashes, in single quotes and in double quotes.
  @Test(arguments: [
    ("gem", "gem", "gem", "gem"),
    ("gem 100", "gem\\ 100", "gem 100", "gem 100"),
    ("it's", "it\\'s", "it'\\''s", "it's"),
    ("'", "\\'", "'\\'''", "'"), ("END\"", "END\\\"", "END\"", "END\\\"\""),
    ("a\"b", "a\\\"b", "a\"b", "a\\\"b"),
    ("$HOME", "\\$HOME", "$HOME", "\\$HOME"),
    ("`id`", "\\`id\\`", "`id`", "\\`id\\`"),
    ("a\\b", "a\\\\b", "a\\b", "a\\\\b"),
    ("sale!50", "sale\\!50", "sale!50", "sale\"\\!\"50"),
    ("보석 100개", "보석\\ 100개", "보석 100개", "보석 100개"),
    ("'\u{301}$\u{301}", "\\'\u{301}\\$\u{301}", "'\\''\u{301}$\u{301}", "'\u{301}\\$\u{301}"),
    ("é💎", "é💎", "é💎", "é💎"),
    (
      "a(b)&c;d|e<f>*?[g]{h}#~^", "a\\(b\\)\\&c\\;d\\|e\\<f\\>\\*\\?\\[g\\]\\{h\\}\\#\\~\\^",
      "a(b)&c;d|e<f>*?[g]{h}#~^", "a(b)&c;d|e<f>*?[g]{h}#~^"
    ),
    (
      "a_b./c,d:e=f@g%h+i-9", "a_b./c,d:e=f@g%h+i-9", "a_b./c,d:e=f@g%h+i-9",
      "a_b./c,d:e=f@g%h+i-9"
    ),
  ])
  func `A name is completed in the quoting that was begun`(
    _ name: String, _ plain: String, _ single: String, _ double: String
  ) throws {
    #expect(try #require(ShellWord(bash: "")).completed(by: name) == plain)
    #expect(try #require(ShellWord(bash: "'")).completed(by: name) == single)
    #expect(try #require(ShellWord(bash: "\"")).completed(by: name) == double)
  }

  /// Every text of up to three of these. A sign followed by a combining mark is one character in
  /// Swift, but two in a shell.
  private static let names: [String] = {
    let pieces = [
      "a", "Z", "0", " ", "'", "\"", "\\", "$", "`", "!", "~", "*", "#", "-", "=", "/", "&", "(",
      "\u{301}", "보", "💎", "e\u{301}",
    ]
    let two = pieces.flatMap { first in pieces.map { first + $0 } }
    return pieces + two + two.flatMap { first in pieces.map { first + $0 } }
  }()

  @Test(arguments: ["", "'", "\""])
  func `The shell reads a completed word as the name, in every quoting`(_ quote: String) throws {
    let word = try #require(ShellWord(bash: quote))
    let wrong = Self.names.filter { name in
      let line = quote + word.completed(by: name) + quote
      return !ShellWord.meaning(ofBash: line, home: "/home/u").utf8.elementsEqual(name.utf8)
    }
    #expect(wrong == [])
  }

  @Test(arguments: ["", "\""])
  func `A completed word can be completed again`(_ quote: String) throws {
    let word = try #require(ShellWord(bash: quote))
    // In double quotes, the text after a `!` gets its own pair of quotes.
    let wrong = Self.names.filter { name in
      if !quote.isEmpty, name.utf8.contains(UInt8(ascii: "!")) { return false }
      // A quote that is closed does not continue.
      if !quote.isEmpty, name.hasSuffix(quote) { return false }
      guard let text = ShellWord(bash: quote + word.completed(by: name))?.text else {
        return true
      }
      return !text.utf8.elementsEqual(name.utf8)
    }
    #expect(wrong == [])
  }

  @Test(arguments: [
    ("", ""), ("gem", "gem"), ("a\\ b", "a b"), ("a\\\\b", "a\\b"), ("a\\", "a"),
    ("'a b'", "a b"), ("'a\\b'", "a\\b"), ("a'b c'd", "ab cd"), ("'it'\\''s'", "it's"),
    ("\"a b\"", "a b"), ("\"a\\\"b\"", "a\"b"), ("\"a\\b\"", "a\\b"), ("a\"b\"'c'd", "abcd"),
    ("''", ""), ("\"\"", ""), ("'a\"b'", "a\"b"), ("\"a'b\"", "a'b"),
    ("'a b", "a b"), ("\"a b", "a b"), ("\"a\\", "a"), ("a'", "a"),
    ("--store=a\\ b", "--store=a b"), ("--store='a b'", "--store=a b"),
    ("$HOME/a", "$HOME/a"), ("`id`", "`id`"), ("보석\\ 100", "보석 100"),
  ])
  func `A whole word is read as bash reads it`(_ word: String, _ meaning: String) {
    #expect(ShellWord.meaning(ofBash: word, home: "/home/u") == meaning)
  }

  @Test(arguments: [
    ("~", "/home/u"), ("~/", "/home/u/"), ("~/a\\ b", "/home/u/a b"), ("~/'a b'", "/home/u/a b"),
    ("~other/a", "~other/a"), ("a~/b", "a~/b"), ("'~/a'", "~/a"), ("\"~/a\"", "~/a"),
    ("\\~/a", "~/a"), ("~\\/a", "~/a"), ("--store=~/a", "--store=~/a"),
  ])
  func `An unquoted tilde at the start of a word is the home directory`(
    _ word: String, _ meaning: String
  ) {
    #expect(ShellWord.meaning(ofBash: word, home: "/home/u") == meaning)
  }

  @Test
  func `Without a home directory a tilde is not replaced`() {
    #expect(ShellWord.meaning(ofBash: "~/a", home: nil) == "~/a")
    #expect(ShellWord.meaning(ofBash: "~", home: nil) == "~")
  }
}
