import IAPCore
import SQLite

extension StoreSession {
  /// Marks a payment as consumed, or returns the reason why it cannot be consumed.
  ///
  /// - Parameter off: see ``consumable(_:_:)``.
  func consume(
    _ request: Payment, _ off: [MarketFailure]
  ) throws -> Result<ConsumeReceipt, IAPError> {
    let row: PurchaseRow
    switch try consumable(request, off) {
    case .failure(let refusal): return .failure(refusal)
    case .success(let found): row = found
    }
    try markConsumed(row.id)
    return .success(
      ConsumeReceipt(
        price: row.purchase.price, currency: row.purchase.currency,
        productSeq: row.purchase.productSeq, userID: row.purchase.userID))
  }

  /// The error for a number that no payment has. If it is the transaction of a payment, the error
  /// names that payment.
  func requirePurchase(numbered number: Identifier) throws -> PurchaseRow {
    guard let row = try purchase(numbered: number) else { throw try notFound(number) }
    return row
  }

  func notFound(_ number: Identifier) throws -> IAPError {
    let owner = try connection.first(
      "SELECT paymentSeq FROM purchase WHERE transactionIdentifier = ?", [.text(number.text)],
      make: { $0.text("paymentSeq").map { Identifier($0) } })
    return .iapctl(
      .paymentNotFound,
      .payment(number, (owner ?? nil).map { .isTransaction(of: $0) } ?? .notFound))
  }

  func markConsumed(_ id: Int64) throws {
    try connection.run("UPDATE purchase SET consumed = 1 WHERE id = ?", [.integer(id)])
    try record(.consumed, of: id, before: Self.unconsumed, after: Self.consumed)
  }

  /// The texts for the consumed mark in an event.
  static let (unconsumed, consumed) = ("unconsumed", "consumed")

  /// The payment that `consume` would mark as consumed for this request, or the reason for a
  /// refusal.
  ///
  /// - Parameter off: ``failuresOfMarkets()``, which is read once for many requests.
  func consumable(
    _ request: Payment, _ off: [MarketFailure]
  ) throws -> Result<PurchaseRow, IAPError> {
    guard let row = try purchase(numbered: request.paymentSeq) else {
      return .failure(try notFound(request.paymentSeq))
    }
    if let refusal = try refusal(to: request, of: row, off) { return .failure(refusal) }
    return .success(row)
  }

  private func refusal(
    to request: Payment, of row: PurchaseRow, _ off: [MarketFailure]
  ) throws -> IAPError? {
    let payment = request.paymentSeq
    if let market = row.purchase.storeCode, !request.markets.isEmpty,
      !request.markets.contains(market)
    {
      return .iapctl(.paymentNotFound, .payment(payment, .inAnotherMarket(market)))
    }
    if let failure = off.first(where: { $0.market == row.purchase.storeCode }) {
      return failure.error
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
    let status =
      type.isSubscription
      ? try currentPurchase(ofSubscription: row.subscriptionKey)?.status : nil
    guard type.isConsumed else {
      return .iap(.purchaseStatusInvalid, .payment(payment, .notConsumable(type, status)))
    }
    // What Google Play does not list cannot be consumed by its number either.
    guard let status, status.isWithheldByGooglePlay, row.purchase.storeCode == .googlePlay else {
      return nil
    }
    return .iap(
      .purchaseStatusInvalid,
      .payment(payment, status == .revoked ? .subscriptionRevoked : .subscriptionWithheld(status)))
  }
}
