import IAPCore
import SQLite

extension StoreSession {
  private enum RowCompletion {
    case completed(Purchase)
    case closed
    case completeBefore
  }

  /// - Parameter checkStop: throws if a signal asked the process to stop.
  /// - Returns: also the rows whose payment is complete now.
  func reprocess(
    _ request: UserRequest, _ logged: [LoggedPurchase], path: String,
    checkStop: () throws -> Void
  ) throws -> (PurchaseLogReport, processed: [LoggedPurchase]) {
    var (result, processed) = (PurchaseLogReport(), [LoggedPurchase]())
    var failed: Set<Identifier> = []
    result.rows = logged.count
    for purchase in logged {
      try checkStop()
      do {
        let progress = try connection.attempt {
          try complete(purchase, of: request.user, sdk: request.sdk, path: path)
        }
        switch progress {
        case .completed(let completed): result.report.purchases.append(completed)
        case .closed: result.report.closed.append(purchase.payment ?? "")
        case .completeBefore: result.alreadyComplete += 1
        }
        processed.append(purchase)
      } catch let error as IAPError {
        result.report.failures.append(error)
        guard let payment = purchase.payment else { continue }
        failed.insert(payment)
        // What the file contradicts stays as it is; what is expired can never be completed.
        if error.code == .iap(.expired), let row = try self.purchase(numbered: payment) {
          try fail(row, because: error)
        }
      }
    }
    // A payment that a row contradicts must not be completed after all.
    let rest = try reprocess(request, except: failed)
    result.report.purchases += rest.purchases
    result.report.closed += rest.closed
    result.report.failures += rest.failures
    return (result, processed)
  }

  private func complete(
    _ logged: LoggedPurchase, of user: Identifier, sdk: SDKVersion?, path: String
  ) throws -> RowCompletion {
    guard let number = logged.payment else {
      throw IAPError.iapctl(
        .inputInvalid, .input(path, .badRow(logged.row, problem: "paymentseq is not a number")))
    }
    guard let row = try purchase(numbered: number) else {
      throw IAPError.iapctl(.paymentNotFound, .payment(number, .notFound))
    }
    let purchase = row.purchase
    guard purchase.userID == user else {
      throw IAPError.iap(.userInvalid, .payment(number, .ofAnotherUser))
    }
    let (product, market) = (purchase.productIdentifier ?? "", purchase.storeCode ?? "")
    let loggedProduct = logged.product ?? product
    guard loggedProduct == product, logged.market == market else {
      throw IAPError.iap(
        .productInvalid,
        .payment(
          number,
          .loggedForAnotherProduct(
            bought: product, market: market, logged: loggedProduct, loggedMarket: logged.market)))
    }
    try requireAvailable(market)
    switch row.state {
    case .reserved, .charged:
      return try complete(row, sdk: sdk, receipt: logged.receipt).map(RowCompletion.completed)
        ?? .closed
    case .success: return .completeBefore
    case .userClose, .failure, .refund:
      throw IAPError.iap(.purchaseStatusInvalid, .payment(number, .notPaid(row.state)))
    }
  }
}
