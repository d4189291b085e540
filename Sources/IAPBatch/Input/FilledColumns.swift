import SQLite

/// In which columns rows had values when they were added, and in which any row had none.
struct FilledColumns {
  private var values = [Bool](repeating: false, count: InputColumn.all.count)
  private var gaps = [Bool](repeating: false, count: InputColumn.all.count)

  mutating func note(_ row: [Value]) {
    for place in row.indices {
      if case .null = row[place] { gaps[place] = true } else { values[place] = true }
    }
  }

  func hasValues(_ column: InputColumn) -> Bool { values[column.index] }

  /// Whether some rows have a value, and some may have none.
  func hasGaps(_ column: InputColumn) -> Bool { hasValues(column) && mayLack(column) }

  /// Whether some rows may have no value.
  func mayLack(_ column: InputColumn) -> Bool { gaps[column.index] }

  /// A row has lost its value.
  mutating func lose(_ column: InputColumn) { gaps[column.index] = true }
}
