import Testing

@testable import JSON

struct JSONReaderTests {
  /// The problem of a document, which must be the same if it is read whole and byte by byte.
  func problem(of bytes: [UInt8]) -> JSONProblem? {
    let whole = problem { try JSONValue(parsing: bytes) }
    for size in [1, 3] {
      let pieces = problem { try JSONReaderTests.value(of: bytes, inPiecesOf: size) }
      #expect(pieces == whole, "in pieces of \(size)")
    }
    return whole
  }

  func problem(of text: String) -> JSONProblem? { problem(of: Array(text.utf8)) }

  func problem(_ body: () throws -> JSONValue) -> JSONProblem? {
    do {
      _ = try body()
      return nil
    } catch {
      return error as? JSONProblem
    }
  }

  static func reader(of bytes: [UInt8], inPiecesOf size: Int) -> JSONReader {
    var rest = bytes[...]
    return JSONReader {
      defer { rest = rest.dropFirst(size) }
      return Array(rest.prefix(size))
    }
  }

  static func value(of bytes: [UInt8], inPiecesOf size: Int) throws -> JSONValue {
    var reader = reader(of: bytes, inPiecesOf: size)
    let value = try reader.value()
    try reader.finish()
    return value
  }

  private static let tooLong = "a number has more digits than can be kept exactly"

