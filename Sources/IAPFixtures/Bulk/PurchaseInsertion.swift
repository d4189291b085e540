import IAPCore
import SQLite

/// Inserts the purchases of a seed into the table `purchase`. Loading a million takes 9 s of a
/// processor, 0.6 of the time in which sqlite3 imports them with json_each.
final class PurchaseInsertion {
  private let session: StoreSession
  private let insertion: PreparedChange
  /// The rows of this seed have this ID or a greater one.
  private let firstID: Int64
  /// The indexes that are made when all rows are there.
  private var indexes: DroppedIndexes?
  /// The cache of the connection before, as SQLite writes it.
  private let cacheSizeBefore: Int64
  private var hasNewSubscriptions = false
  private var hasStatuses = false
  /// True if the store has a payment of a subscription.
  private(set) var hasSubscriptions: Bool

  /// From this number of purchases on, an empty table is filled without indexes. Filling the indexes
  /// of a million rows at once takes half of the time.
  private static let many = 1000

  private var connection: Connection { session.connection }

  init(of session: StoreSession, expecting count: Int) throws {
    self.session = session
    let connection = session.connection
    let last = try connection.first("SELECT max(id) FROM purchase", make: { $0.integer(0) })
    firstID = ((last ?? nil) ?? 0) + 1
    hasSubscriptions = try connection.finds(
      "SELECT 1 FROM purchase WHERE expiryTime IS NOT NULL LIMIT 1")
    cacheSizeBefore = try connection.first("PRAGMA cache_size", make: { $0.integer(0) ?? 0 }) ?? 0
    let names = NewPurchase.columns
    let placeholders = names.map { _ in "?" }.joined(separator: ", ")
    if count >= Self.many {
      // For the sorting of new indexes, and for transactions in random order.
      try connection.execute("PRAGMA cache_size = -8192")
      if firstID == 1 {
        indexes = try DroppedIndexes(Self.indexesOfLists, of: connection)
      }
    }
    // The loader has checked each rule of these rows; the checks of the table, which would find the
    // same, take 2.5 of 3.5 µs for a row. Unique numbers, references and types are still checked.
    try connection.execute("PRAGMA ignore_check_constraints = ON")
    insertion = try connection.prepared(
      """
      INSERT INTO purchase (\(names.joined(separator: ", "))) VALUES (\(placeholders))
      ON CONFLICT DO NOTHING
      """)
  }

  /// Lists need these indexes, and loading does not.
  private static let indexesOfLists = [
    "purchaseUnconsumed", "purchaseUnconsumedOfUser", "purchaseByTime", "purchaseOfUser",
  ]

  /// - Returns: false if a payment with the same number or the same transaction exists.
  func insert(_ payment: NewPurchase) throws -> Bool {
    guard try insertion.run(payment.values) == 1 else { return false }
    let purchase = payment.purchase
    session.numberCache?.add(payment: purchase.paymentSeq)
    session.numberCache?.add(
      transaction: purchase.transactionIdentifier, original: purchase.originalTransactionIdentifier)
    if purchase.expiryTime != nil { (hasSubscriptions, hasNewSubscriptions) = (true, true) }
    return true
  }

  /// Saves the status that the seed gives to a payment of a subscription, if it gives one.
  func save(status: String?, of payment: NewPurchase) throws {
    guard let status else { return }
    try makeStatuses()
    try connection.run(
      "INSERT INTO givenStatus (id, status) SELECT id, ? FROM purchase WHERE paymentSeq = ?",
      [.text(status), .text(payment.purchase.paymentSeq.text)])
  }

  private func makeStatuses() throws {
    guard !hasStatuses else { return }
    try connection.execute(
      "CREATE TEMP TABLE givenStatus (id INTEGER PRIMARY KEY, status TEXT NOT NULL)")
    hasStatuses = true
  }

  /// Must be called after the last row, also after an error.
  func end() {
    try? connection.execute(
      "PRAGMA ignore_check_constraints = OFF; PRAGMA cache_size = \(cacheSizeBefore)")
  }

  /// Sets the statuses of the subscriptions, and makes the indexes.
  func finish() throws {
    try connection.execute("PRAGMA ignore_check_constraints = OFF")
    if hasNewSubscriptions {
      try makeStatuses()
      try session.moveStatus(
        to: firstID...(.max),
        replacement: "(SELECT status FROM givenStatus WHERE givenStatus.id = purchase.id)")
      try connection.execute("DROP TABLE givenStatus")
    }
    try indexes?.restore()
  }

  /// Writes the receipts of the subscriptions that were paid and have none. Must be called when the
  /// receipts of the seed are there.
  func addReceipts() throws {
    guard hasNewSubscriptions else { return }
    try MissingReceipts.add(to: connection, from: firstID)
  }
}
