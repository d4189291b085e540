import IAPCore
import SQLite

/// A subscription has one status, which is stored on its latest paid payment.
extension StoreSession {
  /// A condition on `purchase`: a payment of a subscription that was paid.
  static let isPaidSubscription =
    "purchase.expiryTime IS NOT NULL AND purchase.state IN ('SUCCESS', 'REFUND')"

  /// The ID of the payment that has the status of the subscription of `purchase`: the paid one that
  /// ends last.
  static let latestPayment = """
    (SELECT latest.id FROM purchase AS latest
    WHERE latest.subscriptionKey = purchase.subscriptionKey AND latest.expiryTime IS NOT NULL
      AND latest.state IN ('SUCCESS', 'REFUND')
    ORDER BY latest.expiryTime DESC, latest.id DESC LIMIT 1)
    """

  /// Moves the status of each subscription to its latest payment, if that is one of the rows. The
  /// subscription is active, or expired if the payment has ended, or revoked if the payment is
  /// refunded.
  ///
  /// - Parameters:
  ///   - rows: the IDs of payments that were inserted, or were paid just now.
  ///   - replacement: an SQL expression for a status to set in place of that one; may be NULL.
  func moveStatus(to rows: ClosedRange<Int64>, replacement: String = "NULL") throws {
    let (first, last) = (Value.integer(rows.lowerBound), Value.integer(rows.upperBound))
    try connection.run(
      """
      UPDATE purchase SET status = NULL
      WHERE status IS NOT NULL AND id NOT BETWEEN ?1 AND ?2
        AND subscriptionKey IN (SELECT purchase.subscriptionKey FROM purchase
          WHERE purchase.id BETWEEN ?1 AND ?2 AND \(Self.isPaidSubscription))
        AND \(Self.latestPayment) BETWEEN ?1 AND ?2
      """, [first, last])
    try connection.run(
      """
      UPDATE purchase SET status = coalesce(\(replacement),
        CASE WHEN state = 'REFUND' THEN 'REVOKED' WHEN expiryTime <= ?3 THEN 'EXPIRED'
          ELSE 'ACTIVE' END)
      WHERE id BETWEEN ?1 AND ?2 AND \(Self.isPaidSubscription) AND id = \(Self.latestPayment)
      """, [first, last, .integer(now.milliseconds)])
  }
}
