/// A key that an object may omit. An absent key means the default, which is not the same as null.
@usableFromInline
package enum Presence<Value: Sendable>: Sendable {
  case absent
  case null
  case value(Value)

  /// The value, or nil if the key is absent or null.
  @inlinable package var value: Value? { if case .value(let value) = self { value } else { nil } }

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
