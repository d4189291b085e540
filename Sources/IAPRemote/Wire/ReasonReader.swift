import IAPCore

/// Puts a reason together from its name and its parts: the other half of the server's `ErrorShape`.
struct ReasonReader {
  let texts: [String: String]
  let lists: [String: [String]]

  /// Nil where the name is not known, or a part is missing.
  var reason: IAPError.Reason? {
    guard let name = texts["name"] else { return nil }
    return selling(name) ?? payment(name) ?? receipt(name)
  }

  private func selling(_ name: String) -> IAPError.Reason? {
    switch name {
    case "marketSwitchedOff": one("market").map { .marketSwitchedOff(StoreCode($0.text)) }
    case "noSuchProduct":
      two("product", "market").flatMap { product, market in
        lists["soldIn"].map { others in
          .product(
            product, .notFound(market: StoreCode(market.text), soldIn: others.map { StoreCode($0) })
          )
        }
      }
    case "productNotInUse": one("product").map { .product($0, .notInUse) }
    case "productUnknownToStore": one("product").map { .product($0, .unknownToStore) }
    case "subscriptionOwned":
      two("product", "user").map {
        .product($0, .subscriptionOwned(user: $1, until: texts["until"].flatMap { Instant($0) }))
      }
    case "purchaseUnfinished":
      three("product", "user", "payment").map {
        .product($0, .purchaseUnfinished(user: $1, payment: $2))
      }
    case "paymentSheetClosed": one("product").map { .product($0, .paymentSheetClosed) }
    case "chargeRefused": one("product").map { .product($0, .chargeRefused) }
    case "receiptRejected": one("payment").map { .payment($0, .receiptRejected) }
    case "purchasesSwitchedOff": one("user").map { .user($0, .purchasesSwitchedOff) }
    case "limitPassed": limitPassed
    default: nil
    }
  }

  private var limitPassed: IAPError.Reason? {
    guard let user = one("user"), let limit = texts["limit"].flatMap({ Price($0) }),
      let spent = texts["spent"].flatMap({ Price($0) }), let currency = texts["currency"]
    else { return nil }
    return .user(user, .limitPassed(limit: limit, spent: spent, currency: currency))
  }

  private func payment(_ name: String) -> IAPError.Reason? {
    switch name {
    case "paymentUnknown": one("payment").map { .payment($0, .notFound) }
    case "paymentInAnotherMarket":
      two("payment", "market").map { .payment($0, .inAnotherMarket(StoreCode($1.text))) }
    case "paymentOfAnotherUser": one("payment").map { .payment($0, .ofAnotherUser) }
    case "tokenWrong": one("payment").map { .payment($0, .tokenWrong) }
    case "consumedBefore": one("payment").map { .payment($0, .consumedBefore) }
    case "notConsumable":
      two("payment", "productType").map { .payment($0, .notConsumable(ProductType($1.text))) }
    case "notPaid":
      two("payment", "state").flatMap { payment, state in
        PaymentState(rawValue: state.text).map { .payment(payment, .notPaid($0)) }
      }
    case "subscriptionRevoked": one("payment").map { .payment($0, .subscriptionRevoked) }
    default: nil
    }
  }

  private func receipt(_ name: String) -> IAPError.Reason? {
    switch name {
    case "receiptOfAnotherProduct":
      three("payment", "bought", "receipt").map {
        .payment($0, .receiptOfAnotherProduct(bought: $1, receipt: $2))
      }
    case "receiptWithoutUser": one("transaction").map { .receipt(transaction: $0, .withoutUser) }
    case "receiptOfAnotherUser":
      one("transaction").map { .receipt(transaction: $0, .ofAnotherUser) }
    case "periodOver":
      two("payment", "since").flatMap { payment, since in
        Instant(since.text).map { .payment(payment, .periodOver(since: $0)) }
      }
    case "renewalWithoutReceipt": one("payment").map { .payment($0, .renewalWithoutReceipt) }
    case "storeAccountUnreadable": one("user").map { .user($0, .storeAccountUnreadable) }
    case "fault": one("operation").map { .fault(operation: $0.text) }
    default: nil
    }
  }

  // MARK: Parts

  private func one(_ name: String) -> Identifier? { texts[name].map { Identifier($0) } }

  private func two(_ first: String, _ second: String) -> (Identifier, Identifier)? {
    guard let first = one(first), let second = one(second) else { return nil }
    return (first, second)
  }

  private func three(
    _ first: String, _ second: String, _ third: String
  ) -> (Identifier, Identifier, Identifier)? {
    guard let (first, second) = two(first, second), let third = one(third) else { return nil }
    return (first, second, third)
  }
}
