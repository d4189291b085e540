/// A key that an object may omit. An absent key means the default, which is not the same as null.
package enum Presence<Value: Sendable>: Sendable {
  case absent
  case null
  case value(Value)

  /// The value, or nil if the key is absent or null.
  package var value: Value? { if case .value(let value) = self { value } else { nil } }

  /// For a key that cannot be null: null is treated as absent.
  package var orDefault: Presence { if case .null = self { .absent } else { self } }

  package var isAbsent: Bool { if case .absent = self { true } else { false } }

  /// True if an existing value is the given one, or if the key is absent. Null agrees with nil.
  package func agrees(with present: Value?) -> Bool where Value: Equatable {
    switch self {
    case .absent: true
    case .null: present == nil
    case .value(let value): value == present
    }
  }

  package func map<Other: Sendable, Failure>(
    _ transform: (Value) throws(Failure) -> Other
  ) throws(Failure) -> Presence<Other> {
    switch self {
    case .absent: .absent
    case .null: .null
    case .value(let value): .value(try transform(value))
    }
  }
}
