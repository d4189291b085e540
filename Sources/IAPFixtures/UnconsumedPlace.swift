import IAPCore

/// Where a page of the unconsumed list ended, so that the next one begins behind it.
package struct UnconsumedPlace: Sendable {
  /// Before the first.
  package static let start = UnconsumedPlace(time: .min, payment: "", given: 0)

  let time: Int64
  let payment: Identifier
  /// How many were given out so far.
  let given: Int

  var isStart: Bool { given == 0 }

  private init(time: Int64, payment: Identifier, given: Int) {
    (self.time, self.payment, self.given) = (time, payment, given)
  }

  init(of row: PurchaseRow, given: Int) {
    self.init(
      time: row.purchase.purchaseTime?.milliseconds ?? 0, payment: row.purchase.paymentSeq,
      given: given)
  }

  /// More than any list has, and far from where counting would end.
  private static let mostGiven = 1 << 40

  /// Reads what ``text`` gave.
  package init?(_ text: String) {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 3, let time = Int64(parts[0]), let given = Int(parts[2]),
      (0...Self.mostGiven).contains(given),
      Identifier(parts[1]).isDigits
    else { return nil }
    self.init(time: time, payment: Identifier(parts[1]), given: given)
  }

  /// The place as a text that can be handed to somebody and back.
  package var text: String { "\(time).\(payment).\(given)" }

  static func < (left: UnconsumedPlace, right: UnconsumedPlace) -> Bool {
    guard left.time == right.time else { return left.time < right.time }
    return left.payment.text.utf8.lexicographicallyPrecedes(right.payment.text.utf8)
  }
}
