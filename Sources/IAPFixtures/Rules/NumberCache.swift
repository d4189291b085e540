import IAPCore
import SQLite

/// The latest numbers and the app key of the store while a seed is loaded, so that a generated number
/// or token needs no query.
final class NumberCache {
  let appKey: Secret
  /// The first run, at or after a number, of the numbers that a seed gives: they must not be generated
  /// although no row has them yet.
  let firstReserved: (UInt64) throws -> ClosedRange<UInt64>?
  private var transactions: NumberRange?
  /// By their lowest number, which begins with the day.
  private var payments: [String: NumberRange] = [:]
  private static let mostDays = 1000

  init(
    appKey: Secret, firstReserved: @escaping (UInt64) throws -> ClosedRange<UInt64>? = { _ in nil }
  ) {
    (self.appKey, self.firstReserved) = (appKey, firstReserved)
  }

  /// True if the next generated transaction needs no look-up, and so none after it.
  var needsNoTransactionLookup: Bool {
    transactions.map { $0.latest != nil && $0.latest == $0.greatest } ?? false
  }

  /// Must be called for each payment number that is written.
  func add(payment: Identifier) {
    guard !payments.isEmpty, payment.text.utf8.count == 16 else { return }
    payments[payment.text.prefix(8) + NumberRange.firstOfDay]?.add(payment.text)
  }

  /// Must be called for each transaction that is written.
  func add(transaction: Identifier?, original: Identifier?) {
    if let transaction { transactions?.add(transaction.text) }
    // The count does not go on after an original transaction, but must not repeat it.
    if let original { transactions?.add(original.text, isCounted: false) }
  }

  subscript(lowest: String) -> NumberRange? {
    get { lowest == NumberRange.firstTransaction ? transactions : payments[lowest] }
    set {
      if lowest == NumberRange.firstTransaction {
        transactions = newValue
      } else {
        // The time goes on from day to day.
        if payments.count == Self.mostDays, payments[lowest] == nil { payments.removeAll() }
        payments[lowest] = newValue
      }
    }
  }
}
