import System

/// Printable ASCII, which every format shows as it is: almost all cells of almost all lists.
///
/// The exact rules of a format look at each character. This looks at eight bytes at a time; byte by
/// byte, it was a tenth of the work of a list.
package enum PlainText {
  /// Whether all bytes are printable ASCII and none of them is one of two others. Give one of them
  /// twice if there is only one.
  @inlinable
  package static func isPlain(
    _ bytes: UnsafeBufferPointer<UInt8>, without first: UInt8, _ second: UInt8
  ) -> Bool {
    guard bytes.count >= 8 else {
      return bytes.allSatisfy { $0 &- 0x20 <= 0x5E && $0 != first && $0 != second }
    }
    let memory = UnsafeRawBufferPointer(bytes)
    let (first, second) = (ones &* UInt64(first), ones &* UInt64(second))
    let last = bytes.count - 8
    // The last eight bytes; some of them are looked at twice.
    var others = others(memory, at: last, first, second)
    var offset = 0
    while offset < last {
      others |= Self.others(memory, at: offset, first, second)
      offset &+= 8
    }
    return others & (ones << 7) == 0
  }

  @usableFromInline static let ones: UInt64 = 0x0101_0101_0101_0101

  /// Checks eight bytes. At least one byte of the result has its highest bit set if and only if one of
  /// the eight bytes is not plain.
  @inlinable @inline(__always)
  static func others(
    _ memory: UnsafeRawBufferPointer, at offset: Int, _ first: UInt64, _ second: UInt64
  ) -> UInt64 {
    let part = memory.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
    let isControl = (part &- ones &* 0x20) & ~part
    return part | isControl | zeros(part ^ (ones &* 0x7F)) | zeros(part ^ first)
      | zeros(part ^ second)
  }

  /// The highest bit of any byte is set if and only if one of them is zero.
  @inlinable @inline(__always)
  static func zeros(_ part: UInt64) -> UInt64 { (part &- ones) & ~part }

  /// Whether all bytes are printable ASCII.
  @inlinable
  package static func isPlain(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    isPlain(bytes, without: 0, 0)
  }
}
