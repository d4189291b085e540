import CLibrary

extension [UInt8] {
  /// The first index of a byte in a range. It uses `memchr`, which compares many bytes at once.
  package func firstIndex(of byte: UInt8, from start: Int, to end: Int? = nil) -> Int? {
    let end = Swift.min(end ?? count, count)
    guard start < end else { return nil }
    return withUnsafeBytes { buffer in
      guard let base = buffer.baseAddress,
        let found = memchr(base + start, Int32(byte), end - start)
      else { return nil }
      return UnsafeRawPointer(found) - base
    }
  }
}
