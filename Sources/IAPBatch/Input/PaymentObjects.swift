import IAPCore
import JSON
import SQLite

/// Reads JSON objects that describe payments, and collects their keys.
struct PaymentObjects {
  private(set) var columns = InputColumns(.keys)
  let names: ColumnNames

  init(_ names: ColumnNames) { self.names = names }

  private var isUsed = [Bool](repeating: false, count: InputColumn.all.count)
  /// The unknown keys that were checked before, up to `mostKnown`.
  private var known: Set<String> = []
  private static let mostKnown = 1 << 10

  mutating func values(of members: PaymentMembers) throws(LineProblem) -> [Value] {
    for key in members.others { try look(at: key) }
    var rest = members.values[...]
    var values = try InputColumn.values { (column) throws(LineProblem) in
      try column.value(of: rest.removeFirst())
    }
    // The ticket of a journal entry belongs to an earlier run.
    if members.isEntry { values[InputColumn.ticket.index] = .null }
    note(values)
    return values
  }

  private mutating func note(_ values: [Value]) {
    for (place, value) in values.enumerated() where !isUsed[place] && value != .null {
      isUsed[place] = true
      columns.use(InputColumn.names[place])
    }
  }

  /// Rejects a key that is probably a misspelt column: ignoring it could change what is consumed.
  private mutating func look(at key: String) throws(LineProblem) {
    guard !known.contains(key) else { return }
    if !InputColumn.isWrittenBeside(key), !names.isIgnored(key) {
      if let meant = InputColumn(resembling: key) {
        throw .unknownKey(key, meant: meant.name)
      }
      columns.ignore(key)
    }
    if known.count < Self.mostKnown { known.insert(key) }
  }
}
