extension String {
  /// Whether both texts have the same bytes. In Swift, `==` also holds for texts that are composed in
  /// different ways.
  package func hasSameBytes(as other: String) -> Bool {
    let comparison = utf8.withContiguousStorageIfAvailable { own in
      other.utf8.withContiguousStorageIfAvailable { other in
        UnsafeRawBufferPointer(own).hasSameBytes(as: UnsafeRawBufferPointer(other))
      }
    }
    // Texts without contiguous bytes come only from Foundation on macOS.
    return comparison.flatMap(\.self) ?? utf8.elementsEqual(other.utf8)
  }
}

extension UnsafeRawBufferPointer {
  /// Compares eight bytes at a time.
  package func hasSameBytes(as other: UnsafeRawBufferPointer) -> Bool {
    guard count == other.count else { return false }
    var offset = 0
    while offset + 8 <= count {
      guard
        loadUnaligned(fromByteOffset: offset, as: UInt64.self)
          == other.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
      else { return false }
      offset += 8
    }
    while offset < count {
      guard self[offset] == other[offset] else { return false }
      offset += 1
    }
    return true
  }
}
