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
          .noSuchProduct(
            product, market: StoreCode(market.text), soldIn: others.map { StoreCode($0) })
        }
      }
    case "productNotInUse": one("product").map { .productNotInUse($0) }
    case "productUnknownToStore": one("product").map { .productUnknownToStore($0) }
    case "subscriptionOwned":
      two("product", "user").map {
        .subscriptionOwned($0, user: $1, until: texts["until"].flatMap { Instant($0) })
      }
    case "purchaseUnfinished":
      three("product", "user", "payment").map { .purchaseUnfinished($0, user: $1, payment: $2) }
    case "paymentSheetClosed": one("product").map { .paymentSheetClosed($0) }
    case "chargeRefused": one("product").map { .chargeRefused($0) }
    case "receiptRejected": one("payment").map { .receiptRejected(payment: $0) }
    case "purchasesSwitchedOff": one("user").map { .purchasesSwitchedOff(user: $0) }
    case "limitPassed": limitPassed
    default: nil
    }
  }

  private var limitPassed: IAPError.Reason? {
    guard let user = one("user"), let limit = texts["limit"].flatMap({ Price($0) }),
      let spent = texts["spent"].flatMap({ Price($0) }), let currency = texts["currency"]
    else { return nil }
    return .limitPassed(user: user, limit: limit, spent: spent, currency: currency)
  }

  private func payment(_ name: String) -> IAPError.Reason? {
    switch name {
    case "paymentUnknown": one("payment").map { .paymentUnknown($0) }
    case "paymentInAnotherMarket":
      two("payment", "market").map { .paymentInAnotherMarket($0, StoreCode($1.text)) }
    case "paymentOfAnotherUser": one("payment").map { .paymentOfAnotherUser(payment: $0) }
    case "tokenWrong": one("payment").map { .tokenWrong(payment: $0) }
    case "consumedBefore": one("payment").map { .consumedBefore(payment: $0) }
    case "notConsumable":
      two("payment", "productType").map { .notConsumable(payment: $0, ProductType($1.text)) }
    case "notPaid":
      two("payment", "state").flatMap { payment, state in
        PaymentState(rawValue: state.text).map { .notPaid(payment: payment, $0) }
      }
    case "subscriptionRevoked": one("payment").map { .subscriptionRevoked(payment: $0) }
    default: nil
    }
  }

  private func receipt(_ name: String) -> IAPError.Reason? {
    switch name {
    case "receiptOfAnotherProduct":
      three("payment", "bought", "receipt").map {
        .receiptOfAnotherProduct(payment: $0, bought: $1, receipt: $2)
      }
    case "receiptWithoutUser": one("transaction").map { .receiptWithoutUser(transaction: $0) }
    case "receiptOfAnotherUser": one("transaction").map { .receiptOfAnotherUser(transaction: $0) }
    case "periodOver":
      two("payment", "since").flatMap { payment, since in
        Instant(since.text).map { .periodOver(payment: payment, since: $0) }
      }
    case "renewalWithoutReceipt": one("payment").map { .renewalWithoutReceipt(payment: $0) }
    case "storeAccountUnreadable": one("user").map { .storeAccountUnreadable(user: $0) }
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
