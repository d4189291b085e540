import Testing

@testable import JSON

struct JSONSyntaxTests {
  @Test(
    "What is JSON",
    arguments: [
      "{}", "[]", " [1, -0, 2.5, 1E+3, 1e-2]\r\n", "\"\\u00e9\\n\\\"\"", "true", "null",
      "{\"a\": {\"b\": [true, false, null, \"보석\"]}}", "{\"a\":1,\"b\":[[]]}\t",
    ])
  func sound(_ text: String) {
    #expect(JSONSyntax.fault(in: Array(text.utf8)) == nil)
  }

  @Test(
    "Where it stops being JSON, and what was expected there",
    arguments: [
      ("", 1, 1, "a value"), ("{", 1, 2, "a key in quotes"),
      ("{\"a\": 1,}", 1, 9, "a key in quotes"),
      ("{\"a\" 1}", 1, 6, "':'"), ("{\n  \"a\": 1\n  \"b\": 2\n}", 3, 3, "',' or '}'"),
      ("[1, 2", 1, 6, "',' or ']'"), ("[1,]", 1, 4, "a value"), ("{a: 1}", 1, 2, "a key in quotes"),
      ("{\"보석\": tru}", 1, 8, "a value"), ("{} x", 1, 4, "the end"), ("'a'", 1, 1, "a value"),
      ("\"a", 1, 3, "the end of a string in quotes"),
      ("\"a\nb\"", 1, 3, "the end of a string in quotes"),
      ("\"\\x\"", 1, 3, "one of \" \\ / b f n r t u behind a backslash"),
      ("\"\\u12g4\"", 1, 6, "four hexadecimal digits"), ("01", 1, 2, "the end"),
      ("-", 1, 2, "a digit"), ("1.", 1, 3, "a digit"), ("1e", 1, 3, "a digit"),
      ("[+1]", 1, 2, "a value"), ("// a\n{}", 1, 1, "a value"), ("NaN", 1, 1, "a value"),
    ])
  func fault(_ text: String, _ line: Int, _ column: Int, _ expected: String) {
    let fault = JSONSyntax.fault(in: Array(text.utf8))
    #expect(fault == JSONSyntax.Fault(line: line, column: column, expected: expected))
  }

  @Test("Members are told as they stand, equal keys too, whatever way they are written")
  func members() throws {
    let text = #"{"a": {"b": 1, "\u0062":[{"c": 1, "c": 2}], "x": {"d": 1}}, "e": 5.0e1 }"#
    let bytes = Array(text.utf8)
    let found = try JSONSyntax.members(in: bytes, at: [[], ["a"], ["a", "b"]])
    #expect(Set(found.keys) == [[], ["a"]], "what stands in an array is at no place")
    #expect(found[[]]?.map(\.name) == ["a", "e"])
    #expect(found[["a"]]?.map(\.name) == ["b", "b", "x"])
    let number = try #require(found[[]]?.last?.value)
    #expect(String(decoding: bytes[number], as: UTF8.self) == "5.0e1")
  }

  @Test("A key that stands for no text is taken as it is")
  func brokenKeys() throws {
    let found = try JSONSyntax.members(in: Array(#"{"\ud800": 1}"#.utf8), at: [[]])
    #expect(found[[]]?.map(\.name) == [#"\ud800"#])
  }

  @Test("Nesting has a bound")
  func depth() {
    let deep = Array(repeating: UInt8(ascii: "["), count: 100_000)
    #expect(JSONSyntax.fault(in: deep)?.expected == "less nesting")
    let text = String(repeating: "[", count: 199) + String(repeating: "]", count: 199)
    #expect(JSONSyntax.fault(in: Array(text.utf8)) == nil)
  }
}
