import JSON
import Testing

struct JSONObjectTests {
  private static let format = JSONFormat(
    "things", "A thing.",
    [
      .init("name", .string, isRequired: true, "its name"), .init("count", .number, "how many"),
      .init("kind", .string, "which"), .init("open", .boolean, "whether"),
      .init("parts", .array, "what it is made of"), .init("map", .object, "numbers by name"),
    ])

  /// Reads an object. Returns the result, or `place: problem`.
  private func reading(
    _ text: String, _ read: (JSONObject) throws(JSONProblem) -> Any = { _ in "" }
  ) -> String {
    do throws(JSONProblem) {
      let things = try JSONObject(JSONValue(parsing: Array("{\"list\": [\(text)]}".utf8)))
      return try things.list("list") { (value) throws(JSONProblem) in
        "\(try read(JSONObject(value, Self.format)))"
      }.joined(separator: " ")
    } catch {
      return "\(error.place): \(error.problem)".replacing("list[", with: "[")
    }
  }

  @Test
  func `An unknown key is refused, and the known ones are listed in order`() {
    #expect(
      reading("{\"name\": \"a\", \"nmae\": \"b\"}")
        == "[0].nmae: unknown key; known are count, kind, map, name, open, parts")
    #expect(reading("{\"z\": 1, \"y\": 1}").hasPrefix("[0].y: unknown key;"))
    #expect(reading("{}, {\"Name\": 1}").hasPrefix("[1].Name: unknown key;"))
    #expect(reading("{}") == "")
  }

  @Test(arguments: ["1", "\"a\"", "[]", "null", "true"])
  func `A value that is not an object is refused`(_ text: String) {
    #expect(reading(text) == "[0]: not an object")
  }

  @Test
  func `A key is absent, null, or has a value`() {
    #expect(reading("{}") { (r) throws(JSONProblem) in try r.text("name") } == "absent")
    #expect(reading("{\"name\": null}") { (r) throws(JSONProblem) in try r.text("name") } == "null")
    #expect(
      reading("{\"name\": \"\"}") { (r) throws(JSONProblem) in try r.text("name") } == "value(\"\")"
    )
    #expect(
      reading("{\"open\": false}") { (r) throws(JSONProblem) in try r.flag("open") }
        == "value(false)")
    #expect(
      reading("{\"count\": 7}") { (r) throws(JSONProblem) in try r.integer("count", from: 7) }
        == "value(7)")
  }

  @Test(arguments: ["1.5", "\"1\"", "[1]", "{}", "true", "1e30", "9223372036854775808"])
  func `A value of a wrong type is reported with the expected type`(_ value: String) {
    #expect(
      reading("{\"count\": \(value)}") { (r) throws(JSONProblem) in try r.integer("count", from: 0)
      }
        == "[0].count: not a whole number")
  }

  @Test
  func `Strings and booleans must have their types`() {
    for value in ["1", "true", "[]", "{}"] {
      #expect(
        reading("{\"name\": \(value)}") { (r) throws(JSONProblem) in try r.text("name") }
          == "[0].name: not a string")
    }
    for value in ["1", "0", "\"true\"", "[]"] {
      #expect(
        reading("{\"open\": \(value)}") { (r) throws(JSONProblem) in try r.flag("open") }
          == "[0].open: not true or false")
    }
  }

  @Test
  func `A whole number has a lower bound`() {
    #expect(
      reading("{\"count\": -1}") { (r) throws(JSONProblem) in try r.integer("count", from: -1) }
        == "value(-1)")
    #expect(
      reading("{\"count\": -2}") { (r) throws(JSONProblem) in try r.integer("count", from: -1) }
        == "[0].count: less than -1")
    #expect(
      reading("{\"count\": \(Int64.max)}") { (r) throws(JSONProblem) in
        try r.integer("count", from: 0)
      }
        == "value(\(Int64.max))")
    #expect(
      reading("{\"count\": null}") { (r) throws(JSONProblem) in try r.integer("count", from: 9) }
        == "null")
  }

  @Test
  func `A choice must be one of its values`() {
    let question = { (reader: JSONObject) throws(JSONProblem) -> Any in
      try reader.choice("kind", of: ["b", "a"])
    }
    #expect(reading("{\"kind\": \"a\"}", question) == "value(\"a\")")
    #expect(reading("{\"kind\": \"A\"}", question) == "[0].kind: not one of b, a")
    #expect(reading("{\"kind\": 1}", question) == "[0].kind: not a string")
    #expect(reading("{\"kind\": null}", question) == "null")
    #expect(reading("{}", question) == "absent")
  }

  @Test
  func `A missing list is empty, and elements are located by index`() {
    let question = { (reader: JSONObject) throws(JSONProblem) -> Any in
      try reader.list("parts", Self.size)
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

  @Test
  func `An object with free keys accepts any name, and keys differ by their bytes`() throws {
    let object = try JSONObject(
      .object([.init("\u{E9}", .number("1")), .init("e\u{301}", .number("2"))]))
    #expect(object.members.count == 2)
    #expect(try object.integer("e\u{301}", from: 0).value == 2)
  }

  @Test
  func `A required value must be present and not null`() {
    let question = { (reader: JSONObject) throws(JSONProblem) -> Any in
      try reader.required("name", reader.text("name"))
    }
    #expect(reading("{\"name\": \"a\"}", question) == "a")
    #expect(reading("{}", question) == "[0].name: missing")
    #expect(reading("{\"name\": null}", question) == "[0].name: null")
  }

  @Test
  func `A problem that the caller reports has the location of its key`() {
    #expect(
      reading("{}, {}") { (r) throws(JSONProblem) in throw r.problem("kind", "odd") }
        == "[0].kind: odd")
  }

  private static func size(_ value: JSONValue) throws(JSONProblem) -> Int64 {
    let part = try JSONObject(value, JSONFormat("", "", [.init("size", .number, "its size")]))
    return try part.required("size", part.integer("size", from: 1))
  }
}
