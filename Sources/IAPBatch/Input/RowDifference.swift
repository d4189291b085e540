import IAPCore
import Text

/// What a row says of its payment and the payment contradicts.
struct RowDifference {
  private var found: [String] = []
  private var said: [String] = []

  /// Nil if they agree. What one of them does not say is not compared.
  init?(row: Purchase, payment: Purchase) {
    compare(row.userID?.text, payment.userID?.text) { $0 }
    compare(row.storeCode?.text, payment.storeCode?.text) { $0 }
    compare(row.productIdentifier?.text, payment.productIdentifier?.text) { $0 }
    compare(row.productSeq, payment.productSeq) { "product \($0)" }
    compareAmounts(row, payment)
    compare(row.transactionIdentifier?.text, payment.transactionIdentifier?.text) {
      "transaction \($0)"
    }
    if said.isEmpty { return nil }
  }

  private mutating func compare<Value: Equatable>(
    _ row: Value?, _ payment: Value?, words: (Value) -> String
  ) {
    guard let row, let payment, row != payment else { return }
    found.append(words(payment))
    said.append(words(row))
  }

  private mutating func compareAmounts(_ row: Purchase, _ payment: Purchase) {
    let isPriceSame = row.price.flatMap { price in payment.price.map { $0 == price } } ?? true
    let isCurrencySame =
      row.currency.flatMap { currency in
        payment.currency.map { $0.uppercased() == currency.uppercased() }
      } ?? true
    guard !isPriceSame || !isCurrencySame else { return }
    found.append(Self.amount(payment))
    said.append(Self.amount(row))
  }

  /// `1,500 KRW`.
  private static func amount(_ purchase: Purchase) -> String {
    [purchase.price.map { AmountText.grouped($0.digits) }, purchase.currency]
      .compactMap(\.self).joined(separator: " ")
  }

  /// - Parameter source: where the payment was found.
  func problem(_ source: String) -> LineProblem {
    LineProblem(
      "\(source) says \(found.joined(separator: ", ")); the row says "
        + said.joined(separator: ", "))
  }
}
