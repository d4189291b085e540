/// A word that somebody is in the middle of typing, and how the shell wants the rest of it.
///
/// It is read scalar by scalar: a quote with a combining mark behind it is a quote to a shell.
package struct ShellWord: Equatable, Sendable {
  /// What was typed, without quotes.
  package let text: String
  /// The option before the value, with its equals sign, in which there are no quotes.
  private let option: String
  private let quote: Quote

  private enum Quote: Sendable {
    /// The shell quotes the answer itself.
    case shells
    case backslashes, single, double
  }

  /// A word whose shell takes answers as they are.
  package init(bare text: String) { (self.text, option, quote) = (text, "", .shells) }

  /// A word as it stands on bash's command line; nil where quotes begin in the middle of it, for
  /// bash then replaces a part of it that nobody knows.
  package init?(bash word: String) {
    let sign = word.utf8.firstIndex(of: UInt8(ascii: "="))
    option =
      word.utf8.starts(with: "--".utf8)
      ? sign.map { String(Substring(word.utf8[...$0])) } ?? "" : ""
    let scalars = word.unicodeScalars.dropFirst(option.unicodeScalars.count)
    let value: String
    switch scalars.first {
    case "'":
      let rest = scalars.dropFirst()
      guard !rest.contains("'") else { return nil }
      (value, quote) = (String(rest), .single)
    case "\"":
      let (inside, ended) = Self.doubleQuoted(scalars.dropFirst())
      guard ended == nil else { return nil }
      (value, quote) = (inside, .double)
    default:
      guard let bare = Self.escaped(scalars) else { return nil }
      (value, quote) = (bare, .backslashes)
    }
    text = option + value
  }

  /// A whole word in the quoting that was begun.
  package func completed(by word: String) -> String {
    let name = String(word.unicodeScalars.dropFirst(option.unicodeScalars.count))
    return option + quoted(name)
  }

  private func quoted(_ name: String) -> String {
    switch quote {
    case .shells: name
    case .single: Self.closed(Self.escape(name) { $0 == "'" ? "'\\''" : nil }, by: "'")
    // In double quotes a backslash does not keep '!' from calling the history.
    case .double:
      Self.closed(
        Self.escape(name) { $0 == "!" ? "\"\\!\"" : Self.needsBackslash($0) ? "\\\($0)" : nil },
        by: "\"")
    case .backslashes: Self.escape(name) { Self.isPlain($0) ? nil : "\\\($0)" }
    }
  }

  /// bash ends the quotes itself, unless it thinks that they have ended.
  private static func closed(_ text: String, by quote: Character) -> String {
    text.last == quote ? text + String(quote) : text
  }

  /// What a whole word of bash's command line means; what it would have expanded, but for the
  /// user's own directory, stays as it stands.
  package static func meaning(ofBash word: String, home: String?) -> String {
    var rest = word.unicodeScalars[...]
    var meaning = String.UnicodeScalarView()
    if let home, word == "~" || word.utf8.starts(with: "~/".utf8) {
      meaning += home.unicodeScalars
      rest = rest.dropFirst()
    }
    while let scalar = rest.popFirst() {
      switch scalar {
      case "\\": if let next = rest.popFirst() { meaning.append(next) }
      case "'":
        meaning += rest.prefix { $0 != "'" }
        rest = rest.drop { $0 != "'" }.dropFirst()
      case "\"":
        let (text, behind) = doubleQuoted(rest)
        meaning += text.unicodeScalars
        rest = behind ?? rest[rest.endIndex...]
      default: meaning.append(scalar)
      }
    }
    return String(meaning)
  }

  // MARK: Quotes

  private typealias Scalars = Substring.UnicodeScalarView

  /// A text in double quotes, and what stands behind their end, if they end.
  private static func doubleQuoted(_ word: Scalars) -> (text: String, rest: Scalars?) {
    var (text, rest) = (String.UnicodeScalarView(), word)
    while let scalar = rest.popFirst() {
      switch scalar {
      case "\"": return (String(text), rest)
      case "\\":
        guard let next = rest.popFirst() else { return (String(text), nil) }
        if !needsBackslash(next) { text.append("\\") }
        text.append(next)
      default: text.append(scalar)
      }
    }
    return (String(text), nil)
  }

  /// A text with backslashes; nil where there are quotes in it.
  private static func escaped(_ word: Scalars) -> String? {
    var (text, rest) = (String.UnicodeScalarView(), word)
    while let scalar = rest.popFirst() {
      switch scalar {
      case "'", "\"": return nil
      case "\\": if let next = rest.popFirst() { text.append(next) }
      default: text.append(scalar)
      }
    }
    return String(text)
  }

  /// A name in which some scalars are written otherwise.
  private static func escape(
    _ name: String, _ written: (Unicode.Scalar) -> String?
  ) -> String {
    var result = String.UnicodeScalarView()
    for scalar in name.unicodeScalars {
      if let text = written(scalar) {
        result += text.unicodeScalars
      } else {
        result.append(scalar)
      }
    }
    return String(result)
  }

  /// Whether a backslash takes a meaning from it that it has in double quotes.
  private static func needsBackslash(_ scalar: Unicode.Scalar) -> Bool {
    "\\\"$`".unicodeScalars.contains(scalar)
  }

  private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
    !scalar.isASCII || scalar.properties.isAlphabetic || (0x30...0x39).contains(scalar.value)
      || "_./,:=@%+-".unicodeScalars.contains(scalar)
  }
}
