import IAPCore
import SQLite

extension StoreSession {
  /// Marks a payment as consumed, or returns the reason why it cannot be consumed.
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

  /// The payment that `consume` would mark as consumed for this request, or the reason for a
  /// refusal.
  func consumable(_ request: ConsumeRequest) throws -> Result<PurchaseRow, IAPError> {
    guard let row = try purchase(numbered: request.paymentSeq) else {
      return .failure(.iapctl(.paymentNotFound, .payment(request.paymentSeq, .notFound)))
    }
    if let refusal = try refusal(to: request, of: row) { return .failure(refusal) }
    return .success(row)
  }

  private func refusal(to request: ConsumeRequest, of row: PurchaseRow) throws -> IAPError? {
    let payment = request.paymentSeq
    if let market = row.purchase.storeCode, !request.markets.isEmpty,
      !request.markets.contains(market)
    {
      return .iapctl(.paymentNotFound, .payment(payment, .inAnotherMarket(market)))
    }
    if let market = row.purchase.storeCode, let off = try failures(of: [market], in: nil).first {
      return off.error
    }
    if let token = request.accessToken, token != row.purchase.accessToken {
      return IAPError(
        .iap(.changePurchaseStatusFailed), .payment(payment, .tokenWrong), serverCode: 5000)
    }
    if let user = request.user, user != row.purchase.userID {
      return .iap(.userInvalid, .payment(payment, .ofAnotherUser))
    }
    if row.isConsumed { return .alreadyConsumed(payment) }
    let type = row.purchase.productType ?? .unknown
    guard row.state == .success else {
      return .iap(.purchaseStatusInvalid, .payment(payment, .notPaid(row.state)))
    }
    guard type.isConsumed else {
      return .iap(.purchaseStatusInvalid, .payment(payment, .notConsumable(type)))
    }
    if type.isSubscription,
      try currentPurchase(ofSubscription: row.subscriptionKey)?.status == .revoked
    {
      return .iap(.purchaseStatusInvalid, .payment(payment, .subscriptionRevoked))
    }
    return nil
  }
}
