import IAPCore
import SQLite

/// The latest numbers and the app key of the store while a seed is loaded, so that a generated number
/// or token needs no query.
final class NumberCache {
  let appKey: Secret
  /// The first run, at or after a number, of the numbers that a seed gives: they must not be generated
  /// although no row has them yet.
  let firstReserved: (UInt64) throws -> ClosedRange<UInt64>?
  /// By their lowest number. That of payment numbers begins with the day.
  private var ranges: [String: NumberRange] = [:]
  private static let mostRanges = 1000

  init(
    appKey: Secret, firstReserved: @escaping (UInt64) throws -> ClosedRange<UInt64>? = { _ in nil }
  ) {
    (self.appKey, self.firstReserved) = (appKey, firstReserved)
  }

  /// True if the next generated transaction needs no look-up, and so none after it.
  var needsNoTransactionLookup: Bool {
    ranges[NumberRange.firstTransaction].map { $0.latest != nil && $0.latest == $0.greatest }
      ?? false
  }

  /// Must be called for each payment number that is written.
  func add(payment: Identifier) {
    guard !ranges.isEmpty, payment.text.utf8.count == 16 else { return }
    ranges[payment.text.prefix(8) + NumberRange.firstOfDay]?.add(payment.text)
  }

  /// Must be called for each transaction that is written.
  func add(transaction: Identifier?, original: Identifier?) {
    if let transaction { ranges[NumberRange.firstTransaction]?.add(transaction.text) }
    // The count does not go on after an original transaction, but must not repeat it.
    if let original {
      ranges[NumberRange.firstTransaction]?.add(original.text, isCounted: false)
    }
  }

  subscript(lowest: String) -> NumberRange? {
    get { ranges[lowest] }
    set {
      // The time goes on from day to day.
      if ranges.count == Self.mostRanges, ranges[lowest] == nil { ranges.removeAll() }
      ranges[lowest] = newValue
    }
  }
}
