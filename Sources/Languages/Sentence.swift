/// A sentence for people: English words with numbered places, and its values apart from them.
///
/// The words are the key of its translation. It becomes text in a ``Language``.
package struct Sentence: Hashable, Sendable, ExpressibleByStringInterpolation {
  /// What stands at a place.
  package indirect enum Value: Hashable, Sendable {
    /// A number, a name or a path, which is the same in each language. An empty one shows nothing.
    case text(String)
    case sentence(Sentence)
    case list([Sentence], separator: Sentence)
  }

  /// The words for a number of things that is not one.
  package struct Plural: Hashable, Sendable {
    package let words: String
    package let count: Int
  }

  /// `{1}` is the place of the first value.
  package let words: String
  package let plural: Plural?
  /// Tells equal words with different translations apart. Nil if the words say all.
  package let context: String?
  package let values: [Value]

  package init(stringLiteral words: String) {
    (self.words, plural, context, values) = (words, nil, nil, [])
  }

  package init(stringInterpolation parts: StringInterpolation) {
    if parts.words == "{1}", parts.plural == nil, case .sentence(let whole)? = parts.values.first {
      self = whole
      return
    }
    (words, values, context) = (parts.words, parts.values, nil)
    plural = parts.plural.map { Plural(words: $0, count: parts.count) }
  }

  /// A text that is not translated, such as that of another program.
  package init(verbatim text: String) {
    (words, plural, context, values) = ("{1}", nil, nil, [.text(text)])
  }

  /// - Parameter context: where the words stand, in English, for the translator. Nil if the words say all.
  package init(_ sentence: Sentence, context: String?) {
    (words, plural, values) = (sentence.words, sentence.plural, sentence.values)
    self.context = context
  }

  /// Whether nothing stands behind the last value.
  package var endsWithValue: Bool {
    guard words.hasSuffix("{\(values.count)}") else { return false }
    return switch values.last {
    case nil: false
    case .text(""):
      Sentence(words: String(words.dropLast(3)), values: values.dropLast()).endsWithValue
    case .text: true
    case .sentence(let last): last.endsWithValue
    case .list(let list, _): list.last?.endsWithValue ?? false
    }
  }

  private init(words: String, values: [Value]) {
    (self.words, plural, context, self.values) = (words, nil, nil, values)
  }

  package struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var words = ""
    fileprivate var plural: String?
    fileprivate var count = 0
    fileprivate var values: [Value] = []

    package init(literalCapacity: Int, interpolationCount: Int) {
      words.reserveCapacity(literalCapacity + 3 * interpolationCount)
      values.reserveCapacity(interpolationCount)
    }

    package mutating func appendLiteral(_ words: String) {
      self.words += words
      plural? += words
    }

    private mutating func append(_ value: Value) {
      values.append(value)
      appendLiteral("{\(values.count)}")
    }

    package mutating func appendInterpolation(_ value: some CustomStringConvertible) {
      append(.text("\(value)"))
    }

    package mutating func appendInterpolation(_ sentence: Sentence) { append(.sentence(sentence)) }

    /// Nothing if the sentence is nil.
    package mutating func appendInterpolation(_ sentence: Sentence?) {
      append(sentence.map(Value.sentence) ?? .text(""))
    }

    /// A value that only other languages say: the English words have no place for it.
    package mutating func appendInterpolation(unsaid sentence: Sentence?) {
      values.append(sentence.map(Value.sentence) ?? .text(""))
    }

    /// A list of values: `1, 2, 3`.
    package mutating func appendInterpolation(list values: [some CustomStringConvertible]) {
      append(.text(values.map { "\($0)" }.joined(separator: ", ")))
    }

    /// Sentences with a separator, which each language has of its own.
    package mutating func appendInterpolation(sentences: [Sentence], separator: Sentence) {
      append(.list(sentences, separator: separator))
    }

    /// A noun for a number of things, without the number.
    package mutating func appendInterpolation(plural count: Int, _ one: String, _ more: String) {
      guard plural == nil else { return append(.sentence("\(plural: count, one, more)")) }
      (plural, self.count) = (words + more, count)
      words += one
    }

    /// A number with its noun. A sentence has one such number: a further one is a sentence of its own.
    package mutating func appendInterpolation(_ count: Int, _ one: String, _ more: String) {
      guard plural == nil else { return append(.sentence("\(count, one, more)")) }
      append(.text("\(count)"))
      (plural, self.count) = (words + " " + more, count)
      words += " " + one
    }
  }
}

/// Marks words for the catalogues that become a sentence elsewhere, with ``Sentence/init(stringLiteral:)``.
package func translatable(_ words: String) -> String { words }
