/// HTML that is well-formed XML too. A text that is put into it stays a text: its markup is escaped,
/// and what a terminal or a browser would execute, hide or reorder is made visible.
package struct HTML: Hashable, Sendable, ExpressibleByStringInterpolation {
  package private(set) var markup: String

  package init(stringLiteral markup: String) { self.markup = markup }

  package init(stringInterpolation interpolation: StringInterpolation) {
    markup = interpolation.markup
  }

  package struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var markup = ""

    package init(literalCapacity: Int, interpolationCount: Int) {
      markup.reserveCapacity(2 * literalCapacity)
    }

    package mutating func appendLiteral(_ markup: String) { self.markup += markup }

    package mutating func appendInterpolation(_ text: String) {
      for character in VisibleText.make(text).unicodeScalars {
        switch character {
        case "&": markup += "&amp;"
        case "<": markup += "&lt;"
        case ">": markup += "&gt;"
        case "\"": markup += "&quot;"
        case "'": markup += "&#39;"
        default: markup.unicodeScalars.append(character)
        }
      }
    }

    package mutating func appendInterpolation(_ number: Int) { markup += "\(number)" }

    /// A length or a position, with two decimals.
    package mutating func appendInterpolation(_ length: Double) {
      markup += "\((length * 100).rounded() / 100)"
    }

    package mutating func appendInterpolation(_ html: HTML) { markup += html.markup }

    /// The parts one after the other, each on lines of its own.
    package mutating func appendInterpolation(_ parts: [HTML]) {
      markup += parts.map(\.markup).joined(separator: "\n")
    }
  }
}
