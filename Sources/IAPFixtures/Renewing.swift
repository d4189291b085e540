import IAPCore
import SQLite

extension StoreSession {
  /// Sets the store's clock to ``now`` permanently and writes the events up to then. A time before
  /// the current one is refused.
  ///
  /// - Parameter realTime: the current time of a store that has no clock of its own.
  func moveClock(from realTime: Instant) throws {
    let clock = try StoreSession.settings(of: connection).clock
    if let floor = try clock ?? latestEvent(until: realTime), now < floor {
      throw IAPError.iapctl(.clockMovedBack, .clockBack(to: now, from: floor))
    }
    try connection.run("UPDATE store SET clock = ?", [.integer(now.milliseconds)])
    try bringUpToDate()
  }

  /// The time of the last purchase or expiry in a store that follows the real time.
  private func latestEvent(until realTime: Instant) throws -> Instant? {
    let latest = try connection.first(
      """
      SELECT max(time) FROM (
        SELECT max(purchaseTime) AS time FROM purchase UNION ALL
        SELECT max(expiryTime) FROM purchase WHERE status = 'EXPIRED' AND expiryTime <= ?)
      """, [.integer(realTime.milliseconds)], make: { $0.integer(0).map(Instant.init) })
    return latest ?? nil
  }

  /// Writes the events up to ``now`` in order of time: subscriptions renew or expire.
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
        try at(due.purchase.expiryTime ?? now)
          .record(.expired, of: due.id, before: due.status?.name, after: "EXPIRED")
      }
    }
  }

  /// Inserts the payment of a renewal, which becomes the latest payment of the subscription. A
  /// renewed consumable subscription is unconsumed again.
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
    let inserted = try insert(renewal)
    try insertReceipt(for: inserted)
    try at(start).record(.renewed, of: inserted.id, before: "ACTIVE", after: "ACTIVE")
  }

  /// The end of the period that begins at `start`; nil if it is later than the last date that can
  /// be stored.
  private func endOfPeriod(after row: PurchaseRow, from start: Instant) throws -> Instant? {
    let first = try connection.first(
      "SELECT purchaseTime FROM purchase WHERE transactionIdentifier = ?",
      [.text(row.subscriptionKey.text)], make: { $0.integer(0).map(Instant.init) })
    let origin = (first ?? nil) ?? row.purchase.purchaseTime ?? start
    return row.period?.end(ofPeriodFrom: start, inSeriesSince: origin)
  }
}
