import Testing

@testable import JSON

/// Reading value by value.
extension JSONReaderTests {
  @Test
  func `A long array comes element by element, and no more of it is held than a piece`() throws {
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

  @Test
  func `A value of another kind is a problem of its place`() throws {
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
      try problem { try $0.beginObject() } == JSONProblem(place: "a", .not(.object)))
    let inner = try problem {
      try $0.beginArray()
      _ = try $0.nextElement()
      _ = try $0.value()
      _ = try $0.nextElement()
      try $0.beginArray()
    }
    #expect(inner == JSONProblem(place: "a[1]", .not(.array)))
  }

  @Test
  func `What is skipped must be JSON too`() throws {
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

  @Test
  func `A source that fails ends the reading`() {
    struct Failure: Error {}
    var pieces = [Array("[1, ".utf8)]
    var reader = JSONReader {
      guard let piece = pieces.popLast() else { throw Failure() }
      return piece
    }
    #expect(throws: Failure.self) { try reader.value() }
  }

  @Test(arguments: [
    ("[ {\"a]\": \"\\\"}\", }\n, 7]", ["{\"a]\": \"\\\"}\", }", "7"]),
    ("[nope,\"a,]\" ,\n[[}, 1]", ["nope", "\"a,]\"", "[[}, 1]"]),
  ])
  func `A value is cut out as it was written, be it JSON or not`(_ text: String, _ values: [String])
    throws
  {
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

  @Test
  func `A raw value that is too long is passed, and one without an end is given up`() throws {
    var reader = Self.reader(of: Array("[\"abcdef\", \"abc".utf8), inPiecesOf: 3)
    try reader.beginArray()
    _ = try reader.nextElement()
    let long = try reader.rawValue(keptBytes: 4, searchLimit: 100)
    #expect(long.bytes.isEmpty && long.size == 8 && !long.isUnterminated)
    _ = try reader.nextElement()
    #expect(try reader.rawValue(keptBytes: 9, searchLimit: 100).isUnterminated)
  }
}
