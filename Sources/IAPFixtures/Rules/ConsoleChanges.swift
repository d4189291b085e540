import IAPCore
import SQLite

extension StoreSession {
  // MARK: States

  /// The changes that the console of NHN Cloud IAP allows. A refund is final. The console's
  /// *Reserved* is every payment that was not verified, charged or not.
  static func consoleAllows(
    _ new: PaymentState, after old: PaymentState, in market: StoreCode?
  ) -> Bool {
    switch (old, new) {
    case (.success, .refund), (.reserved, .refund), (.charged, .refund): true
    case (.failure, .refund), (.failure, .success): true
    case (.reserved, .success), (.charged, .success): market != .googlePlay
    default: false
    }
  }

  func set(_ state: PaymentState, of row: PurchaseRow, _ charge: Charge) throws {
    let payment = row.purchase.paymentSeq
    guard Self.consoleAllows(state, after: row.state, in: row.purchase.storeCode) else {
      throw IAPError.iap(
        .purchaseStatusInvalid,
        .payment(payment, .changeRefused(from: row.state, to: state, in: row.purchase.storeCode)))
    }
    if state == .success { try complete(row, with: charge) }
    // A consumed payment that is refunded loses its mark; the log still shows it.
    try connection.run(
      "UPDATE purchase SET state = ?, consumed = 0, pending = 0 WHERE id = ?",
      [.text(state.rawValue), .integer(row.id)])
    try record(
      state == .refund ? .refunded : .stateChanged, of: row.id,
      before: row.isConsumed ? "\(row.state.rawValue), consumed" : row.state.rawValue,
      after: state.rawValue)
    guard row.purchase.productType?.isSubscription == true else { return }
    if state == .success { try requireReceipt(of: row.id) }
    try moveStatus(to: row.id...row.id)
  }

  /// Gives a payment that becomes successful its receipt, its price and its currency. Those that
  /// nothing knows are required.
  private func complete(_ row: PurchaseRow, with charge: Charge) throws {
    let missing = [
      ("--receipt ID", try charge.receipt == nil && !isCharged(row)),
      ("--price P", charge.price == nil && row.purchase.price == nil),
      ("--currency C", charge.currency == nil && row.purchase.currency == nil),
    ].filter(\.1).map(\.0)
    guard missing.isEmpty else {
      throw IAPError.iapctl(
        .usage,
        .change(.chargeUnknown(row.purchase.paymentSeq, row.state, missing: missing)))
    }
    if let receipt = charge.receipt, receipt != row.purchase.transactionIdentifier {
      try setTransaction(receipt, of: row)
    }
    try connection.run(
      "UPDATE purchase SET price = coalesce(?, price), currency = coalesce(?, currency) WHERE id = ?",
      [.text(charge.price?.digits), .text(charge.currency), .integer(row.id)])
  }

  /// Whether the transaction of a payment that is not successful is known to be a charge.
  private func isCharged(_ row: PurchaseRow) throws -> Bool {
    guard row.state == .reserved else { return true }
    return try receipt(of: row.purchase.transactionIdentifier) != nil
  }

  /// Gives a payment the transaction of its receipt.
  private func setTransaction(_ transaction: Identifier, of row: PurchaseRow) throws {
    if let other = try purchase(ofTransaction: transaction) {
      throw IAPError.iapctl(
        .usage,
        .change(
          .transactionOfOther(
            transaction: transaction, payment: other.purchase.paymentSeq,
            instead: row.purchase.paymentSeq)))
    }
    if let receipt = try receipt(of: transaction) {
      try requireMatch(row, with: receipt, of: receipt.userID)
    }
    // The first payment of a subscription has its own transaction as its original one.
    try connection.run(
      """
      UPDATE purchase SET transactionIdentifier = ?2,
        originalTransactionIdentifier = CASE originalTransactionIdentifier
          WHEN transactionIdentifier THEN ?2 ELSE originalTransactionIdentifier END
      WHERE id = ?1
      """, [.integer(row.id), .text(transaction.text)])
  }

  /// Writes the receipt of a payment, unless the user's store account has it.
  func requireReceipt(of id: Int64) throws {
    guard
      let row = try connection.first(
        PurchaseRow.selection + "WHERE purchase.id = ?", [.integer(id)], make: PurchaseRow.init),
      let transaction = row.purchase.transactionIdentifier,
      try receipt(of: transaction) == nil
    else { return }
    try insertReceipt(for: row)
  }

  // MARK: Subscriptions

  func set(
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

  // MARK: Approvals

  private func requirePending(_ row: PurchaseRow) throws {
    guard row.isPending else {
      throw IAPError.iap(
        .purchaseStatusInvalid, .payment(row.purchase.paymentSeq, .notPending(row.state)))
    }
  }

  /// The payment is made now: its period begins now.
  func approve(_ row: PurchaseRow) throws {
    try requirePending(row)
    try requireAvailable(row.purchase.storeCode ?? .appStore)
    guard
      let product = try product(
        row.purchase.productIdentifier ?? "", in: row.purchase.storeCode ?? .appStore)
    else {
      throw DatabaseProblem.damaged("payment \(row.purchase.paymentSeq) has no product")
    }
    let user = row.purchase.userID ?? ""
    try requireNotOwned(product, by: user)
    try requireWithinLimit(product, for: user)
    let isSubscription = product.product.productType?.isSubscription == true
    let expiry = isSubscription ? try endOfFirstPeriod(of: product) : nil
    try connection.run(
      """
      UPDATE purchase SET state = 'SUCCESS', pending = 0, purchaseTime = ?, expiryTime = ?
      WHERE id = ?
      """,
      [.integer(now.milliseconds), .integer(expiry?.milliseconds), .integer(row.id)])
    try record(.approved, of: row.id, from: .reserved, to: .reserved)
    try record(.charged, of: row.id, from: .reserved, to: .charged)
    try record(.verified, of: row.id, from: .charged, to: .success)
    guard isSubscription else { return }
    try requireReceipt(of: row.id)
    try moveStatus(to: row.id...row.id)
  }

  func decline(_ row: PurchaseRow) throws {
    try requirePending(row)
    try connection.run(
      "UPDATE purchase SET state = 'USER_CLOSE', pending = 0 WHERE id = ?", [.integer(row.id)])
    try record(.declined, of: row.id, from: .reserved, to: .userClose)
  }
}
