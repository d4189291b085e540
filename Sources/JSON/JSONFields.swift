import Records

/// The members of a JSON object, for one type.
package struct JSONFields<Object: Sendable>: Sendable {
  /// The objects that are accepted.
  package enum Reading: Sendable {
    /// Unknown members are ignored.
    case open
    /// Unknown members are ignored, but members that may be null must be present.
    case complete
    /// Unknown members are refused before all else, with a list of the known ones.
    case closed
    /// As ``closed`` and ``complete``, for a file that a person writes: a required member that is
    /// null is told from one of a wrong type.
    case file
  }

  package let schema: JSONSchema.Object
  package let all: [JSONField<Object>]
  let blank: Object
  let reading: Reading
  private let reader: JSONObjectReader
  /// Reads the next object. Throws ``JSONMismatch``, or a problem of the text.
  package let pull: @Sendable (inout JSONReader) throws -> Object

  /// - Parameters:
  ///   - blank: the value before its members are read.
  ///   - name: the name in a description; nil if the object is described inline.
  ///   - summary: one sentence about the objects, for a manual page.
  package init(
    _ blank: Object, named name: String? = nil, summary: String = "", reading: Reading = .open,
    _ all: [JSONField<Object>]
  ) {
    (self.blank, self.reading, self.all) = (blank, reading, all)
    schema = JSONSchema.Object(
      name, all.map(\.schema), summary: summary, isClosed: reading == .closed || reading == .file)
    let reader = JSONObjectReader(
      schema, isComplete: reading == .file || reading == .complete, tellsNull: reading == .file,
      all.map(\.property))
    self.reader = reader
    pull = { text in
      var object = blank
      try withUnsafeMutablePointer(to: &object) { try reader.read(from: &text, into: $0) }
      return object
    }
  }

  /// Only the members whose names are included.
  package func filter(_ isIncluded: (String) -> Bool) -> JSONFields {
    JSONFields(
      blank, named: schema.name, reading: reading, all.filter { isIncluded($0.schema.name) })
  }

  package var codec: JSONCodec<Object> {
    JSONCodec(
      .object(schema), write: write,
      append: { [members = all.map(\.append)] object, bytes in
        bytes.append(UInt8(ascii: "{"))
        let start = bytes.count
        for member in members { member(object, &bytes) }
        // The end takes the place of the comma after the last member.
        if bytes.count > start { bytes.removeLast() }
        bytes.append(UInt8(ascii: "}"))
      }, pull: schema.isClosed ? nil : pull, read: read)
  }

  @Sendable package func write(_ object: Object) -> JSONValue {
    .object(
      all.compactMap { field in
        field.write(object).map { JSONValue.Member(field.schema.name, $0) }
      })
  }

  @Sendable package func read(_ value: JSONValue) throws(JSONProblem) -> Object {
    guard case .object(let members) = value else { throw .not(.object) }
    // A misspelt name is the cause of a missing one.
    if schema.isClosed, let other = unknown(in: members) { throw schema.unknown(other) }
    var (values, next) = ([JSONValue?](repeating: nil, count: schema.members.count), 0)
    for place in values.indices {
      let name = schema.keys.names[place]
      // Most writers use the same order, so the member after the last one is tried first.
      let isNext = next < members.count && name.hasSameBytes(as: members[next].name)
      guard
        let found = isNext ? next : members.firstIndex(where: { name.hasSameBytes(as: $0.name) })
      else { continue }
      values[place] = members[found].value
      next = found + 1
    }
    var object = blank
    try withUnsafeMutablePointer(to: &object) { (object) throws(JSONProblem) in
      try reader.read(values, into: object)
    }
    return object
  }

  /// The first unknown name, in alphabetical order.
  private func unknown(in members: [JSONValue.Member]) -> String? {
    let names = Set(all.map(\.schema.name))
    return members.map(\.name).filter { !names.contains($0) }.min()
  }
}
