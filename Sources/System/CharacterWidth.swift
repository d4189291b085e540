import CSystem

/// The width of characters on a terminal, according to the C library.
package enum CharacterWidth {
  /// 0 for combining marks and control characters, 2 for wide East Asian characters, else 1.
  package static func columns(of scalar: Unicode.Scalar) -> Int {
    if scalar.isASCII { return scalar.value < 0x20 || scalar.value == 0x7F ? 0 : 1 }
    return max(0, Int(iapctl_columns(scalar.value)))
  }
}
