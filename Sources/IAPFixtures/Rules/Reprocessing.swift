import IAPCore
import SQLite

extension StoreSession {
  /// Completes the user's interrupted purchases, and then the unfinished transactions of the store
  /// account, each oldest first.
  ///
  /// A purchase that cannot be completed fails for good, so that it blocks no other one: its charge is
  /// to be refunded. If only the SDK does not fit, it stays as it is. A reservation without a receipt was never charged and is closed. A purchase that
  /// waits for an approval goes on waiting.
  ///
  /// - Parameter except: payments that stay as they are.
  func reprocess(
    _ request: UserRequest, except: Set<Identifier> = []
  ) throws -> CompletionReport {
    let (user, markets) = (request.user, request.markets)
    var report = CompletionReport()
    let scope = Scope.purchases.requiring(
      "purchase.userID = ? AND purchase.state IN ('RESERVED', 'CHARGED') "
        + "AND purchase.pending = 0", .text(user.text))
    report.failures = try failures(of: markets, in: scope).map(\.error)
    for row in try purchases(scope, in: markets)
    where !except.contains(row.purchase.paymentSeq) {
      do {
        if let purchase = try complete(row, sdk: request.sdk) {
          report.purchases.append(purchase)
        } else {
          report.closed.append(row.purchase.paymentSeq)
        }
      } catch let error as IAPError {
        if error.code != .iap(.verifyFailed) { try fail(row, because: error) }
        report.failures.append(error.about(paymentSeq: row.purchase.paymentSeq))
      }
    }
    try finishTransactions(of: user, in: markets, sdk: request.sdk, &report)
    return report
  }

  /// Completes the receipts whose transaction no payment has. Subscriptions are excluded: `restore`
  /// handles them.
  private func finishTransactions(
    of user: Identifier, in markets: [StoreCode], sdk: SDKVersion?,
    _ report: inout CompletionReport
  ) throws {
    let scope = Scope.receipts.requiring(
      """
      receipt.userID = ? AND NOT \(Self.isSubscription) AND NOT EXISTS (
        SELECT 1 FROM purchase
        WHERE purchase.transactionIdentifier = receipt.transactionIdentifier)
      """, .text(user.text))
    let reported = report.failures
    report.failures += try failures(of: markets, in: scope).map(\.error)
      .filter { !reported.contains($0) }
    for receipt in try receipts(scope, in: markets) {
      do {
        try requireName(of: user, on: receipt)
        if let (sdk, way) = try unknownVerification(to: sdk, in: receipt.storeCode) {
          throw IAPError.iap(
            .verifyFailed,
            .receipt(
              transaction: receipt.transactionIdentifier, .sdkCannotVerify(sdk, way)))
        }
        report.purchases.append(try insertPayment(of: receipt, by: user, as: .reprocessed).purchase)
      } catch let error as IAPError {
        report.failures.append(error)
      }
    }
  }

  /// The purchases of a scope, oldest first.
  func purchases(_ scope: Scope, in markets: [StoreCode]) throws -> [PurchaseRow] {
    var filter = scope.filter
    filter.require(markets: markets, without: try switchedOff())
    return try connection.all(
      PurchaseRow.selection + filter.clause + " ORDER BY purchase.purchaseTime, purchase.id",
      filter.values, make: PurchaseRow.init)
  }

  /// - Parameters:
  ///   - sdk: the version of the SDK that verifies; nil if that does not matter.
  ///   - proof: a receipt that is kept outside of the store: a transaction of the store account, or
  ///     another proof of the charge.
  /// - Returns: the completed purchase, or nil if it was never charged and was closed.
  func complete(
    _ row: PurchaseRow, sdk: SDKVersion?, receipt proof: Identifier? = nil
  ) throws -> Purchase? {
    let receipt = try receipt(of: row.purchase.transactionIdentifier) ?? receipt(of: proof)
    if let receipt {
      try verify(row, by: receipt)
    } else if proof != nil {
      // It was charged, and the store account has nothing to compare it with.
    } else if row.state == .reserved {
      try setState(.userClose, of: row, as: .closed)
      return nil
    } else if row.isRenewal {
      throw IAPError.iap(
        .renewalPaymentNotFound, .payment(row.purchase.paymentSeq, .renewalWithoutReceipt))
    }
    let market = row.purchase.storeCode ?? .appStore
    if let (sdk, way) = try unknownVerification(to: sdk, in: market) {
      throw IAPError.iap(
        .verifyFailed, .payment(row.purchase.paymentSeq, .sdkCannotVerify(sdk, way)))
    }
    if let expiry = row.purchase.expiryTime, expiry <= now {
      throw IAPError.iap(
        .expired, .payment(row.purchase.paymentSeq, .periodOver(since: expiry)))
    }
    try setState(.success, of: row, as: .reprocessed)
    if row.purchase.productType?.isSubscription == true {
      try requireReceipt(of: row.id)
      try moveStatus(to: row.id...row.id)
    }
    return row.purchase
  }

  func receipt(of transaction: Identifier?) throws -> ReceiptRow? {
    try connection.first(
      ReceiptRow.selection + "WHERE receipt.transactionIdentifier = ?",
      [.text(transaction?.text)], make: ReceiptRow.init)
  }

  private func verify(_ row: PurchaseRow, by receipt: ReceiptRow) throws {
    let user = row.purchase.userID ?? ""
    try requireName(of: user, on: receipt)
    try requireMatch(row, with: receipt, of: user)
  }

  func fail(_ row: PurchaseRow, because error: IAPError) throws {
    try setState(.failure, of: row)
    let reason = [error.number.map(String.init), error.name].compactMap(\.self)
    try record(
      .failed, of: row.id, before: row.state.rawValue,
      after: "FAILURE (\(reason.joined(separator: " ")), to be refunded)")
  }

  private func setState(_ state: PaymentState, of row: PurchaseRow, as event: EventKind) throws {
    try setState(state, of: row)
    try record(event, of: row.id, from: row.state, to: state)
  }

  private func setState(_ state: PaymentState, of row: PurchaseRow) throws {
    try connection.run(
      "UPDATE purchase SET state = ? WHERE id = ?",
      [.text(state.rawValue), .integer(row.id)])
  }
}
