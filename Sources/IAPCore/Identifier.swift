/// A name given by somebody else: a user, a product, a payment, a transaction.
///
/// Two are equal only if their bytes are. Swift's strings compare by canonical equivalence, which
/// would take one player's purchases for another's.
package struct Identifier: Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
  /// The longest that a server is sent, in bytes.
  package static let longest = 256

  package let text: String

  package init(_ text: String) { self.text = text }

  package init(stringLiteral text: String) { self.text = text }

  package var description: String { text }

  /// Whether it is made of ASCII digits only, as payment numbers are.
  package var isDigits: Bool {
    !text.isEmpty && text.utf8.allSatisfy { $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9") }
  }

  package static func == (left: Identifier, right: Identifier) -> Bool {
    left.text.utf8.elementsEqual(right.text.utf8)
  }

  package func hash(into hasher: inout Hasher) {
    for byte in text.utf8 { hasher.combine(byte) }
  }
}
