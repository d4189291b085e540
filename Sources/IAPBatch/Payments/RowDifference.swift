package import IAPCore

/// What a row says of its payment and the payment contradicts.
package struct RowDifference {
  private var found: [LineProblem.Detail] = []
  private var said: [LineProblem.Detail] = []

  /// Nil if they agree. What one of them does not say is not compared.
  ///
  /// - Parameter token: whose the token of the row is, if it is not the payment's.
  init?(row: Purchase, payment: Purchase, token: LineProblem.Detail? = nil) {
    if let token {
      let own = LineProblem.Detail.tokenOf(row.paymentSeq)
      found.append(token == .otherToken ? own : token)
      said.append(token == .otherToken ? token : own)
    }
    compare(row.userID, payment.userID) { .text($0.text) }
    compare(row.storeCode, payment.storeCode) { .text($0.text) }
    compare(row.productIdentifier, payment.productIdentifier) { .text($0.text) }
    compare(row.productSeq, payment.productSeq) { .product($0) }
    compareAmounts((row.price, row.currency), (payment.price, payment.currency))
    compare(row.transactionIdentifier, payment.transactionIdentifier) { .transaction($0) }
    compare(row.originalTransactionIdentifier, payment.originalTransactionIdentifier) {
      .transaction($0)
    }
    if row.productType != .unknown, payment.productType != .unknown {
      compare(row.productType, payment.productType) { .text($0.name) }
    }
    compare(row.isSandboxPayment, payment.isSandboxPayment) { .text("sandboxPayment \($0)") }
    compare(row.isStorePayment, payment.isStorePayment) { .text("storePayment \($0)") }
    if said.isEmpty { return nil }
  }

  /// Nil if the answer to a consume says nothing else than what was known before.
  private init?(of payment: Payment, _ answer: ConsumeReceipt) {
    compare(payment.storeCode, answer.storeCode) { .text($0.text) }
    compare(payment.productSeq, answer.productSeq) { .product($0) }
    compareAmounts((payment.price, payment.currency), (answer.price, answer.currency))
    if said.isEmpty { return nil }
  }

  private mutating func compare<Value: Equatable>(
    _ row: Value?, _ payment: Value?, _ detail: (Value) -> LineProblem.Detail
  ) {
    guard let row, let payment, row != payment else { return }
    found.append(detail(payment))
    said.append(detail(row))
  }

  private mutating func compareAmounts(
    _ row: (price: Price?, currency: String?), _ payment: (price: Price?, currency: String?)
  ) {
    let isPriceSame = row.price.flatMap { price in payment.price.map { $0 == price } } ?? true
    let isCurrencySame =
      row.currency.flatMap { currency in
        payment.currency.map { $0.uppercased() == currency.uppercased() }
      } ?? true
    guard !isPriceSame || !isCurrencySame else { return }
    found.append(.amount(payment.price, currency: payment.currency))
    said.append(.amount(row.price, currency: row.currency))
  }

  /// What a consume answers differently from what was known before.
  package static func ofAnswer(_ result: ConsumeResult) -> LineProblem? {
    guard result.outcome == .consumed, let receipt = result.receipt else { return nil }
    return RowDifference(of: result.claimed.payment, receipt)?.problem(.answer)
  }

  func problem(_ source: LineProblem.Reference) -> LineProblem {
    .differs(from: source, found: found, row: said)
  }
}
