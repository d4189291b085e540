import JSON
import Testing

struct JSONFieldsTests {
  enum Kind: String, CaseIterable { case b, a }

  struct Thing: Equatable, Sendable {
    var name = ""
    var count: Int?
    var isOpen = false
    var kind = Kind.a
    var sizes: [Int64] = []
    var note: String?
  }

  private static func fields(
    _ reading: JSONFields<Thing>.Reading = .open
  ) -> JSONFields<Thing> {
    JSONFields(
      Thing(), reading: reading,
      [
        .required("name", \.name, .text), .nullable("count", \.count, .integer(from: 1)),
        .defaulted("open", \.isOpen, .flag), .defaulted("kind", \.kind, .choice),
        .defaulted("sizes", \.sizes, .list(of: .integer, upTo: 2)),
        .optional("note", \.note, .text),
      ])
  }

  private func read(
    _ text: String, _ reading: JSONFields<Thing>.Reading = .open
  ) throws -> Thing {
    try Self.fields(reading).read(JSONValue(parsing: Array(text.utf8)))
  }

  @Test
  func `An object is written with what it has, and read back`() throws {
    let full = Thing(name: "n", count: 7, isOpen: true, kind: .b, sizes: [-1, 2], note: "é")
    let text = Self.fields().write(full).line
    #expect(
      text == #"{"name":"n","count":7,"open":true,"kind":"b","sizes":[-1,2],"note":"é"}"#)
    #expect(try read(text, .closed) == full)
    #expect(Self.fields().write(Thing()).line == #"{"name":"","count":null,"kind":"a"}"#)
  }

  @Test
  func `The bytes of an object are those of its value`() {
    var things = [Thing(), Thing(name: "n", count: 7, isOpen: true, kind: .b, sizes: [-1, 2])]
    things += [
      "\"", "\\", "é", "\u{7F}", "a\n\u{202E}b", "\u{0}", String(repeating: "x", count: 99),
    ]
    .map { Thing(name: $0, count: .min, note: $0) }
    let list = JSONCodec.list(of: Self.fields().codec.nullable)
    var bytes: [UInt8] = []
    list.append(things + [nil], &bytes)
    #expect(String(decoding: bytes, as: UTF8.self) == list.write(things + [nil]).line)
    bytes = []
    JSONFields<Void>((), []).codec.append((), &bytes)
    #expect(bytes == Array("{}".utf8))
  }

  @Test
  func `Members may come in any order; what is missing or null has its default`() throws {
    #expect(try read(#"{"count": 3, "x": {}, "name": "n"}"#) == Thing(name: "n", count: 3))
    let nulls = #"{"name": "n", "open": null, "kind": null, "sizes": null, "note": null}"#
    #expect(try read(nulls) == Thing(name: "n"))
    #expect(try read(#"{"name": "n", "count": null}"#, .complete) == Thing(name: "n"))
  }

  @Test(
    arguments: [
      ("[]", .open, ": not an object"), ("{}", .open, "name: missing"),
      (#"{"name": null}"#, .open, "name: not a string"),
      (#"{"name": "n", "count": 0}"#, .open, "count: less than 1"),
      (
        #"{"name": "n", "count": 1.5}"#, .open,
        "count: not a whole number, or too large a one"
      ),
      (
        #"{"name": "n", "count": 9223372036854775808}"#, .open,
        "count: not a whole number, or too large a one"
      ),
      (#"{"name": "n", "open": 1}"#, .open, "open: not true or false"),
      (#"{"name": "n", "kind": "c"}"#, .open, "kind: not one of b, a"),
      (#"{"name": "n", "kind": 1}"#, .open, "kind: not a string"),
      (#"{"name": "n", "sizes": {}}"#, .open, "sizes: not an array"),
      (
        #"{"name": "n", "sizes": [1, "2"]}"#, .open,
        "sizes[1]: not a whole number, or too large a one"
      ),
      (#"{"name": "n", "sizes": [1, 2, 3]}"#, .open, "sizes: more than 2 elements"),
      (#"{"name": "n"}"#, .complete, "count: missing"),
      (
        #"{"z": 1, "y": 1}"#, .closed,
        "y: unknown key; known are count, kind, name, note, open, sizes"
      ),
    ] as [(String, JSONFields<Thing>.Reading, String)])
  func `What is not as it should be is named, with its place`(
    _ text: String, _ reading: JSONFields<Thing>.Reading, _ expected: String
  ) throws {
    let problem = #expect(throws: JSONProblem.self) { try read(text, reading) }
    #expect(problem.map { "\($0.place): \($0.problem)" } == expected)
  }

  @Test
  func `A member that may not be null is refused if it is`() throws {
    let fields = JSONFields(Thing(), [.known("count", \.count, .integer)])
    for text in ["{}", #"{"count": null}"#] {
      #expect(throws: JSONProblem.self) {
        try fields.read(JSONValue(parsing: Array(text.utf8)))
      }
    }
  }

  @Test
  func `The description says what is always there, and what may be null`() {
    let schema = Self.fields(.closed).schema
    #expect(schema.isClosed)
    #expect(schema.members.map(\.isRequired) == [true, true, false, false, false, false])
    #expect(schema.members[1].schema == .nullable(.integer(from: 1)))
    #expect(schema.members[3].schema == .nullable(.choice(["b", "a"])))
    #expect(schema.members[5].schema == .nullable(.text))
  }
}
