/// A key that an object may leave out: then there is a default, and nothing to contradict.
package enum Presence<Value: Sendable>: Sendable {
  case absent
  case null
  case value(Value)

  /// The value, or nil where there is none or it is null.
  package var value: Value? { if case .value(let value) = self { value } else { nil } }

  /// The same for a key that cannot be null: null means the default there.
  package var orDefault: Presence { if case .null = self { .absent } else { self } }

  package var isAbsent: Bool { if case .absent = self { true } else { false } }

  /// Whether a value that the store has agrees with what was given.
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
