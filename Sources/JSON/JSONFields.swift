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
    let whenMissing: JSONValue? = if case .nullable = codec.schema { .null } else { nil }
    let key = key(name)
    return JSONField(
      schema: .init(name, codec.schema, isRequired: true, summary),
      write: { codec.write($0[keyPath: path]) },
      append: { [append = codec.append] object, bytes in
        bytes += key
        append(object[keyPath: path], &bytes)
        bytes.append(UInt8(ascii: ","))
      },
      read: { value, object throws(JSONProblem) in
        guard let value = value ?? whenMissing else { throw JSONProblem("missing") }
        object[keyPath: path] = try codec.read(value)
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
    required(
      name, path,
      JSONCodec<Value?>(
        codec.schema, write: codec.nullable.write, append: codec.nullable.append,
        read: codec.read), summary)
  }

  /// A member that is omitted if it is false or empty. If it is missing or null, the property keeps
  /// its default.
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

  /// A member that is omitted if it is nil. If it is missing or null, the property keeps its
  /// default.
  package static func optional<Value>(
    _ name: String, _ path: any WritableKeyPath<Object, Value?> & Sendable,
    _ codec: JSONCodec<Value>, _ summary: String = ""
  ) -> JSONField {
    defaulted(name, path, codec.nullable, summary)
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
          throw JSONProblem("missing")
        }
        guard value == .string(text) else { throw .not("one of \(text)") }
      })
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

/// The members of a JSON object, for one type.
package struct JSONFields<Object: Sendable>: Sendable {
  /// The objects that are accepted.
  package enum Reading: Sendable {
    /// Unknown members are ignored.
    case open
    /// Unknown members are ignored, but members that may be null must be present.
    case complete
    /// Unknown members are refused.
    case closed
  }

  package let schema: JSONSchema.Object
  package let all: [JSONField<Object>]
  private let blank: Object
  private let reading: Reading

  /// - Parameters:
  ///   - blank: the value before its members are read.
  ///   - name: the name in a description; nil if the object is described inline.
  package init(
    _ blank: Object, named name: String? = nil, reading: Reading = .open,
    _ all: [JSONField<Object>]
  ) {
    (self.blank, self.reading, self.all) = (blank, reading, all)
    schema = JSONSchema.Object(name, all.map(\.schema), isClosed: reading == .closed)
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
      }, read: read)
  }

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
      // Most writers use the same order, so the member after the last one is tried first.
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

extension JSONProblem {
  package init(_ problem: String) { self.init(place: "", problem: problem) }

  /// - Parameter kind: the expected kind, to be read after "not": `a whole number`.
  package static func not(_ kind: String) -> JSONProblem { JSONProblem("not \(kind)") }
}

/// A key that an object may omit. An absent key means the default, which is not the same as null.
@usableFromInline
package enum Presence<Value: Sendable>: Sendable {
  case absent
  case null
  case value(Value)

  /// The value, or nil if the key is absent or null.
  @inlinable package var value: Value? { if case .value(let value) = self { value } else { nil } }

  /// For a key that cannot be null: null is treated as absent.
  @inlinable package var orDefault: Presence { if case .null = self { .absent } else { self } }

  @inlinable package var isAbsent: Bool { if case .absent = self { true } else { false } }

  @inlinable package func map<Other: Sendable, Failure>(
    _ transform: (Value) throws(Failure) -> Other
  ) throws(Failure) -> Presence<Other> {
    switch self {
    case .absent: .absent
    case .null: .null
    case .value(let value): .value(try transform(value))
    }
  }
}

/// The keys of the objects that are being read. It finds duplicate keys.
struct JSONNames {
  /// The position at which the keys of an object begin.
  struct Place {
    fileprivate let first: Int
    fileprivate let sets: Int
  }

  private var names: [String] = []
  /// Sets of keys, for objects with many members. `first` is the position at which the keys begin.
  private var sets: [(first: Int, names: Set<[UInt8]>)] = []

  /// Up to this number of keys, a linear search is used.
  private static let few = 32

  init() { names.reserveCapacity(Self.few) }

  var place: Place { Place(first: names.count, sets: sets.count) }

  /// - Returns: false if the object already has the name.
  mutating func insert(_ name: String, _ place: Place) -> Bool {
    if names.count - place.first < Self.few {
      for index in place.first..<names.count where name.isSame(as: names[index]) { return false }
      names.append(name)
      return true
    }
    if sets.count == place.sets {
      sets.append((place.first, Set(names[place.first...].map { Array($0.utf8) })))
    }
    return sets[place.sets].names.insert(Array(name.utf8)).inserted
  }

  /// Removes the names of an object that ends.
  mutating func remove(from place: Place) {
    if names.count > place.first { names.removeSubrange(place.first...) }
    if sets.count > place.sets { sets.removeSubrange(place.sets...) }
  }
}
