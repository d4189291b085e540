extension IAPError {
  /// What an error is about. A value is nil if it does not apply or is unknown.
  package struct Subject: Hashable, Sendable {
    package var paymentSeq: Identifier?
    package var storeCode: StoreCode?
    package var productIdentifier: Identifier?

    package init(
      paymentSeq: Identifier? = nil, storeCode: StoreCode? = nil,
      productIdentifier: Identifier? = nil
    ) {
      self.paymentSeq = paymentSeq
      self.storeCode = storeCode
      self.productIdentifier = productIdentifier
    }
  }

  /// What the error is about: the values that the caller gave
  /// (``about(paymentSeq:storeCode:productIdentifier:)``), else the values in its reason.
  package var subject: Subject {
    let named = reason.subject
    return Subject(
      paymentSeq: context.paymentSeq ?? named.paymentSeq,
      storeCode: context.storeCode ?? named.storeCode,
      productIdentifier: context.productIdentifier ?? named.productIdentifier)
  }

  /// The same error with values added; nil adds nothing.
  package func about(
    paymentSeq: Identifier? = nil, storeCode: StoreCode? = nil,
    productIdentifier: Identifier? = nil
  ) -> IAPError {
    // Values in the reason are not stored again, so that equal errors compare equal.
    func told<Value: Equatable>(_ new: Value?, _ old: Value?, _ named: Value?) -> Value? {
      new == named ? (new == nil ? old : nil) : new ?? old
    }
    let named = reason.subject
    var error = self
    error.context = Subject(
      paymentSeq: told(paymentSeq, context.paymentSeq, named.paymentSeq),
      storeCode: told(storeCode, context.storeCode, named.storeCode),
      productIdentifier: told(
        productIdentifier, context.productIdentifier, named.productIdentifier))
    return error
  }

  /// The same error, as the reason why a list lacks a market.
  package func missing(_ market: StoreCode) -> IAPError {
    var error = about(storeCode: market)
    error.missingMarket = market
    return error
  }
}

extension IAPError.Reason {
  /// The values that the reason contains.
  var subject: IAPError.Subject {
    switch self {
    case .marketSwitchedOff(let market): .init(storeCode: market)
    case .product(let product, .notFound(let market, _)):
      .init(storeCode: market, productIdentifier: product)
    case .product(let product, .purchaseUnfinished(_, let payment)):
      .init(paymentSeq: payment, productIdentifier: product)
    case .product(let product, _): .init(productIdentifier: product)
    case .payment(let payment, .inAnotherMarket(let market)):
      .init(paymentSeq: payment, storeCode: market)
    case .payment(let payment, .receiptOfAnotherProduct(let bought, _)):
      .init(paymentSeq: payment, productIdentifier: bought)
    case .payment(let payment, _): .init(paymentSeq: payment)
    default: .init()
    }
  }
}
