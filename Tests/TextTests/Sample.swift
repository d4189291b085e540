import Testing

/// A text with an ASCII description, so that the list of test cases is safe on a terminal.
struct Sample: ExpressibleByStringLiteral, CustomTestStringConvertible, Sendable {
  let text: String

  init(stringLiteral text: String) { self.text = text }

  var testDescription: String {
    text.unicodeScalars.map { $0.escaped(asASCII: true) }.joined()
  }
}
