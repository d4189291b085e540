extension IAPError {
  /// What an error concerns; nil for what it does not concern, or what is not known.
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

  /// What it concerns: what the caller said (``about(paymentSeq:storeCode:productIdentifier:)``),
  /// else what its reason names.
  package var subject: Subject {
    let named = reason.subject
    return Subject(
      paymentSeq: context.paymentSeq ?? named.paymentSeq,
      storeCode: context.storeCode ?? named.storeCode,
      productIdentifier: context.productIdentifier ?? named.productIdentifier)
  }

  /// The same error, with what the caller knows that it concerns; nil adds nothing.
  package func about(
    paymentSeq: Identifier? = nil, storeCode: StoreCode? = nil,
    productIdentifier: Identifier? = nil
  ) -> IAPError {
    // Two errors that say the same are equal: what the reason names is not said again.
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

  /// The same error as the reason why a list lacks a market.
  package func missing(_ market: StoreCode) -> IAPError {
    var error = about(storeCode: market)
    error.missingMarket = market
    return error
  }
}

extension IAPError.Reason {
  /// What a reason names.
  var subject: IAPError.Subject {
    switch self {
    case .marketSwitchedOff(let market): .init(storeCode: market)
    case .noSuchProduct(let product, let market, _):
      .init(storeCode: market, productIdentifier: product)
    case .productNotInUse(let product), .productUnknownToStore(let product),
      .subscriptionOwned(let product, _, _), .paymentSheetClosed(let product),
      .chargeRefused(let product):
      .init(productIdentifier: product)
    case .purchaseUnfinished(let product, _, let payment):
      .init(paymentSeq: payment, productIdentifier: product)
    case .paymentInAnotherMarket(let payment, let market):
      .init(paymentSeq: payment, storeCode: market)
    case .receiptOfAnotherProduct(let payment, let bought, _):
      .init(paymentSeq: payment, productIdentifier: bought)
    default: .init(paymentSeq: payment)
    }
  }

  /// The payment of a reason that names a payment and nothing else that it concerns.
  private var payment: Identifier? {
    switch self {
    case .receiptRejected(let payment), .paymentUnknown(let payment), .notListed(let payment, _),
      .paymentOfAnotherUser(let payment), .tokenWrong(let payment), .consumedBefore(let payment),
      .consumedByRun(let payment), .consumedAfterUnknown(let payment), .leftUnknown(let payment),
      .listedNoMore(let payment), .heldByRun(let payment, _, _, _, _),
      .outcomeUnrecorded(let payment, _), .notConsumable(let payment, _), .notPaid(let payment, _),
      .subscriptionRevoked(let payment), .periodOver(let payment, _),
      .renewalWithoutReceipt(let payment), .notInJournal(let payment, _),
      .outcomeKnown(let payment, _), .paymentOnServers(let payment, _),
      .entryUncertain(let payment, _, _),
      .deliveryFailed(let payment, _, _), .undoFailed(let payment, _, _):
      payment
    default: nil
    }
  }
}
