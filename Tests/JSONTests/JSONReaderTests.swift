import Testing

@testable import JSON

@Suite("Strict JSON parser")
struct JSONReaderTests {
  /// The problem of a document, which must be the same if it is read whole and byte by byte.
  private func problem(of bytes: [UInt8]) -> JSONProblem? {
    let whole = problem { try JSONValue(parsing: bytes) }
    for size in [1, 3] {
      let pieces = problem { try JSONReaderTests.value(of: bytes, inPiecesOf: size) }
      #expect(pieces == whole, "in pieces of \(size)")
    }
    return whole
  }

  private func problem(of text: String) -> JSONProblem? { problem(of: Array(text.utf8)) }

  private func problem(_ body: () throws -> JSONValue) -> JSONProblem? {
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

  private static func value(of bytes: [UInt8], inPiecesOf size: Int) throws -> JSONValue {
    var reader = reader(of: bytes, inPiecesOf: size)
    let value = try reader.value()
    try reader.finish()
    return value
  }

  private static let tooLong = "a number has more digits than can be kept exactly"

  @Test(
    "Every document is read the same, whole and in pieces",
    arguments: [
      ("{}", "{}"), ("[]", "[]"), ("true", "true"), ("null", "null"), ("\"\"", "\"\""),
      (" [1, -0, 2.50, 1E+3, 1e-2]\r\n", "[1,-0,2.50,1E+3,1e-2]"),
      (#""\u00e9\n\"\/\b\f\ud83d\udc4d""#, "\"é\\n\\\"/\\u0008\\u000c👍\""),
      (#"{"a":{"b":[true,false,null,"보석"]},"c":[[],{}]}"#, nil),
    ] as [(String, String?)])
  func whole(_ text: String, _ line: String?) throws {
    let bytes = Array(text.utf8)
    let value = try JSONValue(parsing: bytes)
    #expect(value.line == line ?? text)
    for size in 1...5 { #expect(try Self.value(of: bytes, inPiecesOf: size) == value) }
    var reader = Self.reader(of: bytes, inPiecesOf: 1)
    try reader.skip()
    try reader.finish()
  }

  @Test("A byte-order mark is skipped, but only one and only at the beginning")
  func byteOrderMark() throws {
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    #expect(problem(of: mark + Array("[1]".utf8)) == nil)
    #expect(problem(of: mark) == JSONProblem(place: "", problem: "empty"))
    #expect(problem(of: mark + Array("[".utf8))?.place == "line 1, column 2")
    for bytes in [mark + mark + Array("[]".utf8), Array("[]".utf8) + mark] {
      #expect(problem(of: bytes)?.problem.hasPrefix("not JSON: ") == true)
    }
  }

  @Test("An empty text is not a document")
  func empty() {
    #expect(problem(of: "") == JSONProblem(place: "", problem: "empty"))
    #expect(problem(of: " \n")?.place == "line 2, column 1")
    #expect(problem(of: " \n")?.problem == "not JSON: a value was expected")
  }

  @Test(
    "Bytes that are not UTF-8 are refused",
    arguments: [[0xFF], [0xC3, 0x28], [0xED, 0xA0, 0x80]] as [[UInt8]])
  func noText(_ bytes: [UInt8]) {
    let document = Array("[\"".utf8) + bytes + Array("\"]".utf8)
    #expect(problem(of: document) == JSONProblem(place: "", problem: "not UTF-8"))
    let key = Array("{\"".utf8) + bytes + Array("\": 1}".utf8)
    #expect(problem(of: key) == JSONProblem(place: "", problem: "not UTF-8"))
  }

  @Test("Other encodings are not detected")
  func otherEncodings() {
    for text in ["[]", "[1]"] {
      let little: [UInt8] = text.utf8.flatMap { byte -> [UInt8] in [byte, 0] }
      let big: [UInt8] = text.utf8.flatMap { byte -> [UInt8] in [0, byte] }
      for bytes in [little, big, [0xFF, 0xFE] + little, [0xFE, 0xFF] + big] {
        #expect(throws: JSONProblem.self, "\(bytes)") { try JSONValue(parsing: bytes) }
      }
    }
    #expect(throws: JSONProblem(place: "", problem: "not UTF-8")) {
      try JSONValue(parsing: [0xFF, 0xFE, 0x5B, 0, 0x5D, 0])
    }
  }

  @Test(
    "Invalid JSON is reported with its location and what was expected",
    arguments: [
      ("{", 1, 2, "a key in quotes"), ("{\"a\": 1,}", 1, 9, "a key in quotes"),
      ("{\"a\" 1}", 1, 6, "':'"), ("{\n  \"a\": 1\n  \"b\": 2\n}", 3, 3, "',' or '}'"),
      ("[1, 2", 1, 6, "',' or ']'"), ("[1,]", 1, 4, "a value"), ("{a: 1}", 1, 2, "a key in quotes"),
      ("{\"보석\": tru}", 1, 8, "a value"), ("{} x", 1, 4, "the end"), ("'a'", 1, 1, "a value"),
      ("\"a", 1, 3, "the end of a string in quotes"),
      ("\"a\nb\"", 1, 3, "the end of a string in quotes"),
      ("\"\\x\"", 1, 3, "one of \" \\ / b f n r t u behind a backslash"),
      ("\"\\u12g4\"", 1, 6, "four hexadecimal digits"), ("01", 1, 2, "the end"),
      ("-", 1, 2, "a digit"), ("1.", 1, 3, "a digit"), ("1e", 1, 3, "a digit"),
      ("[+1]", 1, 2, "a value"), ("// a\n{}", 1, 1, "a value"), ("NaN", 1, 1, "a value"),
      ("[.5]", 1, 2, "a value"), ("[\n1\n]\n]", 4, 1, "the end"), ("[}", 1, 2, "a value"),
    ])
  func fault(_ text: String, _ line: Int, _ column: Int, _ expected: String) {
    let problem = problem(of: text)
    #expect(problem?.place == "line \(line), column \(column)")
    #expect(problem?.position == .init(line: line, column: column))
    #expect(problem?.problem == "not JSON: \(expected) was expected")
  }

  @Test("Nesting depth is limited")
  func depth() {
    let deep = Array(repeating: UInt8(ascii: "["), count: 100_000)
    let problem = problem { try JSONValue(parsing: deep) }
    #expect(problem?.place == "line 1, column 201")
    #expect(problem?.problem == "not JSON: less nesting was expected")
    let text = String(repeating: "[", count: 200) + String(repeating: "]", count: 200)
    #expect(self.problem(of: text) == nil)
    #expect(throws: Never.self) { try JSONValue(parsing: Array("[[1]]".utf8), deepest: 2) }
    #expect(throws: JSONProblem.self) { try JSONValue(parsing: Array("[[1]]".utf8), deepest: 1) }
  }

  @Test(
    "A duplicate key is reported with its location",
    arguments: [
      ("{\"a\": 1, \"a\": 1}", "a"), ("{\"a\": 1, \"b\": 2, \"\\u0061\": 3}", "a"),
      ("{\"a\": {\"b\": 1, \"b\": 2}}", "a.b"), ("[{\"a\": 1}, {\"a\": 1, \"a\": 2}]", "[1].a"),
      ("{\"a\": [1, {\"b\": [{\"c\": 1, \"c\": 1}]}]}", "a[1].b[0].c"),
      ("{\"a\": {\"x\": 1}, \"b\": {\"x\": 1}, \"a\": null}", "a"), ("{\"\": 1, \"\": 1}", ""),
    ])
  func repeatedKeys(_ text: String, _ place: String) throws {
    #expect(problem(of: text) == JSONProblem(place: place, problem: "given twice"))
    _ = try JSONValue(parsing: Array(text.utf8), rules: .lenient)
  }

  @Test("A key is found again among many")
  func manyKeys() {
    let keys = (0..<100).map { "\"key\($0)\": {\"a\": 1, \"b\": [{\"a\": 1}]}" }
    #expect(problem(of: "{\(keys.joined(separator: ", "))}") == nil)
    for again in [0, 31, 32, 99] {
      let text = "{\(keys.joined(separator: ", ")), \"key\(again)\": 1}"
      #expect(problem(of: text)?.place == "key\(again)")
    }
  }

  @Test("Keys are the same only if their bytes are, and only in one object")
  func differentKeys() throws {
    #expect(problem(of: "[{\"a\": {\"a\": [\"a\", \"a\", 1, 1]}}, {\"a\": 1, \"A\": 1}]") == nil)
    let text = "{\"\u{E9}\": 1, \"e\u{301}\": 2}"
    #expect(problem(of: text) == nil)
    let value = try JSONValue(parsing: Array(text.utf8))
    #expect(value["e\u{301}"] == .number("2"))
    #expect(value["\u{E9}"] == .number("1"))
  }

  @Test("A number has at most 38 digits, before and after its decimal point")
  func digits() {
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

  @Test(
    "Half a character is none", arguments: [#"\ud800"#, #"\udc00"#, #"\ud800\ud800"#, #"\ud800x"#])
  func halfCharacters(_ half: String) {
    #expect(
      problem(of: "{\"a\": [\"\(half)\"]}")
        == JSONProblem(place: "a[0]", problem: "a string has half a character"))
    #expect(problem(of: "{\"\(half)\": 1}")?.problem == "a string has half a character")
  }

  // MARK: Reading value by value

  @Test("A long array comes element by element, and no more of it is held than a piece")
  func stream() throws {
    let piece = Array(String(repeating: "{\"a\": \"보석\", \"b\": [1, 2]},\n", count: 100).utf8)
    var pieces = 0
    var reader = JSONReader {
      pieces += 1
      if pieces == 1 { return Array("{\"list\": [".utf8) }
      if pieces <= 1001 { return piece }
      return pieces == 1002 ? Array("7]}".utf8) : []
    }
    try reader.beginObject()
    #expect(try reader.nextKey() == "list")
    try reader.beginArray()
    var (count, longest) = (0, 0)
    while try reader.nextElement() {
      count += 1
      longest = max(longest, reader.buffer.count)
      guard try reader.kind() == .object else { break }
      try reader.skip()
    }
    #expect(reader.place == "list[100000]")
    #expect(reader.line == 100_001)
    #expect(try reader.digits() == "7")
    #expect(try !reader.nextElement())
    #expect(try reader.nextKey() == nil)
    try reader.finish()
    #expect(count == 100_001)
    #expect(longest < 2 * piece.count)
  }

  @Test("A value of another kind is a problem of its place")
  func kinds() throws {
    func problem(_ read: (inout JSONReader) throws -> Void) throws -> JSONProblem? {
      var reader = JSONReader(Array("{\"a\": [1, \"b\"]}".utf8))
      try reader.beginObject()
      _ = try reader.nextKey()
      do {
        try read(&reader)
        return nil
      } catch {
        return error as? JSONProblem
      }
    }
    #expect(
      try problem { try $0.beginObject() } == JSONProblem(place: "a", problem: "not an object"))
    let inner = try problem {
      try $0.beginArray()
      _ = try $0.nextElement()
      _ = try $0.value()
      _ = try $0.nextElement()
      try $0.beginArray()
    }
    #expect(inner == JSONProblem(place: "a[1]", problem: "not an array"))
  }

  @Test("What is skipped must be JSON too")
  func skipping() throws {
    var reader = JSONReader(Array(#"[{"a": [1, {"b": "]"}], "a": {}}, 2]"#.utf8))
    try reader.beginArray()
    _ = try reader.nextElement()
    try reader.skip()
    #expect(try reader.nextElement())
    #expect(try reader.value() == .number("2"))
    for text in ["[1,]", "{\"a\" 1}", "{1: 1}", "[1", "{\"a\": 01}", "tru", "[\"a]"] {
      #expect(throws: JSONProblem.self, "\(text)") {
        var reader = JSONReader(Array(text.utf8))
        try reader.skip()
        try reader.finish()
      }
    }
  }

  @Test("A source that fails ends the reading")
  func failingSource() {
    struct Failure: Error {}
    var pieces = [Array("[1, ".utf8)]
    var reader = JSONReader {
      guard let piece = pieces.popLast() else { throw Failure() }
      return piece
    }
    #expect(throws: Failure.self) { try reader.value() }
  }

  @Test(
    "A value is cut out as it was written, be it JSON or not",
    arguments: [
      ("[ {\"a]\": \"\\\"}\", }\n, 7]", ["{\"a]\": \"\\\"}\", }", "7"]),
      ("[nope,\"a,]\" ,\n[[}, 1]", ["nope", "\"a,]\"", "[[}, 1]"]),
    ])
  func raw(_ text: String, _ values: [String]) throws {
    for size in [1, 3, 100] {
      var reader = Self.reader(of: Array(text.utf8), inPiecesOf: size)
      try reader.beginArray()
      for value in values {
        #expect(try reader.nextElement())
        let raw = try reader.rawValue(keptBytes: 100, searchLimit: 100)
        #expect(String(decoding: raw.bytes, as: UTF8.self) == value)
        #expect(raw.line == (value == values.last ? 2 : 1))
      }
    }
  }

  @Test("A raw value that is too long is passed, and one without an end is given up")
  func longRaw() throws {
    var reader = Self.reader(of: Array("[\"abcdef\", \"abc".utf8), inPiecesOf: 3)
    try reader.beginArray()
    _ = try reader.nextElement()
    let long = try reader.rawValue(keptBytes: 4, searchLimit: 100)
    #expect(long.bytes.isEmpty && long.size == 8 && !long.isUnterminated)
    _ = try reader.nextElement()
    #expect(try reader.rawValue(keptBytes: 9, searchLimit: 100).isUnterminated)
  }
}
