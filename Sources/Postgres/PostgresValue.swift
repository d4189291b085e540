import Text

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
    let elements = values.map { value in
      guard let element = value.text else { return "NULL" }
      let isPlain = element.utf8.allSatisfy { $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") }
      let escaped =
        isPlain
        ? element : element.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
      return "\"\(escaped)\""
    }
    return PostgresValue(text: "{\(elements.joined(separator: ","))}")
  }
}
