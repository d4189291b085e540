import Text

/// A statement with its values, as texts.
package struct PostgresStatement: Equatable, Sendable {
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
    return text.replacing("\\", with: "\\\\").replacing("\0", with: "\\0")
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
