import IAPCore
import SQLite

extension StoreSession {
  /// Writes the subscriptions that the user's store account owns and the console lacks, and answers
  /// every restored payment, those that have expired too. The second time it writes nothing.
  ///
  /// A store does not hand out finished consumables again: the receipt of one that no payment has is
  /// an unfinished transaction, and completed by ``reprocess(_:in:)``.
  func restore(_ user: Identifier, in markets: [StoreCode]) throws -> CompletionReport {
    try requireReadableAccount(of: user)
    var report = CompletionReport()
    let scope = Scope.receipts.requiring(
      "receipt.userID = ? AND \(Self.isSubscription)", .text(user.text))
    report.failures = try failures(of: markets, in: scope).map(\.error)
    for receipt in try receipts(scope, in: markets) {
      do {
        if let purchase = try restore(receipt, for: user) { report.purchases.append(purchase) }
      } catch let error as IAPError {
        report.failures.append(error)
      }
    }
    return report
  }

  private func requireReadableAccount(of user: Identifier) throws {
    let isReadable = try connection.first(
      "SELECT storeAccountReadable FROM user WHERE userID = ?", [.text(user.text)],
      make: { $0.flag(0) })
    if isReadable == false {
      throw IAPError.iap(.restoreFailed, .user(user, .storeAccountUnreadable))
    }
  }

  /// Of a product.
  static let isSubscription =
    "product.productType IN ('AUTO_RENEWABLE', 'CONSUMABLE_AUTO_RENEWABLE')"

  /// The receipts of a scope, oldest first.
  func receipts(_ scope: Scope, in markets: [StoreCode]) throws -> [ReceiptRow] {
    var filter = scope.filter
    filter.require(markets: markets)
    return try connection.all(
      ReceiptRow.selection + filter.clause + " ORDER BY receipt.purchaseTime, receipt.id",
      filter.values, make: ReceiptRow.init)
  }

  /// - Returns: the payment of the receipt, or nil where it is none to restore: broken off (that
  ///   is for reprocessing), refunded or failed.
  private func restore(_ receipt: ReceiptRow, for user: Identifier) throws -> Purchase? {
    try requireName(of: user, on: receipt)
    if let known = try purchase(ofTransaction: receipt.transactionIdentifier) {
      try requireMatch(known, with: receipt, of: user)
      return known.state == .success ? known.purchase : nil
    }
    if let stranger = try stranger(
      inSubscription: receipt.originalTransactionIdentifier ?? receipt.transactionIdentifier,
      of: user, productID: receipt.productID)
    {
      try requireMatch(stranger, with: receipt, of: user)
    }
    let row = try insertPayment(of: receipt, by: user)
    try settle(row)
    return row.purchase
  }

  /// Writes the payment that a receipt proves.
  func insertPayment(of receipt: ReceiptRow, by user: Identifier) throws -> PurchaseRow {
    var new = NewPurchase(
      userID: user, productID: receipt.productID, productType: receipt.productType,
      state: .success, purchaseTime: receipt.purchaseTime)
    let sold = try product(receipt.productIdentifier, in: receipt.storeCode)?.product
    (new.price, new.currency) = (sold?.price, sold?.currency)
    new.transactionIdentifier = receipt.transactionIdentifier
    new.originalTransactionIdentifier = receipt.originalTransactionIdentifier
    new.expiryTime = receipt.productType.isSubscription ? receipt.expiryTime : nil
    return try insert(new)
  }

  /// Refuses a receipt whose payment is known as somebody else's, or as one for something else.
  func requireMatch(
    _ known: PurchaseRow, with receipt: ReceiptRow, of user: Identifier
  ) throws {
    guard known.purchase.userID == user else {
      throw IAPError.iap(
        .userInvalid, .payment(known.purchase.paymentSeq, .ofAnotherUser))
    }
    guard known.productID == receipt.productID else {
      throw IAPError.iap(
        .productInvalid,
        .payment(
          known.purchase.paymentSeq,
          .receiptOfAnotherProduct(
            bought: known.purchase.productIdentifier ?? "", receipt: receipt.productIdentifier)))
    }
  }

  /// Refuses a receipt that does not say that the user bought it.
  func requireName(of user: Identifier, on receipt: ReceiptRow) throws {
    guard let name = receipt.applicationUsername else {
      throw IAPError.iap(
        .paymentInvalid, .receipt(transaction: receipt.transactionIdentifier, .withoutUser))
    }
    guard name == user else {
      throw IAPError.iap(
        .userInvalid, .receipt(transaction: receipt.transactionIdentifier, .ofAnotherUser))
    }
  }

  /// Lets a payment that has just become known take over its subscription, if it is the latest.
  func settle(_ row: PurchaseRow) throws {
    let current = try currentPurchase(ofSubscription: row.subscriptionKey)
    if let current {
      let isLater = (row.purchase.expiryTime, row.id) > (current.purchase.expiryTime, current.id)
      guard isLater else { return }
      try setStatus(nil, of: current)
    }
    let isOver = row.purchase.expiryTime.map { $0 <= now } ?? false
    try setStatus(isOver ? .expired : .active, of: row)
  }
}

private func > (left: (Instant?, Int64), right: (Instant?, Int64)) -> Bool {
  (left.0?.milliseconds ?? .min, left.1) > (right.0?.milliseconds ?? .min, right.1)
}
