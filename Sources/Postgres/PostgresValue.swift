import CPostgres

/// A value of a statement.
package struct PostgresValue: Sendable {
  /// Nil for null.
  let text: String?

  package static let null = PostgresValue(text: nil)

  package static func integer(_ value: Int64?) -> PostgresValue {
    PostgresValue(text: value.map(String.init))
  }

  package static func flag(_ value: Bool) -> PostgresValue {
    PostgresValue(text: value ? "t" : "f")
  }

  package static func text(_ value: String?) -> PostgresValue {
    PostgresValue(text: value.map(PostgresText.encoded))
  }

  /// An array, for `unnest`: the rows of a statement that changes many.
  package static func array(_ values: [PostgresValue]) -> PostgresValue {
    var text = "{"
    for value in values {
      if text.utf8.count > 1 { text += "," }
      guard let element = value.text else {
        text += "NULL"
        continue
      }
      text += "\""
      if element.utf8.contains(where: { $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "\\") }) {
        for character in element.unicodeScalars {
          if character == "\"" || character == "\\" { text += "\\" }
          text.unicodeScalars.append(character)
        }
      } else {
        text += element
      }
      text += "\""
    }
    return PostgresValue(text: text + "}")
  }
}
