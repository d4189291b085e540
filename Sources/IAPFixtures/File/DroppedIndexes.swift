import SQLite

/// Indexes that only lists need, while many rows are inserted: to fill an index at once takes less
/// than half of the time.
struct DroppedIndexes {
  private let connection: Connection
  private let definitions: [String]

  /// Drops indexes of a database; it must be in a transaction, in which they are made again.
  init(_ names: [String], of connection: Connection) throws {
    self.connection = connection
    let list = names.map { "'\($0)'" }.joined(separator: ", ")
    let indexes = try connection.all(
      "SELECT name, sql FROM sqlite_schema WHERE type = 'index' AND name IN (\(list))",
      make: { ($0.text("name") ?? "", $0.text("sql") ?? "") })
    for (name, _) in indexes { try connection.execute("DROP INDEX \(name)") }
    definitions = indexes.map(\.1)
  }

  /// Makes the indexes again.
  func restore() throws {
    for definition in definitions { try connection.execute(definition) }
  }
}
