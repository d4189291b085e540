extension StringProtocol {
  /// Where another text is first, byte for byte. An empty text is nowhere.
  package func range(of text: some StringProtocol) -> Range<Index>? {
    guard let first = text.utf8.first else { return nil }
    var rest = utf8[...]
    while let start = rest.firstIndex(of: first) {
      rest = rest[start...]
      if rest.starts(with: text.utf8) {
        return start..<rest.index(start, offsetBy: text.utf8.count)
      }
      rest = rest.dropFirst()
    }
    return nil
  }

  /// Whether another text is in this one, byte for byte.
  package func contains(_ text: String) -> Bool { range(of: text) != nil }

  /// What is between another text, byte for byte.
  package func parts(between text: String) -> [SubSequence] {
    var (parts, rest): ([SubSequence], SubSequence) = ([], self[...])
    while let range = rest.range(of: text) {
      parts.append(rest[..<range.lowerBound])
      rest = rest[range.upperBound...]
    }
    return parts + [rest]
  }

  /// This text with another one in the place of a text, byte for byte.
  package func replacing(_ text: String, with other: String) -> String {
    parts(between: text).joined(separator: other)
  }

  /// What follows the scheme of a URL, also of a misspelt one, such as `postgres:/`; the whole text if
  /// there is none.
  ///
  /// - Parameter signs: what the scheme may have besides letters.
  package func withoutScheme(of signs: String) -> SubSequence {
    var rest = drop { $0.isASCII && ($0.isLetter || signs.contains($0)) }
    if let mark = rest.first, ":;".contains(mark) { rest = rest.dropFirst() }
    let slashes = rest.prefix(2).prefix { $0 == "/" }
    return slashes.isEmpty ? self[...] : rest[slashes.endIndex...]
  }
}

extension String {
  /// Removes leading and trailing spaces, including no-break spaces.
  package var withoutOuterSpaces: String {
    let isVisible = { (byte: UInt8?) in byte.map { (0x21...0x7E).contains($0) } ?? false }
    // The fast path: almost no cell begins or ends with a space.
    if isEmpty || (isVisible(utf8.first) && isVisible(utf8.last)) { return self }
    let rest = drop { $0.isWhitespace }
    return String(rest.reversed().drop { $0.isWhitespace }.reversed())
  }
}

extension Character {
  /// Whether the character is a part of a word or a name.
  package var isOfWord: Bool { isLetter || isNumber || self == "_" }
}

extension String {
  /// Looks at the bytes in one piece, which takes a tenth of a search in `utf8`.
  package func contains(_ byte: UInt8) -> Bool {
    utf8.withContiguousStorageIfAvailable { $0.contains(byte) } ?? utf8.contains(byte)
  }
}
