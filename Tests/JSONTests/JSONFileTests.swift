import JSON
import Testing

/// Objects of a file that a person writes.
struct JSONFileTests {
  struct Thing: Sendable {
    var name = ""
    var count: Int64?
    var note: String?
    var end: String?
    var parts: [Part] = []
  }

  struct Part: Sendable { var size: Int64 = 0 }

  private static let parts = JSONFields(
    Part(), reading: .file, [.required("size", \.size, .number(from: 1))])

  private static let fields = JSONFields(
    Thing(), named: "things", summary: "A thing.", reading: .file,
    [
      .required("name", \.name, .text), .optional("count", \.count, .number(from: -1)),
      .optional("note", \.note, .text), .nullable("end", \.end, .text),
      .defaulted("parts", \.parts, .list(of: parts.codec)),
    ])

  /// Reads an object that has the given members too. Returns it, or `place: problem`.
  private func reading(_ members: String, with required: String = "\"name\": \"a\", \"end\": null")
    -> String
  {
    let more = members.isEmpty || required.isEmpty ? "" : ", "
    do throws(JSONProblem) {
      let value = try JSONValue(parsing: Array("{\(required)\(more)\(members)}".utf8))
      return Self.fields.write(try Self.fields.read(value)).line
    } catch {
      return "\(error.place): \(error.problem)"
    }
  }

  @Test
  func `An unknown key is refused before all else, and the known ones are listed in order`() {
    #expect(
      reading("\"nmae\": 1, \"count\": \"x\"", with: "")
        == "nmae: unknown key; known are count, end, name, note, parts")
    #expect(reading("\"z\": 1, \"y\": 1").hasPrefix("y: unknown key;"))
    #expect(reading("\"Name\": 1").hasPrefix("Name: unknown key;"))
  }

  @Test
  func `A required key must be present, and not null unless null is a value`() {
    #expect(reading("\"end\": null", with: "") == "name: missing")
    #expect(reading("\"name\": null, \"end\": null", with: "") == "name: null")
    #expect(reading("\"name\": \"a\"", with: "") == "end: missing")
    #expect(reading("") == #"{"name":"a","end":null}"#)
  }

  @Test
  func `A key that may be missing may be null, or has a value`() {
    #expect(reading("\"note\": null") == reading(""))
    #expect(reading("\"note\": \"\"") == #"{"name":"a","note":"","end":null}"#)
    #expect(reading("\"note\": 1") == "note: not a string")
    #expect(reading("\"count\": null") == reading(""))
  }

  @Test(arguments: ["1.5", "\"1\"", "[1]", "{}", "true", "1e30", "9223372036854775808"])
  func `A value of a wrong type is reported with the expected type`(_ value: String) {
    #expect(reading("\"count\": \(value)") == "count: not a whole number")
  }

  @Test
  func `A whole number has a lower bound, which its description does not have`() {
    #expect(reading("\"count\": -1") == #"{"name":"a","count":-1,"end":null}"#)
    #expect(reading("\"count\": -2") == "count: less than -1")
    #expect(reading("\"count\": \(Int64.max)").contains("\(Int64.max)"))
    #expect(Self.fields.schema.members[1].schema == .nullable(.number))
  }

  @Test
  func `The problem of an element has its index`() {
    #expect(reading("\"parts\": {}") == "parts: not an array")
    #expect(reading("\"parts\": [null]") == "parts[0]: not an object")
    #expect(
      reading("\"parts\": [{\"size\": 2}, {\"size\": \"x\"}]")
        == "parts[1].size: not a whole number")
    #expect(
      reading("\"parts\": [{}, {\"siz\": 2}]") == "parts[0].size: missing")
    #expect(reading("\"parts\": [{\"siz\": 2}]").hasPrefix("parts[0].siz: unknown key;"))
  }

  @Test(
    arguments: [
      (.text, "string"), (.choice(["a"]), "string"), (.flag, "boolean"), (.number, "number"),
      (.digits, "number"), (.decimal, "decimal"), (.instant, "instant"), (.period, "period"),
      (.duration, "duration"), (.list(.text), "array of strings"), (.list(.flag), "array"),
      (.map(.number), "object of numbers"), (.nullable(.map(.text)), "object of strings"),
      (.anything, "object"),
    ] as [(JSONSchema, String)])
  func `Each kind of value has a name`(_ schema: JSONSchema, _ kind: String) {
    #expect(schema.kind == kind)
  }
}
