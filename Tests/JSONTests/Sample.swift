import Testing

/// A text that the list of test cases shows in ASCII, whatever a terminal would make of it.
struct Sample: ExpressibleByStringLiteral, CustomTestStringConvertible, Sendable {
  let text: String

  init(stringLiteral text: String) { self.text = text }

  var testDescription: String {
    text.unicodeScalars.map { $0.escaped(asASCII: true) }.joined()
  }
}
