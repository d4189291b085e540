/// A name issued by the app, the store or the server: a user, a product, a payment, a transaction.
///
/// Identifiers are equal only if their bytes are. Swift compares strings by canonical equivalence,
/// which could mix up the purchases of two players.
package struct Identifier: Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
  /// The longest identifier that iapctl sends to a server, in bytes.
  package static let longest = 256

  package let text: String

  package init(_ text: String) { self.text = text }

  package init(stringLiteral text: String) { self.text = text }

  package var description: String { text }

  /// Whether it has ASCII digits only, like a payment number.
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
