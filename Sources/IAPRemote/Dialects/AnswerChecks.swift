import IAPCore

extension MarketResults<[Purchase]> {
  /// Reports the payments whose product is not known: they may or may not be of the products that were asked for.
  ///
  /// - Throws: the failure, if the list is of no single market.
  mutating func reportUnlisted(_ products: [Identifier]) throws(IAPError) {
    let areNumbers = products.allSatisfy(\.isDigits)
    let unlisted = elements.filter {
      $0.productIdentifier == nil && $0.gamebaseProductID == nil
        && ($0.productSeq == nil || !areNumbers) && !$0.isOf(products)
    }
    guard !unlisted.isEmpty else { return }
    let numbers = Set(unlisted.compactMap(\.productSeq)).sorted()
    let failure = IAPError.iapctl(
      .productUnlisted, .productsUnlisted(numbers, payments: unlisted.count))
    guard let market = unlisted.first?.storeCode else { throw failure }
    failures.append(MarketFailure(market, failure))
  }
}

extension ConsumeReceipt {
  /// Checks the receipt against the request: a receipt for another product or market belongs to
  /// another payment.
  func answer(to request: Payment) -> DecodedResponse<ConsumeReceipt> {
    if let sent = request.productSeq, let received = productSeq, sent != received {
      return .invalid("result.productSeq is \(received), but the payment is for product \(sent)")
    }
    if let received = storeCode, let sent = request.purchase.storeCode, sent != received {
      return .invalid("result.marketId is \(received), but the payment is of market \(sent)")
    }
    return .success(self)
  }
}
