import IAPCore
import IAPFixtures

extension Model {
  /// The same lines as ``ModelledStore/lines()``.
  func lines() -> [String] {
    func text(_ value: Int64?) -> String { value.map(String.init) ?? "-" }
    var lines = ["clock \(clock)"]
    lines += payments.map {
      """
      payment \($0.number) \($0.user) \($0.product.name) \($0.state.rawValue)\
      \($0.isConsumed ? " consumed" : "")\($0.isPending ? " pending" : "") \
      \($0.status?.name ?? "-") \($0.time) \(text($0.expiry)) \($0.transaction) \
      \($0.original ?? "-")
      """
    }
    lines += receipts.map {
      """
      receipt \($0.transaction) \($0.user) \($0.product.name) \($0.original ?? "-") \($0.time) \
      \(text($0.expiry)) \($0.name ?? "-")
      """
    }
    lines += kept.map { "kept \($0.user) \($0.product)" }
    lines += faults.map {
      "fault \($0.operation) \($0.answer == nil ? "\($0.code)" : "-") \($0.used)"
    }
    lines += users.map { user in
      "user \(user.name) \(user.isBillingFailing.map { $0 ? "failing" : "ok" } ?? "-")"
    }
    return lines + log.map { "event \($0)" }
  }

  /// The seed of the store before the first operation.
  var seed: String {
    let markets = ["AS", "GG"].map {
      """
      {"storeCode": "\($0)", "available": \(!switchedOff.contains($0)),
       "verification": \(verification.map { "\"\($0)\"" } ?? "null")}
      """
    }
    let users = users.map { user in
      """
      {"userID": "\(user.name)", "paymentsAllowed": \(user.mayPay),
       "storeAccountReadable": \(user.isAccountReadable),
       "billing": \(user.isBillingFailing.map { $0 ? "\"failing\"" : "\"ok\"" } ?? "null"),
       "monthlyLimit": {\(user.limit.map { "\"USD\": \($0)" } ?? "")}}
      """
    }
    return Game.seed(
      clock: Instant(clock).description, markets: markets.joined(separator: ","),
      products: products.map(\.seed).joined(separator: ","), users: users.joined(separator: ","))
  }
}

extension Model.Product {
  var seed: String {
    func text(_ period: ModelPeriod?) -> String { period.map { "\"\($0.text)\"" } ?? "null" }
    return """
      {"productIdentifier": "\(name)", "storeCode": "\(market)", "productType": "\(type)",
       "price": \(price.map(String.init) ?? "null"), "currency": "\(currency)",
       "period": \(text(period)), "grace": \(text(grace)), "hold": \(text(hold)),
       "active": \(isActive), "inStore": \(isInStore),
       "subscriptionGroup": \(group.map { "\"\($0)\"" } ?? "null")}
      """
  }
}

extension Model.Receipt {
  var seed: String {
    func text(_ value: String?) -> String { value.map { "\"\($0)\"" } ?? "null" }
    return """
      {"userID": "\(user)", "productIdentifier": "\(product.name)",
       "storeCode": "\(product.market)", "transactionIdentifier": "\(transaction)",
       "originalTransactionIdentifier": \(text(original)), "purchaseTime": "\(Instant(time))",
       "expiryTime": \(text(expiry.map { Instant($0).description })),
       "applicationUsername": \(text(name))}
      """
  }
}

extension Model.Fault {
  var planned: PlannedFault {
    get throws {
      try PlannedFault(
        on: IAPOperation(rawValue: operation) ?? .products, failure, isAfter: isAfter,
        skip: Int64(skip), times: Int64(times), product: product.map { Identifier($0) },
        user: user.map { Identifier($0) }, payment: payment.map { Identifier($0) })
    }
  }

  private var failure: PlannedFault.Failure {
    switch answer {
    case nil: .error(code < 100 ? .iap : .http, Int64(code))
    case .status(let status): .status(Int64(status))
    case .resultCode(let code): .serverCode(Int64(code))
    case .cut: .cut(after: 10)
    }
  }
}