  @Test(
    arguments: [
      ("{}", "{}"), ("[]", "[]"), ("true", "true"), ("null", "null"), ("\"\"", "\"\""),
      (" [1, -0, 2.50, 1E+3, 1e-2]\r\n", "[1,-0,2.50,1E+3,1e-2]"),
      (#""\u00e9\n\"\/\b\f\ud83d\udc4d""#, "\"é\\n\\\"/\\u0008\\u000c👍\""),
      (#""\ud83c\udfff\ud800\udc00""#, "\"🏿𐀀\""),
      (#"{"a":{"b":[true,false,null,"보석"]},"c":[[],{}]}"#, nil),
    ] as [(String, String?)])
  func `Every document is read the same, whole and in pieces`(_ text: String, _ line: String?)
    throws
  {
    let bytes = Array(text.utf8)
    let value = try JSONValue(parsing: bytes)
    #expect(value.line == line ?? text)
    for size in 1...5 { #expect(try Self.value(of: bytes, inPiecesOf: size) == value) }
    var reader = Self.reader(of: bytes, inPiecesOf: 1)
    try reader.skip()
    try reader.finish()
  }

  @Test
  func `A byte-order mark is skipped, but only one and only at the beginning`() throws {
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    #expect(problem(of: mark + Array("[1]".utf8)) == nil)
    #expect(problem(of: mark) == JSONProblem(.empty))
    #expect(problem(of: mark + Array("[".utf8))?.place == "line 1, column 2")
    for bytes in [mark + mark + Array("[]".utf8), Array("[]".utf8) + mark] {
      #expect(problem(of: bytes)?.problem.hasPrefix("not JSON: ") == true)
    }
  }

  @Test
  func `An empty text is not a document`() {
    #expect(problem(of: "") == JSONProblem(.empty))
    #expect(problem(of: " \n")?.place == "line 2, column 1")
    #expect(problem(of: " \n")?.problem == "not JSON: a value was expected")
  }

  @Test(arguments: [[0xFF], [0xC3, 0x28], [0xED, 0xA0, 0x80]] as [[UInt8]])
  func `Bytes that are not UTF-8 are refused`(_ bytes: [UInt8]) {
    let document = Array("[\"".utf8) + bytes + Array("\"]".utf8)
    #expect(problem(of: document) == JSONProblem(.notUTF8))
    let key = Array("{\"".utf8) + bytes + Array("\": 1}".utf8)
    #expect(problem(of: key) == JSONProblem(.notUTF8))
  }

  @Test
  func `Other encodings are not detected`() {
    for text in ["[]", "[1]"] {
      let little: [UInt8] = text.utf8.flatMap { byte -> [UInt8] in [byte, 0] }
      let big: [UInt8] = text.utf8.flatMap { byte -> [UInt8] in [0, byte] }
      for bytes in [little, big, [0xFF, 0xFE] + little, [0xFE, 0xFF] + big] {
        #expect(throws: JSONProblem.self, "\(bytes)") { try JSONValue(parsing: bytes) }
      }
    }
    #expect(throws: JSONProblem(.notUTF8)) {
      try JSONValue(parsing: [0xFF, 0xFE, 0x5B, 0, 0x5D, 0])
    }
  }

  @Test(arguments: [
    ("{", 1, 2, "a key in quotes"), ("{\"a\": 1,}", 1, 9, "a key in quotes"),
    ("{\"a\" 1}", 1, 6, "':'"), ("{\n  \"a\": 1\n  \"b\": 2\n}", 3, 3, "',' or '}'"),
    ("[1, 2", 1, 6, "',' or ']'"), ("[1,]", 1, 4, "a value"), ("{a: 1}", 1, 2, "a key in quotes"),
    ("{\"보석\": tru}", 1, 8, "a value"), ("{} x", 1, 4, "the end"), ("'a'", 1, 1, "a value"),
    ("\"a", 1, 3, "the end of a string in quotes"),
    ("\"a\nb\"", 1, 3, "the end of a string in quotes"),
    ("\"\\x\"", 1, 3, "one of \" \\ / b f n r t u behind a backslash"),
    ("\"\\u12g4\"", 1, 6, "four hexadecimal digits"),
    ("\"\\u123g\"", 1, 7, "four hexadecimal digits"), ("01", 1, 2, "the end"),
    ("-", 1, 2, "a digit"), ("1.", 1, 3, "a digit"), ("1e", 1, 3, "a digit"),
    ("[+1]", 1, 2, "a value"), ("// a\n{}", 1, 1, "a value"), ("NaN", 1, 1, "a value"),
    ("[.5]", 1, 2, "a value"), ("[\n1\n]\n]", 4, 1, "the end"), ("[}", 1, 2, "a value"),
  ])
  func `Invalid JSON is reported with its location and what was expected`(
    _ text: String, _ line: Int, _ column: Int, _ expected: String
  ) {
    let problem = problem(of: text)
    #expect(problem?.place == "line \(line), column \(column)")
    #expect(problem?.position == .init(line: line, column: column))
    #expect(problem?.problem == "not JSON: \(expected) was expected")
  }

  @Test
  func `Nesting depth is limited`() {
    let deep = Array(repeating: UInt8(ascii: "["), count: 100_000)
    let problem = problem { try JSONValue(parsing: deep) }
    #expect(problem?.place == "line 1, column 201")
    #expect(problem?.problem == "not JSON: less nesting was expected")
    let text = String(repeating: "[", count: 200) + String(repeating: "]", count: 200)
    #expect(self.problem(of: text) == nil)
    #expect(throws: Never.self) { try JSONValue(parsing: Array("[[1]]".utf8), deepest: 2) }
    #expect(throws: JSONProblem.self) { try JSONValue(parsing: Array("[[1]]".utf8), deepest: 1) }
  }

  @Test(arguments: [
    ("{\"a\": 1, \"a\": 1}", "a"), ("{\"a\": 1, \"b\": 2, \"\\u0061\": 3}", "a"),
    ("{\"a\": {\"b\": 1, \"b\": 2}}", "a.b"), ("[{\"a\": 1}, {\"a\": 1, \"a\": 2}]", "[1].a"),
    ("{\"a\": [1, {\"b\": [{\"c\": 1, \"c\": 1}]}]}", "a[1].b[0].c"),
    ("{\"a\": {\"x\": 1}, \"b\": {\"x\": 1}, \"a\": null}", "a"), ("{\"\": 1, \"\": 1}", ""),
  ])
  func `A duplicate key is reported with its location`(_ text: String, _ place: String) throws {
    #expect(problem(of: text) == JSONProblem(place: place, .givenTwice))
    _ = try JSONValue(parsing: Array(text.utf8), rules: .lenient)
  }

  @Test
  func `A key is found again among many`() {
    let keys = (0..<100).map { "\"key\($0)\": {\"a\": 1, \"b\": [{\"a\": 1}]}" }
    #expect(problem(of: "{\(keys.joined(separator: ", "))}") == nil)
    for again in [0, 31, 32, 99] {
      let text = "{\(keys.joined(separator: ", ")), \"key\(again)\": 1}"
      #expect(problem(of: text)?.place == "key\(again)")
    }
  }

  @Test
  func `Keys are the same only if their bytes are, and only in one object`() throws {
    #expect(problem(of: "[{\"a\": {\"a\": [\"a\", \"a\", 1, 1]}}, {\"a\": 1, \"A\": 1}]") == nil)
    let text = "{\"\u{E9}\": 1, \"e\u{301}\": 2}"
    #expect(problem(of: text) == nil)
    let value = try JSONValue(parsing: Array(text.utf8))
    #expect(value["e\u{301}"] == .number("2"))
    #expect(value["\u{E9}"] == .number("1"))
  }

  @Test
  func `A number has at most 38 digits, before and after its decimal point`() {
    let most = String(repeating: "1", count: 38)
    let split = "1234567890123456789.1234567890123456789"
    for text in [most, "-\(most)", "[\(most), \(most)]", split, "[\(most)\n,\(most)]"] {
      #expect(problem(of: text) == nil, "\(text)")
    }
    for text in [most + "1", "-\(most)1", split + "0", "0.\(most)"] {
      let problem = problem(of: text)
      #expect(problem?.place == "line 1", "\(text)")
      #expect(problem?.problem == Self.tooLong)
    }
    #expect(problem(of: "{\"a\": \"one\",\n \"b\": [1,\n\(most)7]}")?.place == "line 3")
    #expect(problem(of: "\"\(most)\(most)\"") == nil)
    #expect(throws: Never.self) {
      try JSONValue(parsing: Array((most + "1").utf8), rules: .lenient)
    }
  }

  @Test(arguments: [#"\ud800"#, #"\udc00"#, #"\ud800\ud800"#, #"\ud800x"#])
  func `Half a character is none`(_ half: String) {
    #expect(
      problem(of: "{\"a\": [\"\(half)\"]}")
        == JSONProblem(place: "a[0]", .halfCharacter))
    #expect(problem(of: "{\"\(half)\": 1}")?.problem == "a string has half a character")
  }
}
