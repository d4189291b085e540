import IAPCore
import Records
import SQLite

/// The position at the end of a page of a list of payments, oldest first. The next page begins after it.
package struct PaymentCursor: Comparable, Sendable {
  /// The position before the first purchase.
  package static let start = PaymentCursor(time: .min, payment: "", listedCount: 0)

  let time: Int64
  let payment: Identifier
  /// The number of purchases in all pages up to this position.
  let listedCount: Int

  var isStart: Bool { listedCount == 0 }

  init(time: Int64, payment: Identifier, listedCount: Int) {
    (self.time, self.payment, self.listedCount) = (time, payment, listedCount)
  }

  /// The order of the list.
  package static func < (left: PaymentCursor, right: PaymentCursor) -> Bool {
    guard left.time == right.time else { return left.time < right.time }
    return left.payment.text.utf8.lexicographicallyPrecedes(right.payment.text.utf8)
  }

  /// A limit for a cursor from outside: longer than any list, and small enough that counting on
  /// cannot overflow.
  private static let maximumCount = 1 << 40

  /// Reads a text that ``text`` returned.
  package init?(_ text: String) {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 3, let time = Int64(parts[0]), let listedCount = Int(parts[2]),
      (0...Self.maximumCount).contains(listedCount),
      Identifier(parts[1]).isDigits
    else { return nil }
    self.init(time: time, payment: Identifier(parts[1]), listedCount: listedCount)
  }

  /// The position as text, for the cursor of a server: `1767225600000.2026010110000001.512`.
  package var text: String { "\(time).\(payment).\(listedCount)" }
}
