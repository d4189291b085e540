import Records

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

  /// The payment number without leading zeros. It names the same payment.
  package var withoutLeadingZeros: Identifier {
    guard text.utf8.first == UInt8(ascii: "0") else { return self }
    let rest = text.drop { $0 == "0" }
    return rest.isEmpty ? self : Identifier(String(rest))
  }

  package static func == (left: Identifier, right: Identifier) -> Bool {
    left.text.hasSameBytes(as: right.text)
  }

  package func hash(into hasher: inout Hasher) {
    let isCombined: Void? = text.utf8.withContiguousStorageIfAvailable {
      hasher.combine(bytes: UnsafeRawBufferPointer($0))
    }
    // Texts without contiguous bytes come only from Foundation on macOS.
    if isCombined == nil { Array(text.utf8).withUnsafeBytes { hasher.combine(bytes: $0) } }
  }
}

extension [Identifier] {
  /// Without repetitions.
  ///
  /// - Parameter form: what is compared.
  package func unique(by form: (Identifier) -> Identifier = { $0 }) -> [Identifier] {
    var seen: Set<Identifier> = []
    return filter { seen.insert(form($0)).inserted }
  }
}

/// A text that must not appear in output by accident: an access token, an app key.
package struct Secret: Hashable, Sendable, CustomStringConvertible, CustomDebugStringConvertible,
  CustomReflectable
{
  private let text: String

  package init(_ text: String) { self.text = text }

  /// The secret text itself.
  package var revealed: String { text }

  package var description: String { "(secret)" }
  package var debugDescription: String { description }
  package var customMirror: Mirror { Mirror(self, children: []) }

  /// Compares in constant time, so that the time does not reveal where the secrets differ.
  package static func == (left: Secret, right: Secret) -> Bool {
    let (left, right) = (Array(left.text.utf8), Array(right.text.utf8))
    guard left.count == right.count else { return false }
    return zip(left, right).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
  }

  package func hash(into hasher: inout Hasher) {
    for byte in text.utf8 { hasher.combine(byte) }
  }
}
