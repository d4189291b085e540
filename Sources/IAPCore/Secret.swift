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
