/// Printable ASCII, which every format shows as it is: almost all cells of almost all lists.
///
/// The exact rules of a format look at each character. This is one loop without branches, which the
/// compiler turns into steps of many bytes.
package enum PlainText {
  /// Whether all bytes are printable ASCII and none of them is one of two others. Give one of them
  /// twice if there is only one.
  @inlinable
  package static func isPlain(
    _ bytes: UnsafeBufferPointer<UInt8>, without first: UInt8, _ second: UInt8
  ) -> Bool {
    var isOther: UInt8 = 0
    for byte in bytes {
      isOther |= byte &- 0x20 > 0x5E ? 1 : 0
      isOther |= byte == first ? 1 : 0
      isOther |= byte == second ? 1 : 0
    }
    return isOther == 0
  }

  /// Whether all bytes are printable ASCII.
  @inlinable
  package static func isPlain(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    isPlain(bytes, without: 0, 0)
  }
}
