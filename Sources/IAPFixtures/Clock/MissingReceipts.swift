import IAPCore
import SQLite

/// The receipts of paid subscriptions that a seed brought without a receipt.
enum MissingReceipts {
  /// Writes them.
  ///
  /// - Parameter firstID: the first payment that can have none.
  static func add(to connection: Connection, from firstID: Int64) throws {
    let last = try connection.first("SELECT max(id) FROM receipt", make: { $0.integer(0) }) ?? nil
    try connection.run(insertion, [.integer(firstID)])
    try shorten(of: connection, after: last ?? 0)
  }

  private static let insertion = """
    INSERT INTO receipt (\(StoreSession.receiptColumns.joined(separator: ", ")))
    SELECT userID, productID, transactionIdentifier, subscriptionKey, purchaseTime, expiryTime, userID
    FROM purchase
    WHERE id >= ? AND expiryTime IS NOT NULL AND state = 'SUCCESS'
      AND transactionIdentifier NOT IN (SELECT transactionIdentifier FROM receipt)
    ORDER BY id
    """

  /// A receipt ends with the period that was paid. In a grace period or on hold, the payment ends
  /// later.
  private static func shorten(of connection: Connection, after last: Int64) throws {
    var periods = PeriodCache()
    let staged = try connection.all(
      """
      SELECT receipt.id, purchase.purchaseTime, purchase.expiryTime, product.period,
        \(DueSubscription.origin) AS origin
      FROM receipt
        JOIN purchase ON purchase.transactionIdentifier = receipt.transactionIdentifier
        JOIN product ON product.id = purchase.productID
      WHERE receipt.id > ? AND purchase.status IN ('IN_GRACE_PERIOD', 'ON_HOLD')
      """, [.integer(last)]
    ) { row in
      let start = Instant(row.integer("purchaseTime") ?? 0)
      let end = periods[row.text("period")]?.end(
        ofPeriodFrom: start, inSeriesSince: Instant(row.integer("origin") ?? 0))
      return (id: row.integer("id"), end: end, expiry: Instant(row.integer("expiryTime") ?? 0))
    }
    for case let (id, end?, expiry) in staged where end < expiry {
      try connection.run(
        "UPDATE receipt SET expiryTime = ? WHERE id = ?",
        [.integer(end.milliseconds), .integer(id)])
    }
  }
}
