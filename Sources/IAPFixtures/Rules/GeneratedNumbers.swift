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
    var range: NumberRange
    if let cached = numberCache?[lowest] {
      range = cached
    } else {
      range = NumberRange(
        lowest: lowest, highest: highest, latest: try greatest(kind.latest),
        greatest: try numberCache == nil ? nil : greatest(kind.greatest))
      numberCache?[lowest] = range
    }
    var number = range.latest.flatMap { UInt64($0) } ?? UInt64(lowest) ?? 0
    while true {
      number += 1
      if let numberCache, range.reserved.upperBound < number {
        range.reserved = try numberCache.firstReserved(number) ?? .max...(.max)
        numberCache[lowest] = range
      }
      if range.reserved.contains(number) {
        number = range.reserved.upperBound
        continue
      }
      let candidate = String(number)
      if numberCache != nil, range.isBehindAll(candidate) { return Identifier(candidate) }
      if try !connection.finds(kind.isTaken, [.text(candidate)]) { return Identifier(candidate) }
    }
  }

  private static let alphabet = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

  /// A token of 64 characters that looks like one of the server. It depends only on the app key and
  /// the payment.
  func generatedToken(for payment: Identifier) throws -> Secret {
    let appKey = try numberCache?.appKey ?? StoreSession.settings(of: connection).appKey
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

/// The numbers of a range that are taken. SQLite compares texts by their bytes, and so does this.
struct NumberRange {
  static let firstTransaction = "1000000000000000"
  static let firstOfDay = "10000000"

  let lowest: String
  let highest: String
  /// The greatest text of 16 characters, after which the count goes on.
  var latest: String?
  /// The greatest text that a generated number must not repeat.
  var greatest: String?
  /// The next run of numbers that a seed gives.
  var reserved: ClosedRange<UInt64> = 0...0

  /// True if no text in the store can be the same.
  func isBehindAll(_ candidate: String) -> Bool {
    candidate.utf8.count == 16 && !Self.precedes(highest, candidate)
      && (greatest.map { Self.precedes($0, candidate) } ?? true)
  }

  /// Adds a number that is taken, if it is in the range.
  ///
  /// - Parameter isCounted: whether generated numbers go on after it.
  mutating func add(_ text: String, isCounted: Bool = true) {
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
struct NumberKind {
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
      ("purchase", "transactionIdentifier", "true"), ("receipt", "transactionIdentifier", "true"),
    ]),
    greatest: greatest([
      ("purchase", "transactionIdentifier", "true"),
      ("purchase", "subscriptionKey", "expiryTime IS NOT NULL"),
      ("receipt", "transactionIdentifier", "true"),
      ("receipt", "originalTransactionIdentifier", "true"),
    ]),
    isTaken: """
      SELECT 1 FROM purchase WHERE transactionIdentifier = ?1
      UNION ALL SELECT 1 FROM purchase WHERE subscriptionKey = ?1 AND expiryTime IS NOT NULL
      UNION ALL SELECT 1 FROM receipt WHERE transactionIdentifier = ?1
      UNION ALL SELECT 1 FROM receipt WHERE originalTransactionIdentifier = ?1
      """)
}

extension NumberKind {
  private static func greatest(
    _ columns: [(table: String, name: String, condition: String)]
  ) -> String {
    let each = columns.map {
      """
      SELECT * FROM (SELECT \($0.name) AS number FROM \($0.table)
        WHERE \($0.name) BETWEEN ?1 AND ?2 AND \($0.condition) AND length(\($0.name)) = 16
        ORDER BY \($0.name) DESC LIMIT 1)
      """
    }
    return "SELECT max(number) FROM (\(each.joined(separator: " UNION ALL ")))"
  }
}
