import Records
import Text

/// Writes JSON as UTF-8. Characters that could control a terminal (``VisibleText``) are escaped.
package enum JSONWriter {
  /// Appends a value on one line.
  package static func append(_ value: JSONValue, to bytes: inout [UInt8]) {
    switch value {
    case .null: bytes.append(contentsOf: "null".utf8)
    case .flag(let flag): bytes.append(contentsOf: (flag ? "true" : "false").utf8)
    case .number(let digits): bytes.append(contentsOf: digits.utf8)
    case .string(let text): append(string: text, to: &bytes)
    case .array(let elements):
      append(elements, between: "[", and: "]", to: &bytes) { append($0, to: &$1) }
    case .object(let members):
      append(members, between: "{", and: "}", to: &bytes) { member, bytes in
        append(string: member.name, to: &bytes)
        bytes.append(UInt8(ascii: ":"))
        append(member.value, to: &bytes)
      }
    }
  }

  /// Appends a quoted string.
  package static func append(string text: String, to bytes: inout [UInt8]) {
    var text = text
    text.withUTF8 { text in
      bytes.append(addingCapacity: longest(of: text.count)) { append(string: text, to: &$0) }
    }
  }

  /// The most bytes of a string in JSON: a byte becomes an escape of six characters.
  static func longest(of count: Int) -> Int { 6 * count + 2 }

  /// Appends a text in UTF-8 as a quoted string. Invalid UTF-8 is repaired.
  static func append(
    string text: UnsafeBufferPointer<UInt8>, to bytes: inout OutputSpan<UInt8>
  ) {
    bytes.append(UInt8(ascii: "\""))
    if PlainText.isPlain(text, without: UInt8(ascii: "\""), UInt8(ascii: "\\")) {
      bytes.append(copying: text)
    } else {
      let scalars = String(decoding: text, as: UTF8.self).unicodeScalars
      for index in scalars.indices {
        append(
          scalars[index], isHazardous: VisibleText.isHazardous(at: index, in: scalars), to: &bytes)
      }
    }
    bytes.append(UInt8(ascii: "\""))
  }

  private static func append(
    _ scalar: Unicode.Scalar, isHazardous: Bool, to bytes: inout OutputSpan<UInt8>
  ) {
    switch scalar {
    case "\"": bytes.append(copying: "\\\"")
    case "\\": bytes.append(copying: "\\\\")
    case "\n": bytes.append(copying: "\\n")
    case "\r": bytes.append(copying: "\\r")
    case "\t": bytes.append(copying: "\\t")
    case _ where isHazardous:
      bytes.append(VisibleText.codeEscape(of: scalar))
    default:
      for byte in UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter { bytes.append(byte) }
    }
  }

  static func append<Element>(
    _ elements: [Element], between open: Unicode.Scalar, and close: Unicode.Scalar,
    to bytes: inout [UInt8], each: (Element, inout [UInt8]) -> Void
  ) {
    bytes.append(UInt8(ascii: open))
    for (index, element) in elements.enumerated() {
      if index > 0 { bytes.append(UInt8(ascii: ",")) }
      each(element, &bytes)
    }
    bytes.append(UInt8(ascii: close))
  }
}
