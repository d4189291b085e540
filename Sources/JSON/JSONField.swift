/// A member of a JSON object, and the property of a type that it is read into and written from.
package struct JSONField<Object: Sendable>: Sendable {
  package let schema: JSONSchema.Member
  /// Returns nil if the member is omitted.
  let write: @Sendable (Object) -> JSONValue?
  /// Appends the member and a comma, without making the value that ``write`` returns.
  let append: @Sendable (Object, inout [UInt8]) -> Void
  /// Gets nil if the member is missing.
  let read: @Sendable (JSONValue?, inout Object) throws(JSONProblem) -> Void

  /// A member that is always written. If null is allowed, a missing member is read as null.
  package static func required<Value>(
    _ name: String, _ path: any WritableKeyPath<Object, Value> & Sendable,
    _ codec: JSONCodec<Value>, _ summary: String = ""
  ) -> JSONField {
    let property = StoredProperty(path)
    return required(
      name, codec, summary, get: { property.value(of: $0) }, set: { property.set($1, in: &$0) })
  }

  /// The same for a property without a key path, which takes four times as long.
  package static func required<Value>(
    _ name: String, _ codec: JSONCodec<Value>, _ summary: String,
    get: @escaping @Sendable (Object) -> Value,
    set: @escaping @Sendable (inout Object, Value) -> Void
  ) -> JSONField {
    let whenMissing: JSONValue? = codec.schema.isNullable ? .null : nil
    let key = key(name)
    return JSONField(
      schema: .init(name, codec.schema, isRequired: true, summary),
      write: { [write = codec.write] in write(get($0)) },
      append: { [append = codec.append] object, bytes in
        bytes += key
        append(get(object), &bytes)
        bytes.append(UInt8(ascii: ","))
      },
      read: { [read = codec.read] value, object throws(JSONProblem) in
        guard let value = value ?? whenMissing else { throw JSONProblem(.missing) }
        set(&object, try read(value))
      })
  }

  /// A member that is always written, as null if the property is nil.
  package static func nullable<Value>(
    _ name: String, _ path: any WritableKeyPath<Object, Value?> & Sendable,
    _ codec: JSONCodec<Value>, _ summary: String = ""
  ) -> JSONField {
    required(name, path, codec.nullable, summary)
  }

  /// A member that may not be null, for a property that may be nil.
  package static func known<Value>(
    _ name: String, _ path: any WritableKeyPath<Object, Value?> & Sendable,
    _ codec: JSONCodec<Value>, _ summary: String = ""
  ) -> JSONField {
    required(name, path, codec.known, summary)
  }

  /// A member that is omitted if it is false or empty. If it is missing or null, the property keeps
  /// its default.
  ///
  /// - Parameter isAlwaysWritten: whether it is not omitted.
  package static func defaulted<Value>(
    _ name: String, _ path: any WritableKeyPath<Object, Value> & Sendable,
    _ codec: JSONCodec<Value>, _ summary: String = "", isAlwaysWritten: Bool = false
  ) -> JSONField {
    property(
      name, path, codec, summary,
      omitting: isAlwaysWritten ? [] : [.null, .flag(false), .array([])])
  }

  /// A member that is omitted if it is nil. If it is missing or null, the property keeps its
  /// default.
  package static func optional<Value>(
    _ name: String, _ path: any WritableKeyPath<Object, Value?> & Sendable,
    _ codec: JSONCodec<Value>, _ summary: String = ""
  ) -> JSONField {
    property(name, path, codec.nullable, summary, omitting: [.null])
  }

  private static func property<Value>(
    _ name: String, _ path: any WritableKeyPath<Object, Value> & Sendable,
    _ codec: JSONCodec<Value>, _ summary: String, omitting empty: [JSONValue]
  ) -> JSONField {
    let schema = codec.schema.isNullable ? codec.schema : .nullable(codec.schema)
    let property = StoredProperty(path)
    return JSONField(
      schema: .init(name, schema, isRequired: false, summary),
      write: { [write = codec.write] object in
        let value = write(property.value(of: object))
        return empty.contains(value) ? nil : value
      },
      read: { [read = codec.read] value, object throws(JSONProblem) in
        guard let value, value != .null else { return }
        property.set(try read(value), in: &object)
      })
  }

  /// ``read`` for an object at an address.
  var property: JSONObjectReader.Property {
    { [read] value, object throws(JSONProblem) in
      try read(value, &object.assumingMemoryBound(to: Object.self).pointee)
    }
  }

  /// A member that is only read.
  ///
  /// - Parameter read: gets nil if the member is missing.
  package static func read(
    _ schema: JSONSchema.Member,
    _ read: @escaping @Sendable (JSONValue?, inout Object) throws(JSONProblem) -> Void
  ) -> JSONField {
    JSONField(schema: schema, write: { _ in nil }, read: read)
  }

  /// A member with the same text in every object.
  package static func constant(
    _ name: String, _ text: String, _ summary: String = "", isRequired: Bool = true
  ) -> JSONField {
    JSONField(
      schema: .init(name, .choice([text]), isRequired: isRequired, summary),
      write: { _ in .string(text) },
      read: { value, _ throws(JSONProblem) in
        guard let value else {
          if !isRequired { return }
          throw JSONProblem(.missing)
        }
        guard value == .string(text) else { throw .not(.choice([text])) }
      })
  }

  /// The same member with another description, if it is read in another way than it is written.
  package func described(as schema: JSONSchema) -> JSONField {
    JSONField(
      schema: .init(
        self.schema.name, schema, isRequired: self.schema.isRequired, self.schema.summary),
      write: write, append: append, read: read)
  }

  /// The same field, which the answer of a server may have twice.
  package var repeatable: JSONField {
    JSONField(
      schema: .init(
        schema.name, schema.schema, isRequired: schema.isRequired, schema.summary, mayRepeat: true),
      write: write, append: append, read: read)
  }

  private init(
    schema: JSONSchema.Member, write: @escaping @Sendable (Object) -> JSONValue?,
    append: (@Sendable (Object, inout [UInt8]) -> Void)? = nil,
    read: @escaping @Sendable (JSONValue?, inout Object) throws(JSONProblem) -> Void
  ) {
    (self.schema, self.write, self.read) = (schema, write, read)
    let key = Self.key(schema.name)
    self.append =
      append ?? { object, bytes in
        guard let value = write(object) else { return }
        bytes += key
        JSONWriter.append(value, to: &bytes)
        bytes.append(UInt8(ascii: ","))
      }
  }

  /// The name of a member and a colon.
  private static func key(_ name: String) -> [UInt8] {
    Array("\(JSONValue.string(name).line):".utf8)
  }

  /// The same member for a type that has `Object` as a property.
  package func of<Whole: Sendable>(
    _ path: any WritableKeyPath<Whole, Object> & Sendable
  ) -> JSONField<Whole> {
    JSONField<Whole>(
      schema: schema, write: { write($0[keyPath: path]) },
      append: { append($0[keyPath: path], &$1) },
      read: { value, whole throws(JSONProblem) in try read(value, &whole[keyPath: path]) })
  }
}

/// A property of a type by its key path. A stored property is read and written at its place in the value,
/// which costs a hundredth of a key path.
struct StoredProperty<Object, Value>: Sendable {
  private let path: any WritableKeyPath<Object, Value> & Sendable
  /// Nil for a computed property.
  private let offset: Int?

  init(_ path: any WritableKeyPath<Object, Value> & Sendable) {
    self.path = path
    offset = MemoryLayout<Object>.offset(of: path)
  }

  func value(of object: Object) -> Value {
    guard let offset else { return object[keyPath: path] }
    return withUnsafePointer(to: object) {
      UnsafeRawPointer($0).advanced(by: offset).assumingMemoryBound(to: Value.self).pointee
    }
  }

  func set(_ value: Value, in object: inout Object) {
    guard let offset else { return object[keyPath: path] = value }
    withUnsafeMutablePointer(to: &object) {
      UnsafeMutableRawPointer($0).advanced(by: offset).assumingMemoryBound(to: Value.self).pointee =
        value
    }
  }
}
