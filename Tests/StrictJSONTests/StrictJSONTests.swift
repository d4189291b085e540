import StrictJSON
import Testing

struct StrictJSONTests {
  private func problem(_ text: String) -> JSONProblem? {
    do throws(JSONProblem) {
      _ = try StrictJSON.decode([String: [String: Int]].self, from: Array(text.utf8))
      return nil
    } catch {
      return error
    }
  }

  @Test func aDocumentIsReadWithOrWithoutAByteOrderMark() {
    #expect(problem(#"{"a": {"b": 1}}"#) == nil)
    #expect(problem("\u{FEFF}" + #"{"a": {"b": 1}}"#) == nil)
  }

  @Test func whatADecoderPassesOverIsRefused() {
    #expect(problem("") == JSONProblem(place: "", problem: "empty"))
    #expect(
      problem(#"{"a": {"b": 1, "b": 1}}"#) == JSONProblem(place: "a.b", problem: "given twice"))
    #expect(
      problem("{\n\"a\": {\"b\": \(String(repeating: "1", count: 39))}}")?.place == "line 2")
    #expect(problem(#"{"a": "#)?.problem.hasPrefix("not JSON") == true)
  }
}
