import IAPCore
import SQLite

/// Numbers and tokens that the store generates. They depend only on the store and the seed.
extension StoreSession {
  /// The day and a counter, in the format of the IAP server: `2026010110000001`.
  func nextPaymentSeq(at time: Instant) throws -> Identifier {
    let day = time.description.prefix(10).filter { $0 != "-" }
    return try next(.payment, from: day + NumberRange.firstOfDay, to: day + "99999999")
  }

  func nextTransactionIdentifier() throws -> Identifier {
    try next(.transaction, from: NumberRange.firstTransaction, to: "1999999999999999")
  }

  /// The first free number after the latest one of a range.
  private func next(
    _ kind: NumberKind, from lowest: String, to highest: String
  ) throws -> Identifier {
    func greatest(_ query: String) throws -> String? {
      try connection.first(query, [.text(lowest), .text(highest)], make: { $0.text(0) }) ?? nil
    }
    let range: NumberRange
    if let known = known?[lowest] {
      range = known
    } else {
      range = NumberRange(
        lowest: lowest, highest: highest, latest: try greatest(kind.latest),
        greatest: try known == nil ? nil : greatest(kind.greatest))
      known?[lowest] = range
    }
    var number = range.latest.flatMap { UInt64($0) } ?? UInt64(lowest) ?? 0
    while true {
      number += 1
      if let last = known?.reserved.lastOfRun(with: number) {
        number = last
        continue
      }
      let candidate = String(number)
      if known != nil, range.isBehindAll(candidate) { return Identifier(candidate) }
      let taken = try connection.first(kind.isTaken, [.text(candidate)], make: { _ in true })
      if taken == nil { return Identifier(candidate) }
    }
  }

  private static let alphabet = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

