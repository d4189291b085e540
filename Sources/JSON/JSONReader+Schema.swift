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
    var members: [JSONValue.Member] = []
    members.reserveCapacity(object.members.count)
    var next = 0
    try beginObject()
    while let name = try nextKey() {
      guard let place = object.place(of: name, next: next) else {
        try skip()
        continue
      }
      let member = object.members[place]
      // In the usual order, no member is a second one.
      if place < next, members.contains(where: { $0.name.hasSameBytes(as: name) }) {
        if !member.mayRepeat { noteRepeatedKey() }
        try skip()
      } else {
        members.append(.init(member.name, try value(of: member.schema, key: member.name)))
      }
      next = max(next, place + 1)
    }
    return members
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

extension JSONSchema.Object {
  /// Most writers use the same order, so the member after the last one is tried first.
  fileprivate func place(of name: String, next: Int) -> Int? {
    if next < members.count, members[next].name.hasSameBytes(as: name) { return next }
    return members.firstIndex { $0.name.hasSameBytes(as: name) }
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
  /// Reads the next value. The elements of a list are decoded one by one, so that only one of them
  /// is a ``JSONValue`` at a time.
  ///
  /// - Returns: a failure if the value is JSON but not what the codec reads; it is consumed all the
  ///   same.
  package func read(from reader: inout JSONReader) throws -> Result<Value, JSONProblem> {
    let depth = reader.depth
    do {
      guard let pull else { return .success(try read(try reader.value(of: schema))) }
      return .success(try pull(&reader))
    } catch let problem as JSONProblem where problem.position == nil {
      try reader.leave(to: depth)
      return .failure(problem)
    }
  }
}
