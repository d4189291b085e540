import Records

extension JSONReader {
  struct Frame {
    let isObject: Bool
    /// The number of members or elements so far.
    var count = 0
    var key = ""
    let names: JSONNames.Place
  }

  /// Reads the next value, but only what a codec with this schema can use. The rest is skipped
  /// and not kept, so that unread parts of an answer cannot fill the memory:
  ///
  /// - members that the schema does not name, and the second of two members with the same name, which
  ///   ``repeatedKey`` tells of;
  /// - an array or an object where the schema has another type: it is read as an empty one;
  /// - the elements of a list after the first one that does not have the type of the schema.
  package mutating func value(of schema: JSONSchema) throws -> JSONValue {
    try value(of: schema, key: "")
  }

  /// - Parameter key: of the member whose value it is.
  private mutating func value(of schema: JSONSchema, key: String) throws -> JSONValue {
    switch schema {
    case .nullable(let inner): return try value(of: inner, key: key)
    case .object(let object) where !object.isClosed:
      return try kind() == .object ? .object(members(of: object)) : scalar(key)
    case .object, .map: return try kind() == .object ? value() : scalar(key)
    case .list(let element):
      return try kind() == .array ? .array(elements(of: element, key)) : scalar(key)
    case .secret: return try scalar(key, isSecret: true)
    case .text, .flag, .integer, .digits, .decimal, .instant, .period, .duration, .choice:
      return try scalar(key)
    }
  }

  private mutating func scalar(_ key: String, isSecret: Bool = false) throws -> JSONValue {
    switch try kind() {
    case .array:
      try skip()
      return .array([])
    case .object:
      try skip()
      return .object([])
    case .string:
      guard case .string(let text) = try value() else { return .array([]) }
      return .string(clean(key, text, isSecret))
    case .null, .flag, .number: return try value()
    }
  }

  private mutating func elements(of schema: JSONSchema, _ key: String) throws -> [JSONValue] {
    var elements: [JSONValue] = []
    var isUsable = true
    try beginArray()
    while try nextElement() {
      guard isUsable else {
        try skip()
        continue
      }
      let element = try value(of: schema, key: key)
      isUsable = schema.accepts(element)
      elements.append(element)
    }
    return elements
  }

  private mutating func members(of object: JSONSchema.Object) throws -> [JSONValue.Member] {
    try values(of: object).enumerated().compactMap { place, value in
      value.map { JSONValue.Member(object.members[place].name, $0) }
    }
  }

  /// Reads the members of the next object: a value for each one that the schema names.
  mutating func values(of object: JSONSchema.Object) throws -> [JSONValue?] {
    var (values, next) = ([JSONValue?](repeating: nil, count: object.members.count), 0)
    try beginObject()
    while let key = try nextKey(of: object.keys, next: next) {
      guard case .known(let place) = key else {
        try colon()
        try skip()
        continue
      }
      try colon()
      if values[place] == nil {
        values[place] = try value(of: object.members[place].schema, key: object.keys.names[place])
      } else {
        if rules == .strict { throw problem(.givenTwice) }
        if !object.members[place].mayRepeat { noteRepeatedKey() }
        try skip()
      }
      next = place + 1
    }
    return values
  }

  /// Keeps the path of the object, whose second member with the same name was just read.
  private mutating func noteRepeatedKey() {
    repeatedKey = repeatedKey ?? place(of: frames.dropLast())
  }

  // MARK: Row by row

  /// The number of arrays and objects that are being read.
  var depth: Int { frames.count }

  /// Skips the rest of the arrays and objects inside the given depth. The last value in them must
  /// have been read.
  mutating func leave(to depth: Int) throws {
    while let frame = frames.last, frames.count > depth {
      if frame.isObject {
        guard try nextKey() != nil else { continue }
      } else {
        guard try nextElement() else { continue }
      }
      try skip()
    }
  }
}

extension JSONSchema {
  /// Whether the kind of a value is the right one, and its members are there.
  fileprivate func accepts(_ value: JSONValue) -> Bool {
    switch (self, value) {
    case (.nullable, .null): true
    case (.nullable(let inner), _): inner.accepts(value)
    case (.object(let object), .object):
      object.members.allSatisfy { member in
        !member.isRequired || member.schema.isNullable || value[member.name] != nil
      }
    case (.list, .array), (.map, .object), (.flag, .flag), (.integer, .number), (.text, .string),
      (.secret, .string), (.instant, .string), (.period, .string), (.duration, .string),
      (.choice, .string), (.decimal, .number), (.decimal, .string), (.digits, .number),
      (.digits, .string):
      true
    default: false
    }
  }
}

extension JSONCodec {
  /// Reads the next value. An object or a list is decoded while it is read: only its scalar members, or
  /// one of its elements, are ``JSONValue``s.
  ///
  /// - Throws: ``JSONMismatch``, after which the value is consumed all the same, or a problem of the text.
  package func read(from reader: inout JSONReader) throws -> Value {
    let depth = reader.depth
    do {
      return try begin(from: &reader)
    } catch let mismatch as JSONMismatch {
      try reader.leave(to: depth)
      throw mismatch
    } catch let problem as JSONProblem where problem.position == nil {
      try reader.leave(to: depth)
      throw JSONMismatch(problem)
    }
  }

  /// The same, but after a mismatch the rest of the value is left.
  func begin(from reader: inout JSONReader) throws -> Value {
    if let pull { return try pull(&reader) }
    let value = try reader.value(of: schema)
    do throws(JSONProblem) {
      return try read(value)
    } catch {
      throw JSONMismatch(error)
    }
  }
}
