import JSON
import Testing

struct StrictJSONTests {
  /// A document of anything.
  private struct Anything: Decodable {
    init(from decoder: any Decoder) {}
  }

  private func problem(of bytes: [UInt8]) -> JSONProblem? {
    do throws(JSONProblem) {
      _ = try StrictJSON.decode(Anything.self, from: bytes)
      return nil
    } catch {
      return error
    }
  }

  private func problem(of text: String) -> JSONProblem? { problem(of: Array(text.utf8)) }

  private static let tooLong = "a number has more digits than can be kept exactly"

  @Test("A whole document is read, whatever it is")
  func whole() throws {
    #expect(try StrictJSON.decode([Int].self, from: Array(" [1, 2]\n".utf8)) == [1, 2])
    #expect(try StrictJSON.decode(String.self, from: Array("\"보석\"".utf8)) == "보석")
  }

  @Test("A byte-order mark is no part of the text, but only one and only at the beginning")
  func byteOrderMark() throws {
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    #expect(try StrictJSON.decode([Int].self, from: mark + Array("[1]".utf8)) == [1])
    #expect(problem(of: mark) == JSONProblem(place: "", problem: "empty"))
    for bytes in [mark + mark + Array("[]".utf8), Array("[]".utf8) + mark] {
      #expect(problem(of: bytes)?.problem.hasPrefix("not JSON: ") == true)
    }
  }

  @Test("Nothing is no document")
  func empty() {
    #expect(problem(of: "") == JSONProblem(place: "", problem: "empty"))
    #expect(problem(of: " \n")?.problem.hasPrefix("not JSON: ") == true)
  }

  @Test(
    "Bytes that are no text", arguments: [[0xFF], [0xC3, 0x28], [0xED, 0xA0, 0x80]] as [[UInt8]])
  func noText(_ bytes: [UInt8]) {
    let document = Array("[\"".utf8) + bytes + Array("\"]".utf8)
    #expect(problem(of: document) == JSONProblem(place: "", problem: "not UTF-8"))
  }

  @Test("Other encodings are not guessed")
  func otherEncodings() {
    for text in ["[]", "[1]"] {
      let little: [UInt8] = text.utf8.flatMap { byte -> [UInt8] in [byte, 0] }
      let big: [UInt8] = text.utf8.flatMap { byte -> [UInt8] in [0, byte] }
      for bytes in [little, big, [0xFF, 0xFE] + little, [0xFE, 0xFF] + big] {
        #expect(problem(of: bytes) != nil, "\(bytes)")
      }
    }
  }

  @Test(
    "Text that is no JSON",
    arguments: ["{", "[1", "[1,]", "[1] 2", "{'a': 1}", "{a: 1}", "[1] // note", "[.5]", "[+1]"])
  func noJSON(_ text: String) {
    let problem = problem(of: text)
    #expect(problem?.place.hasPrefix("line 1, column ") == true)
    #expect(problem?.problem.hasPrefix("not JSON: ") == true)
  }

  @Test(
    "A key that is given twice is told with its place",
    arguments: [
      ("{\"a\": 1, \"a\": 1}", "a"),
      ("{\"a\": 1, \"b\": 2, \"\\u0061\": 3}", "\"\\u0061\""),
      ("{\"a\": {\"b\": 1, \"b\": 2}}", "a.b"),
      ("[{\"a\": 1}, {\"a\": 1, \"a\": 2}]", "[1].a"),
      ("{\"a\": [1, {\"b\": [{\"c\": 1, \"c\": 1}]}]}", "a[1].b[0].c"),
      ("{\"a\": null, \"a\": null}", "a"),
      ("{\"\": 1, \"\": 1}", "\"\""),
    ])
  func repeatedKeys(_ text: String, _ place: String) {
    let problem = problem(of: text)
    #expect(problem?.problem == "given twice")
    #expect(problem?.place == place)
  }

  @Test("The same key in different objects is no repetition")
  func differentObjects() {
    #expect(problem(of: "[{\"a\": {\"a\": [\"a\", \"a\", 1, 1]}}, {\"a\": 1, \"A\": 1}]") == nil)
  }

  @Test("A number has 38 digits at most, before and behind its point")
  func digits() {
    let most = String(repeating: "1", count: 38)
    let split = "1234567890123456789.1234567890123456789"
    for text in [most, "-\(most)", "[\(most), \(most)]", split, "[\(most)\n,\(most)]"] {
      #expect(problem(of: text) == nil, "\(text)")
    }
    for text in [most + "1", "-\(most)1", split + "0", "0.\(most)"] {
      #expect(problem(of: text) == JSONProblem(place: "line 1", problem: Self.tooLong), "\(text)")
    }
  }

  @Test("A number that is too long is told with its line")
  func line() {
    let long = String(repeating: "7", count: 39)
    let text = "{\"a\": \"one\",\n \"b\": [1,\n\(long)]}"
    #expect(problem(of: text) == JSONProblem(place: "line 3", problem: Self.tooLong))
  }

  @Test("Digits in a string are text, wherever the string ends")
  func strings() {
    let long = String(repeating: "7", count: 50)
    for text in [
      "\"\(long)\"", "{\"\(long)\": 1}", "\"\\\"\(long)\"", "\"\\\\\\\"\(long)\"",
      "[\"\\\\\", \"\(long)\"]", "\"\(long).\(long)\"",
    ] { #expect(problem(of: text) == nil, "\(text)") }
    for text in ["[\"\\\\\", \(long)]", "[\"\\\"\", \(long)]"] {
      #expect(problem(of: text)?.problem == Self.tooLong, "\(text)")
    }
  }

  @Test("Members have their names as they are written, byte by byte")
  func members() throws {
    let text = """
      \u{FEFF}{"a": {"b": 1}, "names": {"\u{E9}": {"x": 1}, "e\u{301}": {"x": [2]}, "\\u00e8": {}, "n": 1}}
      """
    let members = try StrictJSON.members(of: "names", in: Array(text.utf8))
    #expect(
      members.map { Array($0.name.utf8) }
        == ["\u{E9}", "e\u{301}", "\u{E8}", "n"].map { Array($0.utf8) })
    #expect(
      members.map { String(decoding: $0.text, as: UTF8.self) }
        == ["{\"x\":1}", "{\"x\":[2]}", "{}", "null"])
    #expect(try StrictJSON.members(of: "none", in: Array(text.utf8)).isEmpty)
    #expect(try StrictJSON.members(of: "names", in: Array(#"{"names": null}"#.utf8)).isEmpty)
  }
}
