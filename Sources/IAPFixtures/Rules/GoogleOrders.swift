import IAPCore
import SQLite

/// The order numbers of Google Play: `GPA.3202-6011-5100-00002`, and of its renewals `GPA.3202-6011-5100-00002..0`.
extension StoreSession {
  func generatedTransaction(of new: NewPurchase) throws -> Identifier {
    if let order = new.purchase.originalTransactionIdentifier, order.isGoogleOrder {
      return try renewal(of: order, after: nil)
    }
    return try new.isOfGooglePlay
      ? order(for: new.purchase.paymentSeq) : nextTransactionIdentifier()
  }

  /// The order number of a payment has the payment's number in it, so that no count has to be found.
  private func order(for payment: Identifier) throws -> Identifier {
    let digits = String(repeating: "0", count: max(0, 16 - payment.text.utf8.count)) + payment.text
    for first in 3...9 {
      let order = Identifier.googleOrder("\(first)\(digits)")
      if try !connection.finds(NumberKind.transaction.isTaken, [.text(order.text)]) { return order }
    }
    return try nextTransactionIdentifier()
  }

  /// The number of the next renewal of a subscription.
  ///
  /// - Parameter last: the transaction of its latest payment.
  func renewal(of order: Identifier, after last: Identifier?) throws -> Identifier {
    let number = last.flatMap { $0.isOrder(order) ? $0.text.split(separator: ".").last : nil }
    var next = last == order ? 0 : number.flatMap { Int($0) }.map { $0 + 1 } ?? 0
    while try isTaken(Identifier("\(order)..\(next)")) { next += 1 }
    return Identifier("\(order)..\(next)")
  }

  private func isTaken(_ transaction: Identifier) throws -> Bool {
    try connection.finds(
      """
      SELECT 1 FROM purchase WHERE transactionIdentifier = ?1
      UNION ALL SELECT 1 FROM receipt WHERE transactionIdentifier = ?1
      """, [.text(transaction.text)])
  }
}

extension Identifier {
  /// Whether it is an order number of Google Play, as Google Play writes it.
  var isGoogleOrder: Bool { text.utf8.starts(with: "GPA.".utf8) }

  /// - Parameter digits: 17 or more.
  fileprivate static func googleOrder(_ digits: String) -> Identifier {
    var rest = digits[...]
    let parts = (0..<3).map { _ in
      defer { rest = rest.dropFirst(4) }
      return rest.prefix(4)
    }
    return Identifier("GPA." + (parts + [rest]).joined(separator: "-"))
  }
}
