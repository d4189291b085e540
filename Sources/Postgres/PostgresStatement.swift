import CPostgres

/// A statement with its values, as texts.
package struct PostgresStatement: Sendable {
  /// The name under which the connection keeps it prepared; nil if it is used once.
  let name: String?
  package let text: String
  let values: [String?]

  /// - Parameter values: for `$1`, `$2` and so on.
  package init(_ text: String, _ values: [PostgresValue] = [], named name: String? = nil) {
    (self.text, self.name) = (text, name)
    self.values = values.map(\.text)
  }
}

/// Texts as they are stored. PostgreSQL stores no null character: it is written as `\0`, and a
/// backslash as two.
enum PostgresText {
  private static let backslash = UInt8(ascii: "\\")

  static func encoded(_ text: String) -> String {
    guard text.utf8.contains(where: { $0 == 0 || $0 == backslash }) else { return text }
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\0": result.append(contentsOf: "\\0".unicodeScalars)
      case "\\": result.append(contentsOf: "\\\\".unicodeScalars)
      default: result.append(scalar)
      }
    }
    return String(result)
  }

  static func decoded(_ bytes: UnsafeBufferPointer<UInt8>) -> String {
    guard bytes.contains(backslash) else { return String(decoding: bytes, as: UTF8.self) }
    var (result, isEscaped): ([UInt8], Bool) = ([], false)
    for byte in bytes {
      if isEscaped {
        result.append(byte == UInt8(ascii: "0") ? 0 : byte)
        isEscaped = false
      } else if byte == backslash {
        isEscaped = true
      } else {
        result.append(byte)
      }
    }
    return String(decoding: result, as: UTF8.self)
  }
}

/// The rows that a statement returned, and the number of rows that it changed.
package struct PostgresResult: Sendable {
  package private(set) var rows: [PostgresRow] = []
  package private(set) var changed = 0

  init() {}

  init(_ result: OpaquePointer) {
    changed = Int(iapctl_pg_changed(result))
    let (count, width) = (iapctl_pg_rows(result), iapctl_pg_columns(result))
    guard count > 0 else { return }
    var places: [String: Int] = [:]
    for column in 0..<width {
      places[String(cString: iapctl_pg_column(result, column))] = Int(column)
    }
    rows = (0..<count).map { row in
      PostgresRow(
        places: places,
        cells: (0..<width).map { column in
          var length: Int32 = 0
          guard let value = iapctl_pg_value(result, row, column, &length) else { return nil }
          return value.withMemoryRebound(to: UInt8.self, capacity: Int(length)) {
            PostgresText.decoded(UnsafeBufferPointer(start: $0, count: Int(length)))
          }
        })
    }
  }
}

/// A row of a result. A column that does not exist is null.
package struct PostgresRow: Sendable {
  let places: [String: Int]
  let cells: [String?]

  package func text(_ column: String) -> String? { places[column].flatMap { cells[$0] } }

  package func integer(_ column: String) -> Int64? { text(column).flatMap { Int64($0) } }

  /// Null is false.
  package func flag(_ column: String) -> Bool { text(column) == "t" }
}
