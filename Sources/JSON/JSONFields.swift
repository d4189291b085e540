/// A member of an object in JSON, and the property of a type that it stands for.
package struct JSONField<Object: Sendable>: Sendable {
  package let schema: JSONSchema.Member
  /// Nil for a member that is left out.
  let write: @Sendable (Object) -> JSONValue?
  /// Is given nil for a member that is missing.
  let read: @Sendable (JSONValue?, inout Object) throws(JSONProblem) -> Void

  /// A member that is always written. If it may be null, a missing one is read as null.
  package static func required<Value>(
    _ name: String, _ path: any WritableKeyPath<Object, Value> & Sendable,
    _ codec: JSONCodec<Value>, _ summary: String = ""
  ) -> JSONField {
    let whenMissing: JSONValue? = if case .nullable = codec.schema { .null } else { nil }
    return JSONField(
      schema: .init(name, codec.schema, isRequired: true, summary),
      write: { codec.write($0[keyPath: path]) },
      read: { value, object throws(JSONProblem) in
        guard let value = value ?? whenMissing else { throw JSONProblem("missing") }
        object[keyPath: path] = try codec.read(value)
      })
  }

  /// A member that is always written, null for nil.
  package static func nullable<Value>(
    _ name: String, _ path: any WritableKeyPath<Object, Value?> & Sendable,
    _ codec: JSONCodec<Value>, _ summary: String = ""
  ) -> JSONField {
    required(name, path, codec.nullable, summary)
  }

  /// A member that may not be null, though the property may be nil.
  package static func known<Value>(
    _ name: String, _ path: any WritableKeyPath<Object, Value?> & Sendable,
    _ codec: JSONCodec<Value>, _ summary: String = ""
  ) -> JSONField {
    required(
      name, path,
      JSONCodec<Value?>(codec.schema, write: codec.nullable.write, read: codec.read), summary)
  }

  /// A member that is left out if it is false or empty; missing or null, the default holds.
  package static func defaulted<Value>(
    _ name: String, _ path: any WritableKeyPath<Object, Value> & Sendable,
    _ codec: JSONCodec<Value>, _ summary: String = ""
  ) -> JSONField {
    let isNullable = if case .nullable = codec.schema { true } else { false }
    return JSONField(
      schema: .init(
        name, isNullable ? codec.schema : .nullable(codec.schema), isRequired: false, summary),
      write: { object in
        switch codec.write(object[keyPath: path]) {
        case .null, .flag(false), .array([]): nil
        case let value: value
        }
      },
      read: { value, object throws(JSONProblem) in
        guard let value, value != .null else { return }
        object[keyPath: path] = try codec.read(value)
      })
  }

  /// A member that is left out if it is nil; missing or null, the default holds.
  package static func optional<Value>(
    _ name: String, _ path: any WritableKeyPath<Object, Value?> & Sendable,
    _ codec: JSONCodec<Value>, _ summary: String = ""
  ) -> JSONField {
    defaulted(name, path, codec.nullable, summary)
  }

  /// A member that has the same text in every object.
  package static func constant(_ name: String, _ text: String, _ summary: String = "") -> JSONField
  {
    JSONField(
      schema: .init(name, .choice([text]), isRequired: true, summary),
      write: { _ in .string(text) },
      read: { value, _ throws(JSONProblem) in
        guard let value else { throw JSONProblem("missing") }
        guard value == .string(text) else { throw .not("one of \(text)") }
      })
  }

  private init(
    schema: JSONSchema.Member, write: @escaping @Sendable (Object) -> JSONValue?,
    read: @escaping @Sendable (JSONValue?, inout Object) throws(JSONProblem) -> Void
  ) {
    (self.schema, self.write, self.read) = (schema, write, read)
  }

  /// The same member of an object that has this one as a property.
  package func of<Whole: Sendable>(
    _ path: any WritableKeyPath<Whole, Object> & Sendable
  ) -> JSONField<Whole> {
    JSONField<Whole>(
      schema: schema, write: { write($0[keyPath: path]) },
      read: { value, whole throws(JSONProblem) in try read(value, &whole[keyPath: path]) })
  }
}

/// An object in JSON, and the type that it stands for.
package struct JSONFields<Object: Sendable>: Sendable {
  /// Which objects are read.
  package enum Reading: Sendable {
    /// Other members are passed over.
    case open
    /// The same, but what may be null may not be missing.
    case complete
    /// Other members are refused.
    case closed
  }

  package let schema: JSONSchema.Object
  package let all: [JSONField<Object>]
  private let blank: Object
  private let reading: Reading

  /// - Parameters:
  ///   - blank: the object before its members are read.
  ///   - name: for the description; nil for an object that is described where it stands.
  package init(
    _ blank: Object, named name: String? = nil, reading: Reading = .open,
    _ all: [JSONField<Object>]
  ) {
    (self.blank, self.reading, self.all) = (blank, reading, all)
    schema = JSONSchema.Object(name, all.map(\.schema), isClosed: reading == .closed)
  }

  package var codec: JSONCodec<Object> { JSONCodec(.object(schema), write: write, read: read) }

  @Sendable package func write(_ object: Object) -> JSONValue {
    .object(
      all.compactMap { field in
        field.write(object).map { JSONValue.Member(field.schema.name, $0) }
      })
  }

  @Sendable package func read(_ value: JSONValue) throws(JSONProblem) -> Object {
    guard case .object(let members) = value else { throw .not("an object") }
    var object = blank
    var place = 0
    for field in all {
      let name = field.schema.name
      // Writers keep an order: most often it is the member behind the last one.
      let isNext = place < members.count && name.isSame(as: members[place].name)
      let found = isNext ? place : members.firstIndex { name.isSame(as: $0.name) }
      if let found { place = found + 1 }
      do throws(JSONProblem) {
        if found == nil, reading == .complete, field.schema.isRequired {
          throw JSONProblem("missing")
        }
        try field.read(found.map { members[$0].value }, &object)
      } catch {
        throw error.below(name)
      }
    }
    if reading == .closed { try refuseOthers(than: members) }
    return object
  }

  private func refuseOthers(than members: [JSONValue.Member]) throws(JSONProblem) {
    let names = Set(all.map(\.schema.name))
    if let other = members.map(\.name).filter({ !names.contains($0) }).min() {
      throw JSONProblem(place: other, problem: "unknown")
    }
  }
}
