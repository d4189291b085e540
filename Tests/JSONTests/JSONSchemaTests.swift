import JSON
import Testing

struct JSONSchemaTests {
  private static let thing = JSONSchema.object(
    .init([
      .required("name", .text), .optional("count", .integer(from: 1)), .optional("size", .decimal),
      .optional("open", .flag), .optional("kind", .choice(["b", "a"])), .optional("seq", .digits),
      .optional("at", .instant), .optional("parts", .list(.object(.init([.required("n", .text)])))),
    ]))

  private func problem(_ text: String, isClosed: Bool = true) throws -> String? {
    let value = try JSONValue(parsing: Array(text.utf8))
    do throws(JSONProblem) {
      try Self.thing.check(value, isClosed: isClosed)
      return nil
    } catch {
      return "\(error.place): \(error.problem)"
    }
  }

  @Test(
    "A value is checked, and a problem has its place",
    arguments: [
      ("[]", ": not an object"), ("{}", "name: missing"),
      ("{\"name\": null}", "name: not a string"),
      ("{\"name\": \"a\", \"count\": 0}", "count: less than 1"),
      ("{\"name\": \"a\", \"count\": 1.5}", "count: not a whole number"),
      ("{\"name\": \"a\", \"size\": \"1\"}", "size: not a number"),
      ("{\"name\": \"a\", \"open\": 1}", "open: not true or false"),
      ("{\"name\": \"a\", \"kind\": \"c\"}", "kind: not one of b, a"),
      ("{\"name\": \"a\", \"kind\": 1}", "kind: not a string"),
      ("{\"name\": \"a\", \"seq\": -1}", "seq: not a whole number, or a string of digits"),
      ("{\"name\": \"a\", \"seq\": \"1a\"}", "seq: not a whole number, or a string of digits"),
      ("{\"name\": \"a\", \"at\": 1}", "at: not a string"),
      ("{\"name\": \"a\", \"parts\": {}}", "parts: not an array"),
      ("{\"name\": \"a\", \"parts\": [{\"n\": \"\"}, {}]}", "parts[1].n: missing"),
      ("{\"name\": \"a\", \"z\": 1, \"y\": 1}", "y: unknown"),
      ("{\"name\": \"a\", \"parts\": [{\"n\": \"\", \"m\": 1}]}", "parts[0].m: unknown"),
    ])
  func bad(_ text: String, _ expected: String) throws {
    #expect(try problem(text) == expected)
  }

  @Test("What may be missing may be null, and strangers are passed over where they are allowed")
  func good() throws {
    #expect(try problem("{\"name\": \"\", \"count\": null, \"parts\": null}") == nil)
    #expect(try problem("{\"name\": \"\", \"seq\": 7, \"size\": 1e3, \"kind\": \"a\"}") == nil)
    #expect(try problem("{\"name\": \"\", \"seq\": \"007\", \"parts\": []}") == nil)
    #expect(try problem("{\"name\": \"\", \"z\": 1}", isClosed: false) == nil)
  }

  @Test("A list has a bound")
  func longLists() throws {
    let parts = Array(repeating: JSONValue.object([.init("n", .string(""))]), count: 10_001)
    let members = [JSONValue.Member("name", .string("")), .init("parts", .array(parts))]
    #expect(throws: JSONProblem(place: "parts", problem: "more than 10000 elements")) {
      try Self.thing.check(.object(members), isClosed: true)
    }
  }
}
