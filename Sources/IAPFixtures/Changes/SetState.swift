package import IAPCore
import SQLite

/// The state of a payment is set, as in the IAP console.
package struct SetState: StoreChange {
  package var payment: Identifier
  package var state: PaymentState
  /// What the store charged. Only a payment that becomes successful can be given one.
  package var charge: Charge

  package init(_ payment: Identifier, _ state: PaymentState, _ charge: Charge = Charge()) {
    (self.payment, self.state, self.charge) = (payment, state, charge)
  }

  package static let command = "set-state"

  package static let form = ChangeForm(
    SetState("", .success), route: "state",
    "set the state of a payment, as in the IAP console",
    discussion: [
      "The IAP console allows these changes, and all others are refused (error com.nhncloud.iap "
        + "13): SUCCESS to REFUND; RESERVED and CHARGED to REFUND, and to SUCCESS except on Google "
        + "Play; FAILURE to SUCCESS or REFUND. The console shows RESERVED and CHARGED alike, as "
        + "'Reserved': payments that were not verified.",
      "SUCCESS needs the receipt, the price and the currency if the store does not know them. A "
        + "RESERVED payment needs --receipt, unless the user's store account has its transaction.",
      "A refund is final. The payment leaves the unconsumed list, and its subscription is revoked. "
        + "A payment that becomes successful is unconsumed, and its subscription begins.",
    ],
    [
      .payment(\.payment), .choice("state", \.state, "the new state"),
      .option(
        "receipt", \.charge.receipt, .transaction, .name,
        "with SUCCESS: the transaction that the app store charged",
        fallback: "that of the payment"),
      .option(
        "price", \.charge.price, .price, .charge, "with SUCCESS: what was charged",
        fallback: "the price of the payment"),
      .option(
        "currency", \.charge.currency, .currency, .currency,
        "with SUCCESS: the currency of the price", fallback: "that of the payment"),
    ],
    examples: [
      ChangeExample("iapctl store set-state 2026011410000001 REFUND", "refund alice's payment"),
      ChangeExample(
        "iapctl store set-state 2026011510000001 SUCCESS",
        "frank's interrupted payment was charged"),
      ChangeExample(
        "iapctl store set-state 2026011510000009 SUCCESS --receipt 777",
        "a failed payment was charged after all", status: 3),
    ], sample: SetState("2026011510000001", .success), related: ["store refund", "store log"])

  package var misplaced: String? {
    guard state != .success else { return nil }
    if charge.receipt != nil { return "receipt" }
    if charge.price != nil { return "price" }
    return charge.currency != nil ? "currency" : nil
  }

  package func make(in session: StoreSession) throws {
    try session.set(state, of: session.requirePurchase(numbered: payment), charge)
  }
}

/// What a person knows of the charge of a payment. A value that is nil stays as the payment has it.
package struct Charge: Hashable, Sendable {
  /// The transaction in the receipt.
  package var receipt: Identifier?
  package var price: Price?
  package var currency: String?

  package init(receipt: Identifier? = nil, price: Price? = nil, currency: String? = nil) {
    (self.receipt, self.price, self.currency) = (receipt, price, currency)
  }
}

extension StoreSession {
  /// The changes that the console of NHN Cloud IAP allows. A refund is final. The console's
  /// *Reserved* is every payment that was not verified, charged or not.
  private static func consoleAllows(
    _ new: PaymentState, after old: PaymentState, in market: StoreCode?
  ) -> Bool {
    switch (old, new) {
    case (.success, .refund), (.reserved, .refund), (.charged, .refund): true
    case (.failure, .refund), (.failure, .success): true
    case (.reserved, .success), (.charged, .success): market != .googlePlay
    default: false
    }
  }

  fileprivate func set(_ state: PaymentState, of row: PurchaseRow, _ charge: Charge) throws {
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
}
