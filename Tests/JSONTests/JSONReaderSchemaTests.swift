import JSON
import Testing

/// What a server writes and nobody reads must not fill the memory.
struct JSONReaderSchemaTests {
  private struct Row: Equatable, Sendable {
    var number = 0
    var name: String?
  }

  private static let row = JSONFields(
    Row(), [.required("number", \.number, .integer), .nullable("name", \.name, .text)])

  private static let list = JSONCodec.list(of: row.codec)

  private func value(_ text: String, _ schema: JSONSchema) throws -> String {
    var reader = JSONReader(Array(text.utf8), rules: .response)
    let value = try reader.value(of: schema)
    try reader.finish()
    return value.line
  }

  @Test(
    arguments: [
      (#"[{"number":1,"x":1,"x":2},{"name":"a","number":1}]"#, nil),
      (#"[{"number":1},{"name":"a","number":1,"n\u0061me":null}]"#, "[1]"),
      (#"[{"number":1,"name":"a","number":1}]"#, "[0]"),
    ] as [(String, String?)])
  func `A known key that an object has twice is told with the place of the object`(
    _ text: String, _ place: String?
  ) throws {
    var reader = JSONReader(Array(text.utf8), rules: .response)
    _ = try Self.list.read(from: &reader)
    try reader.finish()
    #expect(reader.repeatedKey == place)
  }

  @Test(arguments: [
    (#"{"number":1,"x":[1,[2],{"number":3}],"name":"a"}"#, #"{"number":1,"name":"a"}"#),
    (#"{"number":[1,1,1],"name":{"a":1}}"#, #"{"number":[],"name":{}}"#),
    (#"{"number":1,"number":2,"number":3,"number":4}"#, #"{"number":1}"#),
    (#"{"number":"1","name":null}"#, #"{"number":"1","name":null}"#),
    ("[1,2]", "[]"), ("true", "true"), (#"{"n\u0061me":"é"}"#, #"{"name":"é"}"#),
  ])
  func `Only what the schema describes is kept`(_ text: String, _ kept: String) throws {
    #expect(try value(text, .object(Self.row.schema)) == kept)
  }

  @Test(arguments: [
    (#"[{"number":1},{"number":2,"x":3}]"#, #"[{"number":1},{"number":2}]"#),
    ("[{},{},{}]", "[{}]"), ("[1,1,1]", "[1]"), ("[[1],[1]]", "[[]]"),
    (#"[{"number":1},null,{"number":2}]"#, #"[{"number":1},null]"#), ("{}", "{}"),
  ])
  func `A list is kept up to its first invalid element`(_ text: String, _ kept: String) throws {
    #expect(try value(text, .list(.object(Self.row.schema))) == kept)
  }

  private func rows(_ text: String) throws -> Result<[Row], JSONProblem> {
    var reader = JSONReader(Array(text.utf8), rules: .response)
    let rows = try result { try Self.list.read(from: &reader) }
    try reader.finish()
    return rows
  }

  @Test
  func `The rows of a list are decoded one by one, with the same result`() throws {
    #expect(
      try rows(#"[{"number":1,"name":"a"},{"number":2}]"#)
        == .success([Row(number: 1, name: "a"), Row(number: 2)]))
    for text in [#"[{"number":1},{"x":[{}]},{"number":[]}]"#, #"[{"number":1},[2,[3]],4]"#, "7"] {
      let whole = Result { () throws(JSONProblem) in
        try Self.list.read(JSONValue(parsing: Array(text.utf8), rules: .lenient))
      }
      #expect(try rows(text) == whole)
    }
  }

  @Test(arguments: [
    #"{"number":1,"name":"a"}"#, #"{"name":null,"number":1,"x":{"number":[2]}}"#,
    #"{"n\u0061me":"b","number":2}"#, #"{"name":1}"#, #"{"number":"1","name":2}"#,
    #"{"name":"a"}"#, "[1]", "7", #""number""#, #"{"number":1,"name":"\ud800"}"#,
  ])
  func `An object is decoded while it is read, with the same result`(_ text: String) throws {
    var reader = JSONReader(Array(text.utf8), rules: .response)
    let tree = try reader.value(of: .object(Self.row.schema))
    let whole = Result { () throws(JSONProblem) in try Self.row.read(tree) }
    reader = JSONReader(Array("[\(text),3]".utf8), rules: .response)
    try reader.beginArray()
    _ = try reader.nextElement()
    #expect(try result { try Self.row.codec.read(from: &reader) } == whole)
    // The reader is behind the object, whatever was wrong with it.
    #expect(try reader.nextElement())
    #expect(try reader.value() == .integer(3))
  }

  private func result<Value>(
    _ read: () throws -> Value
  ) throws -> Result<Value, JSONProblem> {
    do {
      return .success(try read())
    } catch let mismatch as JSONMismatch {
      return .failure(mismatch.problem)
    }
  }

  @Test
  func `What follows an invalid row must still be JSON`() {
    #expect(throws: JSONProblem.self) { try rows(#"[{"x":1},{"x":]"#) }
    #expect(throws: JSONProblem.self) { try rows(#"[{"x":1}] 1"#) }
  }

  @Test
  func `Strings are cleaned with their key`() throws {
    var reader = JSONReader(Array(#"{"number":1,"name":"a","x":"b"}"#.utf8), rules: .response)
    reader.clean = { key, text, _ in "\(key):\(text)" }
    #expect(try reader.value(of: .object(Self.row.schema)).line == #"{"number":1,"name":"name:a"}"#)
  }

  @Test
  func `A string is known to be secret by its schema, also if it may be null`() throws {
    var reader = JSONReader(Array(#"{"a":"1","b":"2","c":["3"]}"#.utf8), rules: .response)
    reader.clean = { _, text, isSecret in isSecret ? "(secret)" : text }
    let schema = JSONSchema.Object(
      nil,
      [
        .init("a", .text, isRequired: true), .init("b", .nullable(.secret), isRequired: true),
        .init("c", .list(.secret), isRequired: true),
      ])
    #expect(
      try reader.value(of: .object(schema)).line == #"{"a":"1","b":"(secret)","c":["(secret)"]}"#)
  }
}
