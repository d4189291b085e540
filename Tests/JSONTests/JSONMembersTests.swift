import JSON
import Testing

/// Objects that are read from a text, one after the other, without a value of each.
struct JSONMembersTests {
  private static let object = JSONSchema.Object(
    nil,
    ["name", "count", "names", ""].map { .init($0, .nullable(.anything), isRequired: false) },
    isClosed: true)

  /// The members of each object of an array, or the problem.
  private func outcome(
    of text: String, inPiecesOf size: Int, rules: JSONReader.Rules,
    _ next: (inout JSONReader) throws -> [JSONValue?]
  ) -> String {
    var rest = Array(text.utf8)[...]
    var reader = JSONReader(rules: rules) {
      defer { rest = rest.dropFirst(size) }
      return Array(rest.prefix(size))
    }
    var objects: [String] = []
    do {
      try reader.beginArray()
      while try reader.nextElement() {
        objects.append(try next(&reader).map { $0?.line ?? "-" }.joined(separator: " "))
      }
      try reader.finish()
    } catch {
      objects.append("\(error)")
    }
    return objects.joined(separator: "\n")
  }

  /// The members of the next object, by its whole value.
  private func values(_ reader: inout JSONReader) throws -> [JSONValue?] {
    let value = try reader.value()
    guard let members = value.members else {
      throw JSONProblem.not(.object).below(reader.place)
    }
    let names = Self.object.members.map(\.name)
    if let other = members.map(\.name).filter({ !names.contains($0) }).min() {
      throw Self.object.unknown(other).below(reader.place)
    }
    return names.map { value[$0] }
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
      let expected = outcome(of: text, inPiecesOf: 1000, rules: rules, values)
      var members = JSONMembers(of: Self.object)
      for size in [1, 2, 7, 1000] {
        let read = outcome(of: text, inPiecesOf: size, rules: rules) { reader in
          try members.read(&reader)
          return members.values
        }
        #expect(read == expected)
      }
    }
  }
}
