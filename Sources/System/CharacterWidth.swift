import CSystem

/// How many columns a terminal gives to a character, by the C library's tables.
package enum CharacterWidth {
  /// 0 for combining marks and what cannot be printed, 2 for East Asian wide characters, else 1.
  package static func columns(of scalar: Unicode.Scalar) -> Int {
    if scalar.isASCII { return scalar.value < 0x20 || scalar.value == 0x7F ? 0 : 1 }
    return max(0, Int(iapctl_columns(scalar.value)))
  }
}
