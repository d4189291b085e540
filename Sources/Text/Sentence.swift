/// A sentence for people. Its values stay apart from its words until it is printed.
package struct Sentence: Hashable, Sendable, ExpressibleByStringInterpolation {
  package enum Part: Hashable, Sendable {
    /// Words of the language.
    case phrase(String)
    /// A value, such as a number or a path. It is the same in each language.
    case value(String)
  }

  package private(set) var parts: [Part] = []

  package init(stringLiteral phrase: String) { parts = [.phrase(phrase)] }

  package init(stringInterpolation interpolation: StringInterpolation) {
    parts = interpolation.parts
  }

  /// A text that is not from a table, such as that of another program.
  package init(verbatim text: String) { parts = [.value(text)] }

  package var text: String {
    parts.reduce(into: "") { text, part in
      switch part {
      case .phrase(let phrase): text += phrase
      case .value(let value): text += value
      }
    }
  }

  package static func + (first: Sentence, second: Sentence) -> Sentence {
    var sentence = first
    sentence.parts += second.parts
    return sentence
  }

  package struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var parts: [Part] = []

    package init(literalCapacity: Int, interpolationCount: Int) {
      parts.reserveCapacity(2 * interpolationCount + 1)
    }

    package mutating func appendLiteral(_ phrase: String) {
      if !phrase.isEmpty { parts.append(.phrase(phrase)) }
    }

    package mutating func appendInterpolation(_ value: some CustomStringConvertible) {
      parts.append(.value("\(value)"))
    }

    package mutating func appendInterpolation(_ sentence: Sentence) { parts += sentence.parts }

    /// Nothing if the sentence is nil.
    package mutating func appendInterpolation(_ sentence: Sentence?) {
      parts += sentence?.parts ?? []
    }

    /// A list of values: `1, 2, 3`.
    package mutating func appendInterpolation(list values: [some CustomStringConvertible]) {
      parts.append(.value(values.map { "\($0)" }.joined(separator: ", ")))
    }

    /// Sentences with a separator of the language.
    package mutating func appendInterpolation(sentences: [Sentence], separator: String) {
      for (index, sentence) in sentences.enumerated() {
        if index > 0 { parts.append(.phrase(separator)) }
        parts += sentence.parts
      }
    }

    /// A noun for a number of things.
    package mutating func appendInterpolation(plural count: Int, _ one: String, _ more: String) {
      parts.append(.phrase(count == 1 ? one : more))
    }

    /// A number with its noun, in a language that has one form for one thing and one for more.
    package mutating func appendInterpolation(_ count: Int, _ one: String, _ more: String) {
      parts += [.value("\(count)"), .phrase(" \(count == 1 ? one : more)")]
    }
  }
}
