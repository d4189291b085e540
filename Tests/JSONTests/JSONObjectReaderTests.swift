import JSON
import Testing

struct JSONObjectReaderTests {
  private static let format = JSONFormat(
    "things", "A thing.",
    [
      .init("name", "string", isRequired: true, "its name"), .init("count", "number", "how many"),
      .init("kind", "string", "which"), .init("open", "boolean", "whether"),
      .init("parts", "array", "what it is made of"), .init("map", "object", "numbers by name"),
    ])

  /// A thing, as far as one question reads it.
  private struct Thing: Decodable {
    @TaskLocal static var read: @Sendable (JSONObjectReader) throws -> String = { _ in "" }
    let answer: String

    init(from decoder: any Decoder) throws {
      answer = try Self.read(JSONObjectReader(decoder, JSONObjectReaderTests.format))
    }
  }

  /// What a question reads of a thing: the answer, or `place: problem`.
  private func reading(
    _ text: String, _ read: @escaping @Sendable (JSONObjectReader) throws -> Any = { _ in "" }
  ) -> String {
    Thing.$read.withValue({ "\(try read($0))" }) {
      do throws(JSONProblem) {
        return try StrictJSON.decode([Thing].self, from: Array("[\(text)]".utf8))
          .map(\.answer).joined(separator: " ")
      } catch {
        return "\(error.place): \(error.problem)"
      }
    }
  }

  @Test("An unknown key is refused, and the known ones are listed in order")
  func unknown() {
    #expect(
      reading("{\"name\": \"a\", \"nmae\": \"b\"}")
        == "[0].nmae: unknown key; known are count, kind, map, name, open, parts")
    #expect(reading("{\"z\": 1, \"y\": 1}").hasPrefix("[0].y: unknown key;"))
    #expect(reading("{}, {\"Name\": 1}").hasPrefix("[1].Name: unknown key;"))
    #expect(reading("{}") == "")
  }

  @Test("What is no object is refused", arguments: ["1", "\"a\"", "[]", "null", "true"])
  func noObject(_ text: String) {
    #expect(reading(text) == "[0]: not an object")
  }

  @Test("A key is absent, null, or has a value")
  func given() {
    #expect(reading("{}") { try $0.text("name") } == "absent")
    #expect(reading("{\"name\": null}") { try $0.text("name") } == "null")
    #expect(reading("{\"name\": \"\"}") { try $0.text("name") } == "value(\"\")")
    #expect(reading("{\"open\": false}") { try $0.flag("open") } == "value(false)")
    #expect(reading("{\"count\": 7}") { try $0.integer("count", from: 7) } == "value(7)")
  }

  @Test(
    "A value of another kind is told with what it should be",
    arguments: ["1.5", "\"1\"", "[1]", "{}", "true", "1e30", "9223372036854775808"])
  func otherKind(_ value: String) {
    #expect(
      reading("{\"count\": \(value)}") { try $0.integer("count", from: 0) }
        == "[0].count: not a whole number")
  }

  @Test("Texts and flags are of their kind")
  func kinds() {
    for value in ["1", "true", "[]", "{}"] {
      #expect(
        reading("{\"name\": \(value)}") { try $0.text("name") } == "[0].name: not a string")
    }
    for value in ["1", "0", "\"true\"", "[]"] {
      #expect(
        reading("{\"open\": \(value)}") { try $0.flag("open") } == "[0].open: not true or false")
    }
  }

  @Test("A whole number has a lowest value")
  func bounds() {
    #expect(reading("{\"count\": -1}") { try $0.integer("count", from: -1) } == "value(-1)")
    #expect(
      reading("{\"count\": -2}") { try $0.integer("count", from: -1) }
        == "[0].count: less than -1")
    #expect(
      reading("{\"count\": \(Int64.max)}") { try $0.integer("count", from: 0) }
        == "value(\(Int64.max))")
    #expect(reading("{\"count\": null}") { try $0.integer("count", from: 9) } == "null")
  }

  @Test("A choice is one of a few words")
  func choice() {
    let question = { @Sendable (reader: JSONObjectReader) in
      try reader.choice("kind", of: ["b", "a"])
    }
    #expect(reading("{\"kind\": \"a\"}", question) == "value(\"a\")")
    #expect(reading("{\"kind\": \"A\"}", question) == "[0].kind: not one of b, a")
    #expect(reading("{\"kind\": 1}", question) == "[0].kind: not a string")
    #expect(reading("{\"kind\": null}", question) == "null")
    #expect(reading("{}", question) == "absent")
  }

  @Test("A list is empty where it is missing, and its elements have places")
  func list() {
    let question = { @Sendable (reader: JSONObjectReader) in
      try reader.list("parts", of: Part.self).map(\.size)
    }
    #expect(reading("{}", question) == "[]")
    #expect(reading("{\"parts\": null}", question) == "[]")
    #expect(reading("{\"parts\": [{\"size\": 2}, {\"size\": 1}]}", question) == "[2, 1]")
    #expect(reading("{\"parts\": {}}", question) == "[0].parts: not an array")
    #expect(
      reading("{\"parts\": [{\"size\": 2}, {\"size\": \"x\"}]}", question)
        == "[0].parts[1].size: not a whole number")
    #expect(reading("{\"parts\": [null]}", question) == "[0].parts[0]: not an object")
  }

  @Test("An object whose keys somebody chose has any names")
  func names() {
    #expect(
      reading("{\"map\": {\"b\": 1, \"a\": null}}") { reader in
        try reader.given("map", Names.self, "an object").value?.names.sorted() ?? []
      } == "[\"a\", \"b\"]")
  }

  @Test("What is required is neither missing nor null")
  func required() {
    let question = { @Sendable (reader: JSONObjectReader) in
      try reader.required("name", reader.text("name"))
    }
    #expect(reading("{\"name\": \"a\"}", question) == "a")
    #expect(reading("{}", question) == "[0].name: missing")
    #expect(reading("{\"name\": null}", question) == "[0].name: null")
  }

  @Test("A problem of the caller's own has the place of its key")
  func ownProblem() {
    #expect(reading("{}, {}") { throw $0.problem("kind", "odd") } == "[0].kind: odd")
  }

  private struct Part: Decodable {
    let size: Int64

    init(from decoder: any Decoder) throws {
      let reader = try JSONObjectReader(
        decoder, JSONFormat("", "", [.init("size", "number", "its size")]))
      size = try reader.required("size", reader.integer("size", from: 1))
    }
  }

  private struct Names: Decodable {
    let names: [String]

    init(from decoder: any Decoder) throws { names = try JSONObjectReader(decoder).names }
  }
}
