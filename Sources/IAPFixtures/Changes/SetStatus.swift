package import IAPCore
import SQLite

/// The status of the subscription is set to which a payment belongs.
package struct SetStatus: StoreChange {
  package var payment: Identifier
  package var status: SubscriptionStatus
  /// When the period ends from now on; nil to keep that time.
  package var until: ClockChange?

  package init(_ payment: Identifier, _ status: SubscriptionStatus, until: ClockChange? = nil) {
    (self.payment, self.status, self.until) = (payment, status, until)
  }

  package static let command = "set-status"

  package static let form = ChangeForm(
    SetStatus("", .active), route: "status",
    "set the status of a subscription",
    discussion: [
      "Sets the status of the subscription to which a payment belongs. As the clock advances, "
        + "ACTIVE renews at the end of its period, CANCELED expires, and PAUSED, REVOKED, EXPIRED "
        + "and UNKNOWN stay. IN_GRACE_PERIOD and ON_HOLD end only if the user's billing is set, by "
        + "'store set-billing' or a seed; otherwise they stay.",
      "A payment that is no subscription or was not paid is refused (error com.nhncloud.iap 13). A "
        + "status that gives access needs an end after the time of the store: give it with --until.",
    ],
    [
      .payment(\.payment),
      .operand("status", \.status, .choice(statuses), .knownStatus, "the new status"),
      .option(
        "until", \.until, .clock, .clockChange,
        "the new end of the period: an instant, a day, or +30d; default: the old end"),
    ],
    examples: [
      ChangeExample(
        "iapctl store set-status 2026010110000001 CANCELED", "bob cancels: it will expire"),
      ChangeExample(
        "iapctl store set-status 2026010110000001 ACTIVE --until +30d",
        "give the period another end"),
    ], sample: SetStatus("2026010110000001", .canceled), related: ["subscriptions", "store log"])

  private static let statuses = SubscriptionStatus.known.map(\.name)

  package func make(in session: StoreSession) throws {
    try session.set(status, of: session.requirePurchase(numbered: payment), until: until)
  }
}

extension StoreSession {
  fileprivate func set(
    _ status: SubscriptionStatus, of row: PurchaseRow, until: ClockChange?
  ) throws {
    let payment = row.purchase.paymentSeq
    guard let type = row.purchase.productType, type.isSubscription else {
      throw IAPError.iap(
        .purchaseStatusInvalid,
        .payment(payment, .notSubscription(row.purchase.productType ?? .unknown)))
    }
    guard let current = try currentPurchase(ofSubscription: row.subscriptionKey) else {
      throw IAPError.iap(.purchaseStatusInvalid, .payment(payment, .notPaid(row.state)))
    }
    guard current.state == .success || status == .revoked else {
      throw IAPError.iap(.purchaseStatusInvalid, .payment(payment, .notPaid(current.state)))
    }
    let end = try until.map { try $0.end(from: now) } ?? current.purchase.expiryTime ?? now
    try requireEnd(end, of: current, in: status, isGiven: until != nil)
    try connection.run(
      "UPDATE purchase SET status = ?, expiryTime = ? WHERE id = ?",
      [.text(status.name), .integer(end.milliseconds), .integer(current.id)])
    try connection.run(
      "UPDATE receipt SET expiryTime = ? WHERE transactionIdentifier = ?",
      [.integer(end.milliseconds), .text(current.purchase.transactionIdentifier?.text)])
    try record(
      EventKind(settingStatus: status), of: current.id, before: current.status?.name,
      after: status.name)
  }

  /// Refuses an end that is before the payment or before the end of another payment of the
  /// subscription, which would be the latest one then; and an end that has passed for ACTIVE and
  /// CANCELED, which would be over at the next operation.
  private func requireEnd(
    _ end: Instant, of row: PurchaseRow, in status: SubscriptionStatus, isGiven: Bool
  ) throws {
    let start = row.purchase.purchaseTime ?? now
    if end < start {
      throw IAPError.iapctl(
        .usage,
        .change(.periodBegins(at: start, row.purchase.paymentSeq, after: end)))
    }
    if let (other, last) = try paymentEnding(after: end, besides: row) {
      throw IAPError.iapctl(
        .usage,
        .change(.otherEnds(at: last, other, after: end)))
    }
    if [.active, .canceled].contains(status), end <= now {
      throw IAPError.iapctl(
        .usage,
        .change(
          isGiven
            ? .endNotLater(end, now: now) : .periodEnded(at: end, row.purchase.paymentSeq)))
    }
  }

  /// Another paid payment of the subscription that would have its status if `row` ended at `end`.
  private func paymentEnding(
    after end: Instant, besides row: PurchaseRow
  ) throws -> (payment: Identifier, end: Instant)? {
    try connection.first(
      """
      SELECT paymentSeq, expiryTime FROM purchase
      WHERE subscriptionKey = ?1 AND id <> ?2 AND \(Self.isPaidSubscription)
        AND (expiryTime, id) > (?3, ?2)
      ORDER BY expiryTime DESC, id DESC LIMIT 1
      """,
      [.text(row.subscriptionKey.text), .integer(row.id), .integer(end.milliseconds)],
      make: { (Identifier($0.text(0) ?? ""), Instant($0.integer(1) ?? 0)) })
  }
}
