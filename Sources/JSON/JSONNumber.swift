import Records

/// A JSON number: its digits, and where its decimal point is.
package struct JSONNumber {
  private let isNegative: Bool
  /// The values of the digits, without zeros at either end.
  private var significant: ArraySlice<UInt8>
  /// The power of ten of the last of these digits.
  private var exponent: Int

  /// - Returns: nil if the text is no JSON number.
  package init?(_ text: String) {
    var rest = text.utf8[...]
    isNegative = rest.first == UInt8(ascii: "-")
    if isNegative { rest.removeFirst() }
    let whole = rest.prefix { $0.isDigit }
    guard !whole.isEmpty, whole.count == 1 || whole.first != UInt8(ascii: "0") else { return nil }
    rest = rest[whole.endIndex...]
    var fraction = rest.prefix(0)
    if rest.first == UInt8(ascii: ".") {
      fraction = rest.dropFirst().prefix { $0.isDigit }
      guard !fraction.isEmpty else { return nil }
      rest = rest[fraction.endIndex...]
    }
    guard let power = Self.power(rest) else { return nil }
    significant = (Array(whole) + fraction).map { $0 - UInt8(ascii: "0") }[...]
    exponent = power - fraction.count
    while significant.last == 0 {
      significant.removeLast()
      exponent += 1
    }
    significant = significant.drop { $0 == 0 }
  }

  /// The value of an exponent such as `E+3`. 0 if there is none, nil if it is invalid.
  private static func power(_ text: Substring.UTF8View) -> Int? {
    var rest = text
    guard let sign = rest.popFirst() else { return 0 }
    guard sign == UInt8(ascii: "e") || sign == UInt8(ascii: "E") else { return nil }
    let isNegative = rest.first == UInt8(ascii: "-")
    if isNegative || rest.first == UInt8(ascii: "+") { rest.removeFirst() }
    let digits = rest.drop { $0 == UInt8(ascii: "0") }
    guard !rest.isEmpty, digits.allSatisfy(\.isDigit) else { return nil }
    // A longer exponent is as good as this one: only zero can have it.
    let power = digits.count > 3 ? 1000 : digits.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
    return isNegative ? -power : power
  }

  /// The number in units of ten to the power of `-fraction`; nil if it needs more than 30 digits or
  /// is no multiple of the unit.
  package func units(fraction: Int) -> Int128? {
    let zeros = exponent + fraction
    guard !significant.isEmpty else { return 0 }
    guard zeros >= 0, significant.count + zeros <= 30 else { return nil }
    var units = significant.reduce(Int128(0)) { $0 * 10 + Int128($1) }
    for _ in 0..<zeros { units *= 10 }
    return isNegative ? -units : units
  }
}
