import IAPCore
import JSON
import SQLite

/// A column of a row of the store, and what a seed says of it.
struct SeedColumn {
  /// The key of the seed.
  let key: String
  /// The column.
  let name: String
  private let given: Presence<Value>
  private let usual: Value

  /// - Parameters:
  ///   - usual: what a new row gets if the seed leaves the key out.
  ///   - column: its name, if it is not the key's.
  init<Given: StoredValue>(
    _ key: String, _ given: Presence<Given>, or usual: Value = .null, column: String? = nil
  ) {
    (self.key, name, self.usual) = (key, column ?? key, usual)
    self.given = given.map(\.stored)
  }

  init<Given: StoredValue>(_ key: String, _ given: Given?, column: String? = nil) {
    self.init(key, given.map(Presence.value) ?? .null, column: column)
  }

  var isGiven: Bool { !given.isAbsent }

  /// What a new row gets.
  var inserted: Value { given.isAbsent ? usual : given.value ?? .null }

  /// Whether a row that is there already has what the seed gives, to the byte.
  func agrees(with present: Value) -> Bool {
    switch (given, present) {
    case (.absent, _): true
    case (.value(.text(let text)), .text(let present)): text.utf8.elementsEqual(present.utf8)
    default: inserted == present
    }
  }
}

/// A value of a seed that the store keeps.
protocol StoredValue: Sendable {
  var stored: Value { get }
}

extension String: StoredValue { var stored: Value { .text(self) } }
extension Int64: StoredValue { var stored: Value { .integer(self) } }
extension Bool: StoredValue { var stored: Value { .flag(self) } }
extension Identifier: StoredValue { var stored: Value { .text(text) } }
extension Price: StoredValue { var stored: Value { .text(digits) } }
extension Instant: StoredValue { var stored: Value { .integer(milliseconds) } }
extension CalendarPeriod: StoredValue { var stored: Value { .text(description) } }
