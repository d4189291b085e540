import TestSupport
import Testing

@testable import Languages

struct SentenceTests {
  @Test
  func `Values stay apart from the words`() {
    let sentence: Sentence = "payment \(7) belongs to \("alice")"
    #expect(sentence.words == "payment {1} belongs to {2}")
    #expect(
      Language.english.parts(of: sentence) == [
        .words("payment "), .value("7"), .words(" belongs to "), .value("alice"),
      ])
  }

  @Test(arguments: [(0, "0 problems"), (1, "1 problem"), (2, "2 problems")])
  func `A number has the form of its noun`(count: Int, text: String) {
    let sentence: Sentence = "\(count, "problem", "problems")"
    #expect(sentence.text == text)
    #expect(sentence.words == "{1} problem")
    #expect(sentence.plural == Sentence.Plural(words: "{1} problems", count: count))
  }

  @Test
  func `A second number is a sentence of its own`() {
    let sentence: Sentence = "\(1, "check", "checks") of \(2, "profile", "profiles")"
    #expect(sentence.text == "1 check of 2 profiles")
    #expect(sentence.words == "{1} check of {2}")
    #expect(sentence.values.last == .sentence("\(2, "profile", "profiles")"))
  }

  @Test
  func `A sentence in a sentence keeps its words, and a missing one adds nothing`() {
    let more: Sentence? = " and \(3) more"
    let sentence: Sentence = "line \(list: [1, 2])\(more)\(nil as Sentence?)"
    #expect(sentence.text == "line 1, 2 and 3 more")
    #expect(sentence.words == "line {1}{2}{3}")
    #expect(("\(sentence)" as Sentence) == sentence, "nothing is put around a sentence alone")
  }

  @Test(arguments: ["'{' or '['", "{0} {2}", "{", "{1", "{99999999999999999999}", "{}", "{ 1}"])
  func `Braces that are no place of a value are words`(_ words: String) {
    #expect(Sentence(stringLiteral: words).text == words)
    #expect(("\("a")\(Sentence(stringLiteral: words))" as Sentence).text == "a" + words)
  }

  @Test
  func `A sentence that ends with its full stop does not get another one`() {
    #expect(("see \("it is done." as Sentence)." as Sentence).text == "see it is done.")
    #expect(("\("完了です。" as Sentence)。" as Sentence).text == "完了です。")
    #expect(("\("done" as Sentence)。" as Sentence).text == "done。")
  }

  @Test
  func `A value that holds braces is shown as it is`() {
    #expect(("\("{2}") and \("b")" as Sentence).text == "{2} and b")
  }

  @Test(
    arguments: [
      ("\("x")", true), ("a: \("x")", true), ("a: \("x").", false), ("a", false),
      ("a: \("b: \("x")" as Sentence)", true), ("a: \("b" as Sentence)", false),
      ("a: \("x")\(nil as Sentence?)", true),
      ("\(sentences: ["a", "\("x")"], separator: ", ")", true),
    ] as [(Sentence, Bool)])
  func `It is known whether a sentence ends with a value`(_ sentence: Sentence, _ isEnd: Bool) {
    #expect(sentence.endsWithValue == isEnd)
  }
}
