/// A word that somebody is in the middle of typing, and how the shell wants the rest of it.
package struct TypedWord: Equatable, Sendable {
  /// What was typed, without quotes.
  package let text: String
  private let quote: Quote

  private enum Quote: Sendable {
    /// The shell quotes the answer itself.
    case shells
    case backslashes, single, double
  }

  /// A word whose shell takes answers as they are.
  package init(bare text: String) { (self.text, quote) = (text, .shells) }

  /// A word as it stands on bash's command line; nil where quotes begin in the middle of it, for
  /// bash then replaces a part of it that nobody knows.
  package init?(bash word: String) {
    switch word.first {
    case "'":
      let rest = word.dropFirst()
      guard !rest.contains("'") else { return nil }
      (text, quote) = (String(rest), .single)
    case "\"":
      let (text, ended) = Self.doubleQuoted(word.dropFirst())
      guard ended == nil else { return nil }
      (self.text, quote) = (text, .double)
    default:
      guard let text = Self.escaped(word) else { return nil }
      (self.text, quote) = (text, .backslashes)
    }
  }

  /// A name in the quoting that was begun.
  package func completed(by name: String) -> String {
    switch quote {
    case .shells: name
    case .single:
      name.split(separator: "'", omittingEmptySubsequences: false)
        .joined(separator: "'\\''")
    case .double: Self.escape(name) { "\\\"$`".unicodeScalars.contains($0) }
    case .backslashes: Self.escape(name) { !Self.isPlain($0) }
    }
  }

  /// What a whole word of bash's command line means; what it would have expanded, but for the
  /// user's own directory, stays as it stands.
  package static func meaning(ofBash word: String, home: String?) -> String {
    var word = word[...]
    var meaning = ""
    if let home, word == "~" || word.hasPrefix("~/") {
      meaning = home
      word = word.dropFirst()
    }
    while let character = word.popFirst() {
      switch character {
      case "\\": if let next = word.popFirst() { meaning.append(next) }
      case "'":
        meaning += word.prefix { $0 != "'" }
        word = word.drop { $0 != "'" }.dropFirst()
      case "\"":
        let (text, rest) = doubleQuoted(word)
        meaning += text
        word = rest ?? ""
      default: meaning.append(character)
      }
    }
    return meaning
  }

  // MARK: Quotes

  /// A text in double quotes, and what stands behind their end, if they end.
  private static func doubleQuoted(_ word: Substring) -> (text: String, rest: Substring?) {
    var (text, rest) = ("", word)
    while let character = rest.popFirst() {
      switch character {
      case "\"": return (text, rest)
      case "\\":
        guard let next = rest.popFirst() else { return (text, nil) }
        text += "\\\"$`".contains(next) ? String(next) : "\\\(next)"
      default: text.append(character)
      }
    }
    return (text, nil)
  }

  /// A text with backslashes; nil where there are quotes in it.
  private static func escaped(_ word: String) -> String? {
    var (text, rest) = ("", word[...])
    while let character = rest.popFirst() {
      switch character {
      case "'", "\"": return nil
      case "\\": if let next = rest.popFirst() { text.append(next) }
      default: text.append(character)
      }
    }
    return text
  }

  private static func escape(_ name: String, where isSpecial: (Unicode.Scalar) -> Bool) -> String {
    var result = String.UnicodeScalarView()
    for scalar in name.unicodeScalars {
      if isSpecial(scalar) { result.append("\\") }
      result.append(scalar)
    }
    return String(result)
  }

  private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
    !scalar.isASCII || scalar.properties.isAlphabetic || (0x30...0x39).contains(scalar.value)
      || "_./,:=@%+-".unicodeScalars.contains(scalar)
  }
}
