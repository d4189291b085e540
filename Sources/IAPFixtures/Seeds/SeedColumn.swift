import IAPCore
import JSON
import SQLite

/// A column of a row in the store, and the seed's value for it.
struct SeedColumn {
  /// The key in the seed.
  let key: String
  /// The name of the column.
  let name: String
  private let given: Presence<Value>
  private let usual: Value

  /// - Parameters:
  ///   - usual: the value for a new row if the seed omits the key.
  ///   - column: the name of the column, if it is not the key.
  private init(_ key: String, _ given: Presence<Value>, or usual: Value, column: String? = nil) {
    (self.key, name, self.given, self.usual) = (key, column ?? key, given, usual)
  }

  init<Given: FieldConvertible>(_ key: String, _ given: Presence<Given>) {
    self.init(key, given.map { Value($0.content) }, or: .null)
  }

  /// A key that cannot be null, and is nil if the seed omits it.
  init<Given: FieldConvertible>(_ key: String, ifGiven value: Given?, or usual: Value = .null) {
    self.init(key, value.map { .value(Value($0.content)) } ?? .absent, or: usual)
  }

  init<Given: FieldConvertible>(_ key: String, _ given: Given?, column: String? = nil) {
    self.init(
      key, given.map { .value(Value($0.content)) } ?? .null, or: .null, column: column)
  }

  /// A field that the seed gives.
  init(_ key: String, _ given: FieldContent) {
    self.init(key, given == .null ? .null : .value(Value(given)), or: .null)
  }

  var isGiven: Bool { !given.isAbsent }

  /// The value for a new row.
  var inserted: Value { given.isAbsent ? usual : given.value ?? .null }

  /// True if an existing row has the seed's value, byte for byte, or if the seed omits the key.
  func agrees(with present: Value) -> Bool {
    switch (given, present) {
    case (.absent, _): true
    case (.value(.text(let text)), .text(let present)): text.utf8.elementsEqual(present.utf8)
    default: inserted == present
    }
  }
}
