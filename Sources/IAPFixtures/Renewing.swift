import IAPCore
import SQLite

extension StoreSession {
  /// Whether something happens at or before ``now`` that has not been written yet.
  func isAnythingDue() throws -> Bool {
    try connection.first(
      """
      SELECT 1 FROM purchase
      WHERE status IN ('ACTIVE', 'CANCELED') AND expiryTime <= ? LIMIT 1
      """, [.integer(now.milliseconds)], make: { _ in true }) ?? false
  }

  /// Sets the store's clock to ``now``, for good, and plays what happens on the way. Back in time is
  /// refused.
  ///
  /// - Parameter realTime: where a clock stands that follows the real time.
  func moveClock(from realTime: Instant) throws {
    let clock = try StoreSession.settings(of: connection).clock
    if let floor = try clock ?? latestEvent(until: realTime), now < floor {
      throw IAPError.iapctl(.clockMovedBack, .clockBack(to: now, from: floor))
    }
    try connection.run("UPDATE store SET clock = ?", [.integer(now.milliseconds)])
    try bringUpToDate()
  }

  /// The last thing that happened in a store on real time: it was bought, or it expired.
  private func latestEvent(until realTime: Instant) throws -> Instant? {
    let latest = try connection.first(
      """
      SELECT max(time) FROM (
        SELECT max(purchaseTime) AS time FROM purchase UNION ALL
        SELECT max(expiryTime) FROM purchase WHERE status = 'EXPIRED' AND expiryTime <= ?)
      """, [.integer(realTime.milliseconds)], make: { $0.integer(0).map(Instant.init) })
    return latest ?? nil
  }

  /// Plays what happens up to ``now``, in order: subscriptions renew and expire.
  func bringUpToDate() throws {
    let nextDue =
      PurchaseRow.selection + """
        WHERE purchase.status IN ('ACTIVE', 'CANCELED') AND purchase.expiryTime <= ?
        ORDER BY purchase.expiryTime, purchase.id LIMIT 1
        """
    while let due = try connection.first(
      nextDue, [.integer(now.milliseconds)], make: PurchaseRow.init)
    {
      if due.status == .active, let expiry = due.purchase.expiryTime,
        let next = try endOfPeriod(after: due, from: expiry)
      {
        try renew(due, at: expiry, until: next)
      } else {
        try setStatus(.expired, of: due)
      }
    }
  }

  /// Writes how a subscription stands, on its latest payment.
  func setStatus(_ status: SubscriptionStatus?, of row: PurchaseRow) throws {
    try connection.run(
      "UPDATE purchase SET status = ? WHERE id = ?", [.text(status?.name), .integer(row.id)])
  }

  /// A new payment that takes over the subscription; a consumable one is unconsumed again.
  private func renew(_ row: PurchaseRow, at start: Instant, until expiry: Instant) throws {
    try setStatus(nil, of: row)
    var renewal = NewPurchase(
      productID: row.productID, of: row.purchase.productType, by: row.purchase.userID ?? "",
      state: .success, at: start)
    renewal.purchase.price = row.purchase.price
    renewal.purchase.currency = row.purchase.currency
    renewal.purchase.originalTransactionIdentifier = row.subscriptionKey
    renewal.purchase.expiryTime = expiry
    renewal.purchase.isSandboxPayment = row.purchase.isSandboxPayment
    renewal.purchase.payload = row.purchase.payload
    renewal.status = .active
    try insertReceipt(for: try insert(renewal))
  }

  /// When the period that begins at `start` ends; nil where the calendar does.
  private func endOfPeriod(after row: PurchaseRow, from start: Instant) throws -> Instant? {
    let first = try connection.first(
      "SELECT purchaseTime FROM purchase WHERE transactionIdentifier = ?",
      [.text(row.subscriptionKey.text)], make: { $0.integer(0).map(Instant.init) })
    let origin = (first ?? nil) ?? row.purchase.purchaseTime ?? start
    return row.period?.end(ofPeriodFrom: start, inSeriesSince: origin)
  }
}
