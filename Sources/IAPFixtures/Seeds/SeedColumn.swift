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
  init<Given: FieldConvertible>(
    _ key: String, _ given: Presence<Given>, or usual: Value = .null, column: String? = nil
  ) {
    (self.key, name, self.usual) = (key, column ?? key, usual)
    self.given = given.map { Value($0.content) }
  }

  init<Given: FieldConvertible>(_ key: String, _ given: Given?, column: String? = nil) {
    self.init(key, given.map(Presence.value) ?? .null, column: column)
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
