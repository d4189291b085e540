import IAPCore
import JSON
import SQLite

/// A column of a row in the store, and the seed's value for it.
struct SeedColumn {
  /// The key in the seed.
  let key: String
  /// The name of the column.
  let name: String
  private let seedValue: Presence<Value>
  private let fallback: Value

  /// - Parameters:
  ///   - fallback: the value for a new row if the seed omits the key.
  ///   - column: the name of the column, if it is not the key.
  private init(
    _ key: String, _ seedValue: Presence<Value>, or fallback: Value, column: String? = nil
  ) {
    (self.key, name, self.seedValue, self.fallback) = (key, column ?? key, seedValue, fallback)
  }

  init<Given: FieldConvertible>(_ key: String, _ value: Presence<Given>) {
    self.init(key, value.map { Value($0.content) }, or: .null)
  }

  /// A key that cannot be null, and is nil if the seed omits it.
  init<Given: FieldConvertible>(_ key: String, ifGiven value: Given?, or fallback: Value = .null) {
    self.init(key, value.map { .value(Value($0.content)) } ?? .absent, or: fallback)
  }

  init<Given: FieldConvertible>(_ key: String, _ value: Given?, column: String? = nil) {
    self.init(
      key, value.map { .value(Value($0.content)) } ?? .null, or: .null, column: column)
  }

  /// A field that the seed gives.
  init(_ key: String, _ value: FieldContent) {
    self.init(key, value == .null ? .null : .value(Value(value)), or: .null)
  }

  var isGiven: Bool { !seedValue.isAbsent }

  /// The value for a new row.
  var inserted: Value { seedValue.isAbsent ? fallback : seedValue.value ?? .null }

  /// True if an existing row has the seed's value, byte for byte, or if the seed omits the key.
  func agrees(with present: Value) -> Bool {
    switch (seedValue, present) {
    case (.absent, _): true
    case (.value(.text(let text)), .text(let present)): text.utf8.elementsEqual(present.utf8)
    default: inserted == present
    }
  }
}
