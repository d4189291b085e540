import IAPCore
import SQLite

extension StoreSession {
  /// Records the subscriptions of the user's store account that the console does not have. Returns
  /// every restored payment, expired ones included. A second call writes nothing.
  ///
  /// A store does not return finished consumables again. A receipt of a consumable without a
  /// payment is an unfinished transaction, which ``reprocess(_:except:)`` completes.
  func restore(_ request: UserRequest) throws -> CompletionReport {
    let (user, markets) = (request.user, request.markets)
    try requireReadableAccount(of: user)
    var report = CompletionReport()
    let scope = Scope.receipts.requiring(
      "receipt.userID = ? AND \(Self.isSubscription)", .text(user.text))
    report.failures = try failures(of: markets, in: scope).map(\.error)
    for receipt in try receipts(scope, in: markets) {
      do {
        guard let (purchase, isNew) = try restore(receipt, for: user, sdk: request.sdk) else {
          continue
        }
        report.purchases.append(purchase)
        if isNew { report.recorded.append(purchase.paymentSeq) }
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

  /// A condition on the type of a product.
  static let isSubscription =
    "product.productType IN ('AUTO_RENEWABLE', 'CONSUMABLE_AUTO_RENEWABLE')"

  /// The receipts of a scope, oldest first.
  func receipts(_ scope: Scope, in markets: [StoreCode]) throws -> [ReceiptRow] {
    var filter = scope.filter
    filter.require(markets: markets, without: try switchedOff())
    return try connection.all(
      ReceiptRow.selection + filter.clause + " ORDER BY receipt.purchaseTime, receipt.id",
      filter.values, make: ReceiptRow.init)
  }

  /// - Returns: the payment of the receipt, and whether it is recorded or completed now; or nil if it cannot be restored because it is refunded or
  ///   failed. An interrupted one is completed, as by ``reprocess(_:except:)``.
  private func restore(
    _ receipt: ReceiptRow, for user: Identifier, sdk: SDKVersion?
  ) throws -> (Purchase, isNew: Bool)? {
    try requireName(of: user, on: receipt)
    if let existing = try purchase(ofTransaction: receipt.transactionIdentifier) {
      try requireMatch(existing, with: receipt, of: user)
      if existing.state == .success { return (existing.purchase, false) }
      let isInterrupted = [.reserved, .charged].contains(existing.state) && !existing.isPending
      return isInterrupted ? try completeOrFail(existing, sdk: sdk).map { ($0, true) } : nil
    }
    let row = try insertPayment(of: receipt, by: user, as: .restored)
    try moveStatus(to: row.id...row.id)
    return (row.purchase, true)
  }

  private func completeOrFail(_ row: PurchaseRow, sdk: SDKVersion?) throws -> Purchase? {
    do {
      return try complete(row, sdk: sdk)
    } catch let error as IAPError {
      // With an SDK that can verify it, it can still be completed.
      if error.code != .iap(.verifyFailed) { try fail(row, because: error) }
      throw error.about(paymentSeq: row.purchase.paymentSeq)
    }
  }

  /// Inserts the payment that a receipt proves, and writes the event.
  func insertPayment(
    of receipt: ReceiptRow, by user: Identifier, as event: EventKind
  ) throws -> PurchaseRow {
    var new = NewPurchase(
      productID: receipt.productID, of: receipt.productType, by: user, state: .success,
      at: receipt.purchaseTime)
    let sold = try product(receipt.productIdentifier, in: receipt.storeCode)?.product
    (new.purchase.price, new.purchase.currency) = (sold?.price, sold?.currency)
    new.purchase.transactionIdentifier = receipt.transactionIdentifier
    new.purchase.originalTransactionIdentifier = receipt.originalTransactionIdentifier
    new.purchase.expiryTime = receipt.productType.isSubscription ? receipt.expiryTime : nil
    if let conflicting = try conflictingPurchase(with: new) {
      try requireMatch(conflicting, with: receipt, of: user)
    }
    let row = try insert(new)
    try record(event, of: row.id, from: nil, to: .success)
    return row
  }

  /// Refuses a receipt if its payment is known for another user or another product.
  func requireMatch(
    _ existing: PurchaseRow, with receipt: ReceiptRow, of user: Identifier
  ) throws {
    guard existing.purchase.userID == user else {
      throw IAPError.iap(
        .userInvalid, .payment(existing.purchase.paymentSeq, .ofAnotherUser))
    }
    guard existing.productID == receipt.productID else {
      throw IAPError.iap(
        .productInvalid,
        .payment(
          existing.purchase.paymentSeq,
          .receiptOfAnotherProduct(
            bought: existing.purchase.productIdentifier ?? "", receipt: receipt.productIdentifier)))
    }
  }

  /// Refuses a receipt that does not name the user as its buyer.
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
}
