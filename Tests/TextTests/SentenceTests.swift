import Testing
import Text

struct SentenceTests {
  @Test
  func `Values stay apart from the words`() {
    let sentence: Sentence = "payment \(7) belongs to \("alice")"
    #expect(sentence.text == "payment 7 belongs to alice")
    #expect(
      sentence.parts == [
        .phrase("payment "), .value("7"), .phrase(" belongs to "), .value("alice"),
      ])
  }

  @Test(arguments: [(0, "0 problems"), (1, "1 problem"), (2, "2 problems")])
  func `A number has the form of its noun`(count: Int, text: String) {
    let sentence: Sentence = "\(count, "problem", "problems")"
    #expect(sentence.text == text)
    #expect(sentence.parts.first == .value("\(count)"))
  }

  @Test
  func `A sentence in a sentence keeps its parts, and a missing one adds nothing`() {
    let more: Sentence? = " and \(3) more"
    let sentence: Sentence = "line \(list: [1, 2])\(more)\(nil as Sentence?)"
    #expect(sentence.text == "line 1, 2 and 3 more")
    #expect(
      sentence.parts == [
        .phrase("line "), .value("1, 2"), .phrase(" and "), .value("3"), .phrase(" more"),
      ])
    #expect((sentence + "!").text == "line 1, 2 and 3 more!")
  }
}
