import Records

/// Replaces the escapes in a JSON string by their characters (RFC 8259).
enum JSONEscapes {
  /// - Parameter raw: the bytes between the quotes. An escape in it is never cut off.
  static func resolved(_ raw: ArraySlice<UInt8>) throws(JSONProblem) -> [UInt8] {
    var text: [UInt8] = []
    var rest = raw
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "\\"), let kind = rest.popFirst() else {
        text.append(byte)
        continue
      }
      if kind == UInt8(ascii: "u") {
        text += UTF8.encode(try scalar(&rest)) ?? UTF8.encodedReplacementCharacter
      } else {
        text.append(short(kind))
      }
    }
    return text
  }

  private static func short(_ kind: UInt8) -> UInt8 {
    switch kind {
    case UInt8(ascii: "b"): 0x08
    case UInt8(ascii: "f"): 0x0C
    case UInt8(ascii: "n"): 0x0A
    case UInt8(ascii: "r"): 0x0D
    case UInt8(ascii: "t"): 0x09
    default: kind
    }
  }

  /// A character outside the Basic Multilingual Plane is written as two escapes: `\ud83d\ude00`.
  private static func scalar(_ rest: inout ArraySlice<UInt8>) throws(JSONProblem) -> Unicode.Scalar
  {
    let first = unit(&rest)
    if let scalar = Unicode.Scalar(first) { return scalar }
    guard first < 0xDC00, rest.starts(with: "\\u".utf8) else { throw half }
    rest = rest.dropFirst(2)
    let second = unit(&rest)
    guard (0xDC00...0xDFFF).contains(second),
      let scalar = Unicode.Scalar(0x10000 + ((first - 0xD800) << 10) + (second - 0xDC00))
    else { throw half }
    return scalar
  }

  private static let half = JSONProblem(.halfCharacter)

  private static func unit(_ rest: inout ArraySlice<UInt8>) -> UInt32 {
    defer { rest = rest.dropFirst(4) }
    return rest.prefix(4).reduce(0) { $0 << 4 | UInt32(digit($1)) }
  }

  private static func digit(_ byte: UInt8) -> UInt8 {
    byte <= UInt8(ascii: "9") ? byte & 0xF : (byte & 0xF) + 9
  }
}
