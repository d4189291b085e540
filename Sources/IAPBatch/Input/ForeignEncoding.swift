import IAPCore
import System

/// The encodings other than UTF-8 that spreadsheets and editors save files in.
enum ForeignEncoding: String {
  case utf16 = "UTF-16"
  case utf32 = "UTF-32"
  /// The Korean encoding of Windows, a superset of EUC-KR.
  case cp949 = "CP949"

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

  /// Detects CP949 in a line that is not UTF-8: all its bytes must be valid CP949.
  init?(line bytes: [UInt8]) {
    var rest = bytes[...]
    while let byte = rest.popFirst() {
      guard byte >= 0x80 else { continue }
      guard (0x81...0xFE).contains(byte), let second = rest.popFirst(), Self.isSecond(second)
      else { return nil }
    }
    self = .cp949
  }

  private static func isSecond(_ byte: UInt8) -> Bool {
    (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte) || (0x81...0xFE).contains(byte)
  }

  private static func hasAlternatingNulls(_ bytes: ArraySlice<UInt8>) -> Bool {
    let nulls = bytes.indices.filter { bytes[$0] == 0 }
    guard nulls.count > 1, nulls.count * 5 >= bytes.count else { return false }
    return Set(nulls.map { $0 % 2 }).count == 1
  }
}