  /// A token of 64 characters that looks like one of the server. It depends only on the app key and
  /// the payment.
  func generatedToken(for payment: Identifier) throws -> Secret {
    let appKey = try known?.appKey ?? StoreSession.settings(of: connection).appKey
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in "\(appKey.revealed)/\(payment)".utf8 {
      hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3
    }
    let alphabet = Self.alphabet
    let token = String(unsafeUninitializedCapacity: 64) { token in
      for index in 0..<64 {
        hash &+= 0x9E37_79B9_7F4A_7C15
        var mixed = (hash ^ (hash >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        token[index] = alphabet[Int((mixed ^ (mixed >> 31)) >> 58)]
      }
      return 64
    }
    return Secret(token)
  }
}

/// What the generators know of the store while a seed is loaded, so that a generated number or token
/// needs no query.
final class KnownNumbers {
  let appKey: Secret
  /// The numbers in the seed. They must not be generated although no row has them yet.
  let reserved: NumberSet
  private var transactions: NumberRange?
  /// By their lowest number, which begins with the day.
  private var payments: [String: NumberRange] = [:]
  private static let mostDays = 1000

  init(appKey: Secret, reserved: NumberSet) {
    (self.appKey, self.reserved) = (appKey, reserved)
  }

  /// True if the next generated transaction needs no look-up, and so none after it.
  var needsNoTransactionLookup: Bool {
    transactions.map { $0.latest != nil && $0.latest == $0.greatest } ?? false
  }

  /// Must be called for each number that is written.
  func note(payment: Identifier) {
    guard !payments.isEmpty, payment.text.utf8.count == 16 else { return }
    payments[payment.text.prefix(8) + NumberRange.firstOfDay]?.note(payment.text)
  }

  /// Must be called for each transaction that is written.
  func note(transaction: Identifier?, original: Identifier?) {
    if let transaction { transactions?.note(transaction.text) }
    // The count does not go on after an original transaction, but must not repeat it.
    if let original { transactions?.note(original.text, isCounted: false) }
  }

  fileprivate subscript(lowest: String) -> NumberRange? {
    get { lowest == NumberRange.firstTransaction ? transactions : payments[lowest] }
    set {
      if lowest == NumberRange.firstTransaction {
        transactions = newValue
      } else {
        // The time goes on from day to day.
        if payments.count == Self.mostDays { payments.removeAll() }
        payments[lowest] = newValue
      }
    }
  }
}

/// The numbers of a range that are taken. SQLite compares texts by their bytes, and so does this.
private struct NumberRange {
  static let firstTransaction = "1000000000000000"
  static let firstOfDay = "10000000"

  let lowest: String
  let highest: String
  /// The greatest text of 16 characters, after which the count goes on.
  var latest: String?
  /// The greatest text that a generated number must not repeat.
  var greatest: String?

  /// True if no text in the store can be the same.
  func isBehindAll(_ candidate: String) -> Bool {
    candidate.utf8.count == 16 && !Self.precedes(highest, candidate)
      && (greatest.map { Self.precedes($0, candidate) } ?? true)
  }

  mutating func note(_ text: String, isCounted: Bool = true) {
    if Self.precedes(text, lowest) || Self.precedes(highest, text) { return }
    // A text of another length is never the same as a generated number.
    guard text.utf8.count >= 16, text.unicodeScalars.count == 16 else { return }
    if greatest.map({ Self.precedes($0, text) }) ?? true { greatest = text }
    guard isCounted else { return }
    if latest.map({ Self.precedes($0, text) }) ?? true { latest = text }
  }

  private static func precedes(_ left: String, _ right: String) -> Bool {
    let isBefore = left.utf8.withContiguousStorageIfAvailable { left in
      right.utf8.withContiguousStorageIfAvailable { left.lexicographicallyPrecedes($0) }
    }
    return (isBefore ?? nil) ?? left.utf8.lexicographicallyPrecedes(right.utf8)
  }
}

/// The queries for the numbers of one kind. Their values are the bounds of a range, or a number.
private struct NumberKind {
  let latest: String
  let greatest: String
  let isTaken: String

  static let payment = NumberKind(
    latest: latestPayment, greatest: latestPayment,
    isTaken: "SELECT 1 FROM purchase WHERE paymentSeq = ?")

  private static let latestPayment = """
    SELECT paymentSeq FROM purchase WHERE paymentSeq BETWEEN ? AND ?
      AND length(paymentSeq) = 16 ORDER BY paymentSeq DESC LIMIT 1
    """

  static let transaction = NumberKind(
    latest: greatest([
      ("purchase", "transactionIdentifier", "length(transactionIdentifier) = 16"),
      ("receipt", "transactionIdentifier", "length(transactionIdentifier) = 16"),
    ]),
    greatest: greatest([
      ("purchase", "transactionIdentifier", "length(transactionIdentifier) = 16"),
      ("purchase", "subscriptionKey", "expiryTime IS NOT NULL AND length(subscriptionKey) = 16"),
      ("receipt", "transactionIdentifier", "length(transactionIdentifier) = 16"),
      (
        "receipt", "originalTransactionIdentifier", "length(originalTransactionIdentifier) = 16"
      ),
    ]),
    isTaken: """
      SELECT 1 FROM purchase WHERE transactionIdentifier = ?1
      UNION ALL SELECT 1 FROM purchase WHERE subscriptionKey = ?1 AND expiryTime IS NOT NULL
      UNION ALL SELECT 1 FROM receipt WHERE transactionIdentifier = ?1
      UNION ALL SELECT 1 FROM receipt WHERE originalTransactionIdentifier = ?1
      """)

  private static func greatest(
    _ columns: [(table: String, name: String, condition: String)]
  ) -> String {
    let each = columns.map {
      """
      SELECT * FROM (SELECT \($0.name) AS number FROM \($0.table)
        WHERE \($0.name) BETWEEN ?1 AND ?2 AND \($0.condition)
        ORDER BY \($0.name) DESC LIMIT 1)
      """
    }
    return "SELECT max(number) FROM (\(each.joined(separator: " UNION ALL ")))"
  }
}

/// The numbers that a seed gives to its payments and transactions. A run of consecutive numbers
/// takes 16 bytes, and any other number 8.
struct NumberSet: Sendable {
  /// Numbers of different kinds stand side by side in a seed; each kind has runs of its own.
  enum Kind: Int { case payment, transaction, original }

  private var current: [ClosedRange<UInt64>?] = [nil, nil, nil]
  private var singles: [UInt64] = []
  private var runs: [ClosedRange<UInt64>] = []

  static let none = NumberSet()

  /// Adds an identifier, if it can be equal to a number that the store generates.
  mutating func insert(_ identifier: Identifier?, _ kind: Kind) {
    guard let identifier, let number = Self.number(identifier) else { return }
    if let run = current[kind.rawValue] {
      if run.upperBound + 1 == number {
        current[kind.rawValue] = run.lowerBound...number
        return
      }
      if run.contains(number) { return }
      close(run)
    }
    current[kind.rawValue] = number...number
  }

  private mutating func close(_ run: ClosedRange<UInt64>) {
    if run.lowerBound == run.upperBound {
      singles.append(run.lowerBound)
    } else {
      runs.append(run)
    }
  }

  /// Must be called after the last number.
  mutating func finish() {
    for run in current { if let run { close(run) } }
    singles.sort()
    runs.sort { $0.lowerBound < $1.lowerBound }
    var merged: [ClosedRange<UInt64>] = []
    for run in runs {
      if let last = merged.last, run.lowerBound <= last.upperBound {
        merged[merged.count - 1] = last.lowerBound...max(last.upperBound, run.upperBound)
      } else {
        merged.append(run)
      }
    }
    runs = merged
  }

  /// The last number of the run that a number is in; nil if the number is not in the set.
  func lastOfRun(with number: UInt64) -> UInt64? {
    let run = Self.firstIndex(runs.count) { runs[$0].lowerBound > number } - 1
    if run >= 0, runs[run].upperBound >= number { return runs[run].upperBound }
    let single = Self.firstIndex(singles.count) { singles[$0] >= number }
    return single < singles.count && singles[single] == number ? number : nil
  }

  /// The first index for which a condition holds that holds for all later ones.
  private static func firstIndex(_ count: Int, where isBehind: (Int) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if isBehind(middle) { high = middle } else { low = middle + 1 }
    }
    return low
  }

  /// The number that is written without zeros in front; nil for another text.
  private static func number(_ identifier: Identifier) -> UInt64? {
    let text = identifier.text.utf8
    guard (1...19).contains(text.count), text.first != UInt8(ascii: "0") else { return nil }
    var number: UInt64 = 0
    for byte in text {
      guard byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") else { return nil }
      number = number * 10 + UInt64(byte - UInt8(ascii: "0"))
    }
    return number
  }
}
