import SQLite
import Text

/// A value that each row of a change has.
struct JournalColumn: Sendable {
  let name, type: String

  static func integer(_ name: String) -> Self { Self(name: name, type: "bigint") }
  static func text(_ name: String) -> Self { Self(name: name, type: "text") }
  static func flag(_ name: String) -> Self { Self(name: name, type: "boolean") }
}

/// A statement of a journal, in the words of both databases.
struct JournalStatement: Sendable {
  /// Under which a connection to a database keeps it prepared; nil if it is used once.
  let name: String?
  let file, team: String
  let columns: [JournalColumn]
  /// Whether each row of the change has to be found in the journal. Otherwise nothing is written.
  let isComplete: Bool

  /// - Parameters:
  ///   - columns: of the rows of a change; empty for a statement with single values.
  ///   - common: the values that are the same for all rows. PostgreSQL finds rows by them without reading
  ///     the whole table.
  init(
    _ name: String?, rows columns: [JournalColumn] = [], common: [JournalColumn] = [],
    isComplete: Bool = false, _ text: (JournalDialect) -> String
  ) {
    (self.name, self.columns, self.isComplete) = (name, columns, isComplete)
    file = Self.inFile(text(.file), (columns + common).map(\.name))
    let team = Self.withRows(text(.team), columns, common)
    // A division by zero ends the transaction.
    self.team =
      isComplete
      ? """
      WITH changed AS (\(team) RETURNING 1)
      SELECT 1 / CAST(count(*) = $\(columns.count + common.count + 1)::bigint AS integer) FROM changed
      """ : team
  }

  private static func withRows(
    _ text: String, _ columns: [JournalColumn], _ common: [JournalColumn]
  ) -> String {
    guard !columns.isEmpty else { return text }
    var text = text
    for (index, column) in common.enumerated() {
      text = text.replacing(
        "given.\(column.name)", with: "$\(columns.count + index + 1)::\(column.type)")
    }
    let arrays = columns.indices.map { "$\($0 + 1)::\(columns[$0].type)[]" }
    let names = columns.map(\.name).joined(separator: ", ")
    return text.replacing(
      "{rows}", with: "FROM unnest(\(arrays.joined(separator: ", "))) AS given (\(names))")
  }

  /// The words of SQLite: no schema, no types, `?` for `$`, and plain values for those of a row.
  private static func inFile(_ text: String, _ columns: [String]) -> String {
    var text = text.replacing("iapctl.", with: "").replacing("{rows}", with: "")
      .replacing("$", with: "?")
    for type in ["bigint", "boolean", "text"] {
      text = text.replacing("::\(type)[]", with: "").replacing("::\(type)", with: "")
    }
    // A name can begin a longer one.
    for (place, name) in columns.enumerated().sorted(by: { $0.element.count > $1.element.count }) {
      text = text.replacing("given.\(name)", with: "?\(place + 1)")
    }
    return text
  }
}

struct JournalCall {
  let statement: JournalStatement
  /// The texts of ``JournalDialect/isListed(_:)``.
  var list: [String]?
  /// The values after the list, or those that all rows have.
  var values: [Value] = []
  /// One for each column; nil for a statement with single values.
  var rows: [[Value]]?

  init(_ statement: JournalStatement, list: [String]? = nil, _ values: [Value] = []) {
    (self.statement, self.list, self.values) = (statement, list, values)
  }

  init(_ statement: JournalStatement, rows: [[Value]], common: [Value] = []) {
    (self.statement, self.rows, values) = (statement, rows, common)
  }
}
