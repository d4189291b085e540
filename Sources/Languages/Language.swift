/// A language of what people read. Each but English has a catalogue in `po/`.
package struct Language: Sendable, CaseIterable, RawRepresentable {
  /// The code of ISO 639, such as `ko`, which names its catalogue and its folder of manual pages.
  package let rawValue: String
  /// Nil for English, whose words are in the program.
  private let catalogue: Catalogue?

  package init(_ code: String, _ catalogue: Catalogue?) {
    (rawValue, self.catalogue) = (code, catalogue)
  }

  package init?(rawValue code: String) {
    guard let language = Self.allCases.first(where: { $0.rawValue == code }) else { return nil }
    self = language
  }

  package static let english = Language("en", nil)
  package static let allCases =
    [english] + Catalogue.embedded.map { Language($0.code, $0.catalogue) }

  /// The translation of a text that holds no values. Nil if the catalogue has none.
  package func translation(of words: String) -> String? {
    catalogue?.translation(of: words, plural: nil)
  }

  package func text(_ words: String) -> String { translation(of: words) ?? words }

  package func text(_ sentence: Sentence) -> String {
    parts(of: sentence).reduce(into: "") { text, part in
      switch part {
      case .words(let words), .value(let words): text += words
      }
    }
  }

  package enum Piece: Hashable, Sendable {
    case words(String)
    /// A value, which is the same in each language.
    case value(String)

    fileprivate var text: String {
      switch self {
      case .words(let text), .value(let text): text
      }
    }
  }

  package func parts(of sentence: Sentence) -> [Piece] {
    var parts: [Piece] = []
    append(sentence, to: &parts)
    return parts
  }

  private func append(_ sentence: Sentence, to parts: inout [Piece]) {
    var rest = words(of: sentence)[...]
    while let (before, number, after) = Self.place(in: rest, of: sentence.values.count) {
      if !before.isEmpty { parts.append(.words(String(before))) }
      append(sentence.values[number - 1], to: &parts)
      rest = after
      // A sentence can end with the full stop that stands behind its place.
      if let stop = rest.first, ".。".contains(stop), parts.last?.text.last == stop {
        rest.removeFirst()
      }
    }
    if !rest.isEmpty { parts.append(.words(String(rest))) }
  }

  private func append(_ value: Sentence.Value, to parts: inout [Piece]) {
    switch value {
    case .text(let text): if !text.isEmpty { parts.append(.value(text)) }
    case .sentence(let sentence): append(sentence, to: &parts)
    case .list(let sentences, let separator):
      for (index, sentence) in sentences.enumerated() {
        if index > 0 { append(separator, to: &parts) }
        append(sentence, to: &parts)
      }
    }
  }

  private func words(of sentence: Sentence) -> String {
    let key = sentence.context.map { "\($0)\u{4}\(sentence.words)" } ?? sentence.words
    if let words = catalogue?.translation(of: key, plural: sentence.plural?.count) { return words }
    guard let plural = sentence.plural, plural.count != 1 else { return sentence.words }
    return plural.words
  }

  /// The first place in a text, with what stands before and after it. Other braces are words.
  private static func place(
    in text: Substring, of count: Int
  ) -> (before: Substring, number: Int, after: Substring)? {
    var start = text.startIndex
    while let open = text[start...].firstIndex(of: "{") {
      start = text.index(after: open)
      let digits = text[start...].prefix { $0.isASCII && $0.isNumber }
      guard let number = Int(digits), number > 0, number <= count,
        digits.endIndex < text.endIndex, text[digits.endIndex] == "}"
      else { continue }
      return (text[..<open], number, text[text.index(after: digits.endIndex)...])
    }
    return nil
  }
}

extension Language: CustomStringConvertible {
  package var description: String { rawValue }
}

extension Language: Hashable {
  package static func == (one: Language, other: Language) -> Bool { one.rawValue == other.rawValue }

  package func hash(into hasher: inout Hasher) { hasher.combine(rawValue) }
}
