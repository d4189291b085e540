import SQLite

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
    var (result, rest) = ([UInt8](), Array(text.utf8)[...])
    result.reserveCapacity(rest.count)
    func skip(_ word: StaticString) -> Bool {
      let word = UnsafeBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount)
      guard rest.starts(with: word) else { return false }
      rest = rest.dropFirst(word.count)
      return true
    }
    let isName = { (byte: UInt8) in
      byte == UInt8(ascii: "_") || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
    }
    while let byte = rest.first {
      switch byte {
      case UInt8(ascii: "$"): result.append(UInt8(ascii: "?"))
      case UInt8(ascii: ":") where skip("::"):
        rest = rest.drop(while: isName)
        _ = skip("[]")
        continue
      case UInt8(ascii: "i") where skip("iapctl."), UInt8(ascii: "{") where skip("{rows}"): continue
      case UInt8(ascii: "g") where skip("given."):
        let name = String(decoding: rest.prefix(while: isName), as: UTF8.self)
        rest = rest.drop(while: isName)
        let place = columns.firstIndex(of: name).map { $0 + 1 } ?? 0
        result += Array("?\(place)".utf8)
        continue
      default: result.append(byte)
      }
      rest = rest.dropFirst()
    }
    return String(decoding: result, as: UTF8.self)
  }
}

/// A statement with its values.
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
