import IAPCore
import SQLite

extension StoreSession {
  /// Marks a payment as delivered, or says why it cannot be.
  func consume(_ request: ConsumeRequest) throws -> Result<ConsumeReceipt, IAPError> {
    let row: PurchaseRow
    switch try consumable(request) {
    case .failure(let refusal): return .failure(refusal)
    case .success(let found): row = found
    }
    try connection.run("UPDATE purchase SET consumed = 1 WHERE id = ?", [.integer(row.id)])
    return .success(
      ConsumeReceipt(
        price: row.purchase.price, currency: row.purchase.currency,
        productSeq: row.purchase.productSeq, userID: row.purchase.userID))
  }

  /// The payment that a request would consume, or why it cannot be.
  func consumable(_ request: ConsumeRequest) throws -> Result<PurchaseRow, IAPError> {
    guard let row = try purchase(numbered: request.paymentSeq) else {
      return .failure(.iapctl(.paymentNotFound, .paymentUnknown(request.paymentSeq)))
    }
    if let refusal = try refusal(to: request, of: row) { return .failure(refusal) }
    return .success(row)
  }

  private func refusal(to request: ConsumeRequest, of row: PurchaseRow) throws -> IAPError? {
    let payment = request.paymentSeq
    if let market = row.purchase.storeCode, !request.markets.isEmpty,
      !request.markets.contains(market)
    {
      return .iapctl(.paymentNotFound, .paymentInAnotherMarket(payment, market))
    }
    if let market = row.purchase.storeCode, let off = try failures(of: [market], in: nil).first {
      return off.error
    }
    if let token = request.accessToken, token != row.purchase.accessToken {
      return IAPError(
        .iap(.changePurchaseStatusFailed), .tokenWrong(payment: payment), serverCode: 5000)
    }
    if let user = request.user, user != row.purchase.userID {
      return .iap(.userInvalid, .paymentOfAnotherUser(payment: payment))
    }
    if row.isConsumed { return .alreadyConsumed(payment) }
    let type = row.purchase.productType ?? .unknown
    guard row.state == .success else {
      return .iap(.purchaseStatusInvalid, .notPaid(payment: payment, row.state))
    }
    guard type.isConsumed else {
      return .iap(.purchaseStatusInvalid, .notConsumable(payment: payment, type))
    }
    if type.isSubscription,
      try currentPurchase(ofSubscription: row.subscriptionKey)?.status == .revoked
    {
      return .iap(.purchaseStatusInvalid, .subscriptionRevoked(payment: payment))
    }
    return nil
  }
}
