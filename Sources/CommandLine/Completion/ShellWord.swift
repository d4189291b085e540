/// An incomplete word on a shell's command line, and how its completion must be quoted.
///
/// It is read by Unicode scalars: a quote with a combining mark behind it is a quote to a shell,
/// but another character to Swift.
package struct ShellWord: Equatable, Sendable {
  /// The typed text without quotes and backslashes.
  package let text: String
  /// The option before the value, with its equals sign: `--user=`. It contains no quotes.
  private let option: String
  private let quote: Quote

  private enum Quote: Sendable {
    /// The shell quotes the completed word itself.
    case shells
    case backslashes, single, double
  }

  /// A word of a shell that does the quoting itself (zsh, fish).
  package init(bare text: String) { (self.text, option, quote) = (text, "", .shells) }

  /// A word from the command line of bash. Nil if quotes begin inside the word, such as `al'i`: it
  /// is not known which part of such a word bash replaces.
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

  /// The completed word, in the quoting that the user began.
  package func completed(by word: String) -> String {
    let name = String(word.unicodeScalars.dropFirst(option.unicodeScalars.count))
    return option + quoted(name)
  }

  private func quoted(_ name: String) -> String {
    switch quote {
    case .shells: name
    case .single: Self.closed(Self.escape(name) { $0 == "'" ? "'\\''" : nil }, by: "'")
    // In double quotes, a backslash does not disable the history expansion of `!`.
    case .double:
      Self.closed(
        Self.escape(name) { $0 == "!" ? "\"\\!\"" : Self.needsBackslash($0) ? "\\\($0)" : nil },
        by: "\"")
    case .backslashes: Self.escape(name) { Self.isPlain($0) ? nil : "\\\($0)" }
    }
  }

  /// Adds a closing quote only if the text ends in a quote: bash takes that one for the end of the
  /// quotes. In all other cases bash adds the closing quote itself.
  private static func closed(_ text: String, by quote: Character) -> String {
    text.last == quote ? text + String(quote) : text
  }

  /// Removes the quotes of a complete word of bash, as bash would. `~` is expanded; variables and
  /// other expansions are not.
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

  /// Reads a text in double quotes.
  ///
  /// - Returns: the text, and what follows the closing quote, or nil if there is no closing quote.
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

  /// Removes backslashes. Nil if the word contains quotes.
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

  /// Replaces scalars of a name.
  ///
  /// - Parameter written: the replacement of a scalar, or nil to keep it.
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

  /// Whether a character is special in double quotes unless a backslash precedes it.
  private static func needsBackslash(_ scalar: Unicode.Scalar) -> Bool {
    "\\\"$`".unicodeScalars.contains(scalar)
  }

  private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
    !scalar.isASCII || scalar.properties.isAlphabetic || (0x30...0x39).contains(scalar.value)
      || "_./,:=@%+-".unicodeScalars.contains(scalar)
  }
}
