/// The type of a JSON value, for the description of an API.
package indirect enum JSONSchema: Hashable, Sendable {
  case text
  case flag
  /// A whole number that is not less than `from`.
  case integer(from: Int64)
  /// A whole number that is not negative, or a string of digits.
  case digits
  /// A number that keeps its exact decimal digits.
  case decimal
  /// A string in RFC 3339, in UTC with milliseconds: `2026-01-01T00:00:00.000Z`.
  case instant
  case choice([String])
  case list(JSONSchema)
  /// A value of the given type, or null.
  case nullable(JSONSchema)
  case object(Object)

  /// Any whole number.
  package static let number = JSONSchema.integer(from: .min)

  /// The members of an object.
  package struct Object: Hashable, Sendable {
    /// The name in a description; nil if the object is described inline.
    package let name: String?
    package let members: [Member]
    /// True if unknown members are refused.
    package let isClosed: Bool

    package init(_ name: String?, _ members: [Member], isClosed: Bool = false) {
      (self.name, self.members, self.isClosed) = (name, members, isClosed)
    }
  }

  package struct Member: Hashable, Sendable {
    package let name: String
    package let schema: JSONSchema
    package let isRequired: Bool
    /// One line, without a full stop.
    package let summary: String

    package init(
      _ name: String, _ schema: JSONSchema, isRequired: Bool, _ summary: String = ""
    ) {
      (self.name, self.schema, self.isRequired) = (name, schema, isRequired)
      self.summary = summary
    }
  }
}

/// The keys of an object in a file format. The reader and the manual page both use this
/// description.
package struct JSONFormat: Hashable, Sendable {
  /// The type of a value. The raw values are the words of the manual page.
  package enum Kind: String, Sendable {
    case string, boolean, number, object, array
    case objectOfStrings = "object of strings"
    case arrayOfStrings = "array of strings"
    /// A number whose digits are kept exactly.
    case decimal
    /// A string in the form of RFC 3339.
    case instant
    /// A string such as `P1M`.
    case period
    /// A string such as `P1M` or `30d`.
    case duration
  }

  /// A key, as the manual page describes it.
  package struct Key: Hashable, Sendable {
    package let name: String
    package let kind: Kind
    package let isRequired: Bool
    /// One line, without a full stop. It includes the default, if there is one.
    package let summary: String

    package init(_ name: String, _ kind: Kind, isRequired: Bool = false, _ summary: String) {
      self.name = name
      self.kind = kind
      self.isRequired = isRequired
      self.summary = summary
    }
  }

  /// The path of these objects in the file; empty for the file itself.
  package let place: String
  /// One sentence about the objects.
  package let summary: String
  package let keys: [Key]

  package init(_ place: String, _ summary: String, _ keys: [Key]) {
    self.place = place
    self.summary = summary
    self.keys = keys
  }

  package func unknown(_ key: String) -> JSONProblem {
    let known = keys.map(\.name).sorted().joined(separator: ", ")
    return JSONProblem(place: key, problem: "unknown key; known are \(known)")
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
