import JSON
import Testing

/// Objects that are read from a text, one after the other, without a value of each.
struct JSONMembersTests {
  struct Thing: Sendable {
    var name = Presence<JSONValue>.absent
    var count = Presence<JSONValue>.absent
    var names = Presence<JSONValue>.absent
    var unnamed = Presence<JSONValue>.absent
  }

  private static let fields = JSONFields(
    Thing(), reading: .file,
    [
      .presence("name", \.name, .any), .presence("count", \.count, .any),
      .presence("names", \.names, .any), .presence("", \.unnamed, .any),
    ])

  /// The members of each object of an array, or the problem.
  private func outcome(
    of text: String, inPiecesOf size: Int, rules: JSONReader.Rules,
    _ next: (inout JSONReader) throws -> Thing
  ) -> String {
    var rest = Array(text.utf8)[...]
    var reader = JSONReader(rules: rules) {
      defer { rest = rest.dropFirst(size) }
      return Array(rest.prefix(size))
    }
    var objects: [String] = []
    do {
      try reader.beginArray()
      while try reader.nextElement() { objects.append(Self.fields.write(try next(&reader)).line) }
      try reader.finish()
    } catch {
      objects.append("\(error)")
    }
    return objects.joined(separator: "\n")
  }

  static let texts = [
    "[]", "[{}]", "[{\"name\": \"a\", \"count\": 1, \"names\": [1, {}], \"\": \"\"}]",
    "[{\"\": null, \"names\": null, \"count\":1.50 , \"name\":\"b\"}]",
    "[{\"name\": \"a\", \"count\": 1}, {\"count\": 2}, {}, {\"name\": \"c\"}]",
    "[{\"n\\u0061me\": \"\\u00e9\\n\", \"count\": true}]", "[{\"name\\u0073\": {\"a\": 1}}]",
    "[{\"name\": 1, \"name\": 2}]", "[{\"name\": null, \"n\\u0061me\": 2}]",
    "[{}, {\"other\": 1, \"count\": 1}]", "[{\"z\": 1, \"nam\": 1, \"namess\": 2}]",
    "[{\"z\": 1, \"z\": 1}]", "[{\"z\": 1, \"name\": 1, \"name\": 2}]",
    "[{\"names\": [{\"a\": 1, \"a\": 2}]}]", "[{\"name\": \"\\ud800\"}]", "[{\"\\ud800\": 1}]",
    "[{\"count\": 1234567890123456789012345678901234567890}]",
    "[{\"name\" \"a\"}]", "[{\"name\": }]", "[{\"name\": \"a\",}]",
    "[{\"name\": \"a\" \"count\": 1}]",
    "[{name: 1}]", "[{\"name", "[{\"name\"", "[{\"name\": \"a", "[{\"name\": \"a\"", "[1]",
    "[null]",
    "[[{\"a\": 1, \"a\": 1}]]", "[{\"é\": 1}]", "[{\"name\": \"보석\", \"count\": -0.5e+3}]",
  ]

  @Test(arguments: texts)
  func `An object of a text has the same members, or the same problem, as its value`(_ text: String)
  {
    for rules in [JSONReader.Rules.strict, .lenient] {
      let expected = outcome(of: text, inPiecesOf: 1000, rules: rules) { reader in
        let value = try reader.value()
        do throws(JSONProblem) {
          return try Self.fields.read(value)
        } catch {
          throw error.below(reader.place)
        }
      }
      var members = JSONMembers(of: Self.fields.schema)
      for size in [1, 2, 7, 1000] {
        let read = outcome(of: text, inPiecesOf: size, rules: rules) { reader in
          try members.read(&reader)
          return try Self.fields.read(members)
        }
        #expect(read == expected)
      }
    }
  }

  @Test
  func `A position in a text is counted in bytes, over all its pieces`() throws {
    let text = Array("\u{FEFF}{\"보석\": [1, 2]}".utf8)
    for size in [1, 3, 100] {
      var rest = text[...]
      var reader = JSONReader {
        defer { rest = rest.dropFirst(size) }
        return Array(rest.prefix(size))
      }
      try reader.beginObject()
      _ = try reader.nextKey()
      #expect(reader.offset == text.count - 8)
      try reader.skip()
      #expect(reader.offset == text.count - 1)
    }
  }
}
