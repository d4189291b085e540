/// Texts that differ and look the same: `alice` with a Cyrillic letter, a space at an end, two ways to write `é`.
package enum LookAlike {
  /// Both texts with escapes where they differ: `alice`, `\u0430lice`. Nil if they look different.
  package static func distinct(_ one: String, _ other: String) -> (String, String)? {
    guard shape(one) == shape(other) else { return nil }
    let (one, other) = (Array(one.unicodeScalars), Array(other.unicodeScalars))
    let start = zip(one, other).prefix { $0 == $1 }.count
    let (oneRest, otherRest) = (one.dropFirst(start), other.dropFirst(start))
    let end = zip(oneRest.reversed(), otherRest.reversed()).prefix { $0 == $1 }.count
    let isASCII = (oneRest.dropLast(end) + otherRest.dropLast(end)).allSatisfy(\.isASCII)
    let escaped = { (text: [Unicode.Scalar]) in
      text.enumerated().map { index, scalar in
        let differs = (start..<text.count - end).contains(index)
        // A letter that is as it looks stays readable beside one that is not.
        let isPlain = !isASCII && scalar.isASCII && scalar != " "
        return differs && !isPlain ? VisibleText.codeEscape(of: scalar) : String(scalar)
      }.joined()
    }
    return (escaped(one), escaped(other))
  }

  /// What a reader sees. Strings are equal if they are canonically equivalent.
  private static func shape(_ text: String) -> String {
    var shape = String.UnicodeScalarView()
    for scalar in text.unicodeScalars
    where !scalar.properties.isWhitespace && !VisibleText.isHazardous(scalar)
      && !VisibleText.isOfEmoji(scalar)
    {
      shape.append(latin[scalar] ?? narrow(scalar))
    }
    return String(shape)
  }

  /// A full-width form as its usual one.
  private static func narrow(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
    let isWide = (0xFF01...0xFF5E).contains(scalar.value)
    return isWide ? Unicode.Scalar(scalar.value - 0xFEE0) ?? scalar : scalar
  }

  /// The letters of other alphabets, the digits and the dashes that look like other characters.
  private static let latin = Dictionary(
    zip(
      "аеорсухіјѕһԁԛԝАВЕКМНОРСТУХІЈЅкοανρυΑΒΕΖΗΙΚΜΝΟΡΤΥΧ01I|‐‑‒–—−".unicodeScalars,
      "aeopcyxijshdqwABEKMHOPCTYXlJSkoavpuABEZHlKMNOPTYXOlll------".unicodeScalars),
    uniquingKeysWith: { first, _ in first })
}
