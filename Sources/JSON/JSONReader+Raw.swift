/// The text of a value, which may be invalid JSON.
package struct JSONRawValue: Sendable {
  /// The number of its first line, counted from 1.
  package let line: Int
  /// Empty if the value is longer than the given maximum.
  package fileprivate(set) var bytes: [UInt8] = []
  package fileprivate(set) var size = 0
  /// True if the text ended inside the value, or the value is too long to find its end.
  package fileprivate(set) var isUnterminated = false
}

extension JSONReader {
  /// Reads the next value up to its closing bracket, its closing quote or the end of its word.
  /// Reading can go on after it even if the value is invalid JSON.
  ///
  /// - Parameters:
  ///   - keptBytes: the maximum number of bytes that are returned.
  ///   - searchLimit: the number of bytes after which the search for the end stops.
  package mutating func rawValue(keptBytes: Int, searchLimit: Int) throws -> JSONRawValue {
    _ = try next()
    var value = JSONRawValue(line: line)
    var end = JSONValueEnd()
    while true {
      let start = index
      let isWhole = end.advance(&index, in: buffer)
      value.size += index - start
      if value.size <= keptBytes {
        value.bytes += buffer[start..<index]
      } else {
        value.bytes = []
      }
      if isWhole { return value }
      guard value.size <= searchLimit, try fill() else {
        value.isUnterminated = true
        return value
      }
    }
  }
}

private struct JSONValueEnd {
  private var depth = 0
  private var isString = false
  private var isEscaped = false
  private var isWord = false

  /// - Returns: true if the value ends at the index.
  mutating func advance(_ index: inout Int, in bytes: [UInt8]) -> Bool {
    while index < bytes.count {
      let byte = bytes[index]
      if isString {
        index += 1
        if endsString(byte), depth == 0 { return true }
        continue
      }
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "{"), UInt8(ascii: "["):
        if isWord { return true }
        if byte == UInt8(ascii: "\"") { isString = true } else { depth += 1 }
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        guard depth > 0 else { return true }
        depth -= 1
        if depth == 0 {
          index += 1
          return true
        }
      case UInt8(ascii: ","), UInt8(ascii: ":"), 0x20, 0x0A, 0x0D, 0x09:
        if depth == 0 { return true }
      default: isWord = depth == 0
      }
      index += 1
    }
    return false
  }

  private mutating func endsString(_ byte: UInt8) -> Bool {
    if isEscaped {
      isEscaped = false
    } else if byte == UInt8(ascii: "\\") {
      isEscaped = true
    } else if byte == UInt8(ascii: "\"") {
      isString = false
      return true
    }
    return false
  }
}
