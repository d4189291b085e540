import IAPCore
import System

/// The encodings other than UTF-8 that spreadsheets and editors save files in.
enum ForeignEncoding: String {
  case utf16 = "UTF-16"
  case utf32 = "UTF-32"
  /// The Korean encoding of Windows, a superset of EUC-KR.
  case cp949 = "CP949"
  /// The Japanese encoding of Windows.
  case shiftJIS = "Shift_JIS"

  /// Detects UTF-16 and UTF-32 from a byte-order mark, and UTF-16 also from null bytes at every
  /// second position.
  init?(beginningOf bytes: [UInt8]) {
    if bytes.starts(with: [0xFF, 0xFE, 0, 0]) || bytes.starts(with: [0, 0, 0xFE, 0xFF]) {
      self = .utf32
    } else if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF])
      || Self.hasAlternatingNulls(bytes.prefix(1 << 12))
    {
      self = .utf16
    } else {
      return nil
    }
  }

  /// Detects CP949 or Shift_JIS in a line that is not UTF-8: all its bytes must be valid in it.
  init?(line bytes: [UInt8]) {
    let korean = Self.pairs(in: bytes) {
      (0x81...0xFE).contains($0)
    } second: {
      (0x41...0x5A).contains($0) || (0x61...0x7A).contains($0) || (0x81...0xFE).contains($0)
    }
    let japanese = Self.pairs(in: bytes) {
      (0x81...0x9F).contains($0) || (0xE0...0xFC).contains($0)
    } second: {
      (0x40...0x7E).contains($0) || (0x80...0xFC).contains($0)
    } alone: {
      (0xA1...0xDF).contains($0)
    }
    // The syllables of everyday Korean.
    let usual = korean?.count { (0xB0...0xC8).contains($0[0]) && $0[1] >= 0xA1 } ?? 0
    if let korean, japanese?.isEmpty != false || usual * 2 >= korean.count {
      self = .cp949
    } else if japanese?.isEmpty == false {
      self = .shiftJIS
    } else {
      return nil
    }
  }

  /// The characters of two bytes; nil if the bytes are not valid in the encoding.
  ///
  /// - Parameter alone: whether a byte beyond ASCII is a character by itself.
  private static func pairs(
    in bytes: [UInt8], first: (UInt8) -> Bool, second: (UInt8) -> Bool,
    alone: (UInt8) -> Bool = { _ in false }
  ) -> [[UInt8]]? {
    var (rest, pairs) = (bytes[...], [[UInt8]]())
    while let byte = rest.popFirst() {
      if byte < 0x80 || alone(byte) { continue }
      guard first(byte), let other = rest.popFirst(), second(other) else { return nil }
      pairs.append([byte, other])
    }
    return pairs
  }

  private static func hasAlternatingNulls(_ bytes: ArraySlice<UInt8>) -> Bool {
    let nulls = bytes.indices.filter { bytes[$0] == 0 }
    guard nulls.count > 1, nulls.count * 5 >= bytes.count else { return false }
    return Set(nulls.map { $0 % 2 }).count == 1
  }
}
