/// A text whose escapes are decoded, one layer at a time: percent signs (`%2B`, `%u002b`), HTML
/// (`&#43;`, `&plus;`) and JSON (`\u002b`, `\/`). Each byte knows which bytes of the original text it
/// stands for.
///
/// A space counts as `+`, which is a space in a form.
struct DecodedText {
  private(set) var bytes: [UInt8]
  /// Where each byte's escape is in the original text.
  private var origins: [Range<Int>]

  init(_ text: [UInt8]) {
    bytes = Self.folded(text)
    origins = text.indices.map { $0..<($0 + 1) }
  }

  static let mostLayers = 8

  static func folded(_ text: [UInt8]) -> [UInt8] {
    guard text.contains(UInt8(ascii: " ")) else { return text }
    return text.map { $0 == UInt8(ascii: " ") ? UInt8(ascii: "+") : $0 }
  }

  static func hasEscapes(_ bytes: [UInt8]) -> Bool { bytes.contains(where: begins) }

  /// The text without its outer escapes; nil if it has none.
  func decoded() -> DecodedText? {
    guard Self.hasEscapes(bytes) else { return nil }
    var (result, index, isChanged) = (DecodedText([]), 0, false)
    result.bytes.reserveCapacity(bytes.count)
    result.origins.reserveCapacity(bytes.count)
    while index < bytes.count {
      var (values, length) = ([bytes[index]], 1)
      if Self.begins(bytes[index]), let escape = escape(at: index) {
        (values, length, isChanged) = (escape.values, escape.length, true)
      }
      let origin = origins[index].lowerBound..<origins[index + length - 1].upperBound
      for value in values {
        result.bytes.append(value == UInt8(ascii: " ") ? UInt8(ascii: "+") : value)
        result.origins.append(origin)
      }
      index += length
    }
    return isChanged ? result : nil
  }

  /// The bytes of the original text that some bytes of this one stand for.
  func original(_ range: Range<Int>) -> Range<Int> {
    origins[range.lowerBound].lowerBound..<origins[range.upperBound - 1].upperBound
  }

  // MARK: Escapes

  private static func begins(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "%") || byte == UInt8(ascii: "&") || byte == UInt8(ascii: "\\")
  }

  private typealias Escape = (values: [UInt8], length: Int)

  private func escape(at index: Int) -> Escape? {
    switch bytes[index] {
    case UInt8(ascii: "%"): percent(index)
    case UInt8(ascii: "&"): entity(index)
    default: backslash(index)
    }
  }

  private func percent(_ index: Int) -> Escape? {
    if let byte = number(index + 1, digits: 2) { return ([UInt8(byte)], 3) }
    guard let unit = unit(index, after: "%u") else { return nil }
    return Self.utf8(unit).map { ($0, 6) }
  }

  private func backslash(_ index: Int) -> Escape? {
    guard index + 1 < bytes.count else { return nil }
    if let unit = unit(index, after: "\\u") {
      if unit & 0xFC00 == 0xD800, let low = self.unit(index + 6, after: "\\u"),
        low & 0xFC00 == 0xDC00
      {
        return Self.utf8(0x10000 + (unit & 0x3FF) << 10 + low & 0x3FF).map { ($0, 12) }
      }
      return Self.utf8(unit).map { ($0, 6) }
    }
    if bytes[index + 1] == UInt8(ascii: "x"), let byte = number(index + 2, digits: 2) {
      return ([UInt8(byte)], 4)
    }
    return Self.afterBackslash[bytes[index + 1]].map { ([$0], 2) }
  }

  private static let afterBackslash: [UInt8: UInt8] = [
    UInt8(ascii: "\""): UInt8(ascii: "\""), UInt8(ascii: "\\"): UInt8(ascii: "\\"),
    UInt8(ascii: "/"): UInt8(ascii: "/"), UInt8(ascii: "'"): UInt8(ascii: "'"),
    UInt8(ascii: "b"): 8, UInt8(ascii: "f"): 12, UInt8(ascii: "n"): 10, UInt8(ascii: "r"): 13,
    UInt8(ascii: "t"): 9,
  ]

  /// `&#43;`, `&#x2b;` or `&plus;`
  private func entity(_ index: Int) -> Escape? {
    let rest = bytes[(index + 1)...].prefix(Self.longestEntity + 1)
    guard let end = rest.firstIndex(of: UInt8(ascii: ";")) else { return nil }
    let (name, length) = (String(decoding: rest[..<end], as: UTF8.self), end - index + 1)
    guard name.first == "#" else { return Self.entities[name].map { ([$0], length) } }
    let isHex = name.dropFirst().first?.lowercased() == "x"
    return UInt32(name.dropFirst(isHex ? 2 : 1), radix: isHex ? 16 : 10).flatMap(Self.utf8)
      .map { ($0, length) }
  }

  /// In bytes, without the semicolon.
  private static let longestEntity = 12

  private static let entities: [String: UInt8] = [
    "amp": "&", "AMP": "&", "lt": "<", "LT": "<", "gt": ">", "GT": ">", "quot": "\"",
    "QUOT": "\"", "apos": "'", "plus": "+", "sol": "/", "equals": "=", "num": "#", "percnt": "%",
    "bsol": "\\", "lowbar": "_", "UnderBar": "_", "hyphen": "-", "dash": "-", "period": ".",
    "comma": ",", "colon": ":", "semi": ";", "excl": "!", "quest": "?", "commat": "@",
    "lpar": "(", "rpar": ")", "ast": "*", "midast": "*", "lsqb": "[", "lbrack": "[", "rsqb": "]",
    "rbrack": "]", "lcub": "{", "lbrace": "{", "rcub": "}", "rbrace": "}", "verbar": "|",
    "vert": "|", "grave": "`", "Hat": "^", "dollar": "$", "Tab": "\t", "NewLine": "\n",
  ].compactMapValues { (text: String) in text.utf8.first }

  private func unit(_ index: Int, after prefix: String) -> UInt32? {
    guard index + 6 <= bytes.count, bytes[index...].starts(with: prefix.utf8) else { return nil }
    return number(index + 2, digits: 4)
  }

  private func number(_ index: Int, digits: Int) -> UInt32? {
    guard index + digits <= bytes.count else { return nil }
    var value: UInt32 = 0
    for byte in bytes[index..<(index + digits)] {
      switch byte {
      case 0x30...0x39: value = value << 4 | UInt32(byte - 0x30)
      case 0x41...0x46, 0x61...0x66: value = value << 4 | UInt32(byte & 0xDF - 0x37)
      default: return nil
      }
    }
    return value
  }

  /// Nil for a number that is no character.
  private static func utf8(_ number: UInt32) -> [UInt8]? {
    Unicode.Scalar(number).map { Array(String($0).utf8) }
  }
}
