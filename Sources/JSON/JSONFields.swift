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
