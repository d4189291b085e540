/// How a value of one type is written as JSON, read from JSON, and described.
package struct JSONCodec<Value: Sendable>: Sendable {
  package let schema: JSONSchema
  package let write: @Sendable (Value) -> JSONValue
  /// Appends what ``JSONWriter`` makes of the result of ``write``, without making that result.
  ///
  /// Closures that are called for each value capture only the closures that they call. A captured
  /// codec is copied for each call, and a generic one is looked up by its type.
  package let append: @Sendable (Value, inout [UInt8]) -> Void
  package let read: @Sendable (JSONValue) throws(JSONProblem) -> Value
  /// Reads a list or an object without a ``JSONValue`` of it; nil for other codecs. Throws ``JSONMismatch``,
  /// or a problem of the text.
  let pull: (@Sendable (inout JSONReader) throws -> Value)?

  /// - Parameters:
  ///   - append: nil for a codec that is not used in long lists.
  ///   - pull: nil for a codec that reads neither lists nor objects.
  package init(
    _ schema: JSONSchema, write: @escaping @Sendable (Value) -> JSONValue,
    append: (@Sendable (Value, inout [UInt8]) -> Void)? = nil,
    pull: (@Sendable (inout JSONReader) throws -> Value)? = nil,
    read: @escaping @Sendable (JSONValue) throws(JSONProblem) -> Value
  ) {
    (self.schema, self.write, self.read, self.pull) = (schema, write, read, pull)
    self.append = append ?? { JSONWriter.append(write($0), to: &$1) }
  }

  /// A codec for another type with the same JSON.
  ///
  /// - Parameter schema: the description; nil keeps that of this codec.
  package func map<Other: Sendable>(
    as schema: JSONSchema? = nil, write: @escaping @Sendable (Other) -> Value,
    read: @escaping @Sendable (Value) throws(JSONProblem) -> Other
  ) -> JSONCodec<Other> {
    JSONCodec<Other>(
      schema ?? self.schema, write: { [inner = self.write] in inner(write($0)) },
      append: { [append] in append(write($0), &$1) },
      read: { [inner = self.read] value throws(JSONProblem) in try read(try inner(value)) })
  }

  /// A codec that also accepts null.
  package var nullable: JSONCodec<Value?> {
    JSONCodec<Value?>(
      .nullable(schema), write: { [write] in $0.map(write) ?? .null },
      append: { [append] value, bytes in
        guard let value else { return JSONWriter.append(.null, to: &bytes) }
        append(value, &bytes)
      },
      read: { [read] value throws(JSONProblem) in
        if case .null = value { return nil }
        return try read(value)
      })
  }

  /// A codec that writes null for nil, and does not accept null.
  package var known: JSONCodec<Value?> {
    JSONCodec<Value?>(schema, write: nullable.write, append: nullable.append, read: read)
  }

  /// - Parameter longest: the maximum number of elements.
  package static func list<Element>(
    of element: JSONCodec<Element>, upTo longest: Int = .max
  ) -> JSONCodec where Value == [Element] {
    JSONCodec(
      .list(element.schema), write: { .array($0.map(element.write)) },
      append: { [append = element.append] elements, bytes in
        JSONWriter.append(elements, between: "[", and: "]", to: &bytes, each: append)
      }, pull: { reader in try pull(element, upTo: longest, from: &reader) }
    ) { value throws(JSONProblem) in
      guard case .array(let values) = value else { throw .not(.array) }
      guard values.count <= longest else { throw JSONProblem(.tooManyElements(limit: longest)) }
      var elements: [Element] = []
      elements.reserveCapacity(values.count)
      for (index, value) in values.enumerated() {
        do throws(JSONProblem) {
          elements.append(try element.read(value))
        } catch {
          throw error.below("[\(index)]")
        }
      }
      return elements
    }
  }
}

extension JSONCodec {
  /// Reads a list element by element.
  private static func pull<Element>(
    _ element: JSONCodec<Element>, upTo longest: Int, from reader: inout JSONReader
  ) throws -> [Element] where Value == [Element] {
    guard try reader.kind() == .array else {
      try reader.skip()
      throw JSONMismatch(.not(.array))
    }
    var elements: [Element] = []
    try reader.beginArray()
    while try reader.nextElement() {
      guard elements.count < longest else {
        try reader.skip()
        throw JSONMismatch(JSONProblem(.tooManyElements(limit: longest)))
      }
      do {
        elements.append(try element.begin(from: &reader))
      } catch let mismatch as JSONMismatch {
        throw JSONMismatch(mismatch.problem.below("[\(elements.count)]"))
      }
    }
    return elements
  }
}

extension JSONCodec where Value == String {
  package static var text: JSONCodec {
    JSONCodec(.text, write: JSONValue.string, append: JSONWriter.append(string:to:)) {
      value throws(JSONProblem) in
      guard case .string(let text) = value else { throw .not(.string) }
      return text
    }
  }
}

extension JSONCodec where Value == JSONValue {
  /// Any JSON value.
  package static var any: JSONCodec {
    JSONCodec(.anything, write: { $0 }, read: { $0 })
  }
}

extension JSONCodec where Value == [JSONValue.Member] {
  /// Any JSON object.
  package static var members: JSONCodec {
    JSONCodec(.anything, write: JSONValue.object) { value throws(JSONProblem) in
      guard case .object(let members) = value else { throw .not(.object) }
      return members
    }
  }
}

extension JSONCodec where Value == Bool {
  package static var flag: JSONCodec {
    JSONCodec(.flag, write: JSONValue.flag) { value throws(JSONProblem) in
      guard case .flag(let flag) = value else { throw .not(.flag) }
      return flag
    }
  }
}

extension JSONCodec where Value: FixedWidthInteger {
  package static var integer: JSONCodec { integer(from: .min) }

  package static func integer(from lowest: Value) -> JSONCodec {
    integer(from: lowest, or: .wholeNumberInRange)
  }

  private static func integer(
    from lowest: Value, or expected: JSONProblem.Expected
  ) -> JSONCodec {
    let bound = lowest == .min ? Int64.min : Int64(lowest)
    return JSONCodec(
      .integer(from: bound), write: { .integer($0) }, append: { $1 += String($0).utf8 }
    ) { value throws(JSONProblem) in
      guard let whole = value.integer, let number = Value(exactly: whole) else {
        throw .not(expected)
      }
      guard number >= lowest else { throw JSONProblem(.less(than: bound)) }
      return number
    }
  }

  /// A whole number in a file. Its description does not have the bound.
  package static func number(from lowest: Value) -> JSONCodec {
    integer(from: lowest, or: .wholeNumber).map(as: .number, write: { $0 }, read: { $0 })
  }
}

extension JSONCodec where Value: RawRepresentable & CaseIterable, Value.RawValue == String {
  /// One of the raw values of an enumeration.
  package static var choice: JSONCodec {
    let words = Value.allCases.map(\.rawValue)
    return JSONCodec<String>.text.map(as: .choice(words), write: \.rawValue) {
      word throws(JSONProblem) in
      guard let value = Value(rawValue: word) else {
        throw .not(.choice(words))
      }
      return value
    }
  }
}
